import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userEnvironment } from './environment.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'citable-package-'))
const clone = join(place, 'clone')
const project = join(place, 'project')
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A clone of the working tree, including uncommitted files, but no output of builds or installs. */
async function makeClone(): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root })
  const paths = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  for (const path of paths) cpSync(join(root, path), join(clone, path))
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: clone })
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--no-verify', '--message', 'all of it')
}

describe('bundled packages', () => {
  const dist = join(root, 'dist')
  const bundles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  )
  // esbuild writes the path of each module above it.
  const folders = new Set(
    bundles.flatMap((path) =>
      Array.from(
        readFileSync(join(dist, path), 'utf8').matchAll(
          /^\/\/ (?:outlines:)?((?:\S*\/)?node_modules\/(?:@[^/\s]+\/)?[^/\s]+)\//gm,
        ),
        ([, folder = '']) => folder,
      ),
    ),
  )
  const packages = Array.from(folders, (folder) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  )

  test('have their licenses in THIRD-PARTY-LICENSES.md, by version', () => {
    const licences = readFileSync(join(dist, 'THIRD-PARTY-LICENSES.md'), 'utf8')
    expect(packages.length).toBeGreaterThan(20)
    for (const { name, version } of packages) expect(licences, name).toContain(`\n## ${name} ${version} (`)
  })

  test('are all in the bill of materials with name, version and license', () => {
    const bom = JSON.parse(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8'))
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const purls = packages.map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`).sort()
    expect(bom).toEqual({
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: expect.objectContaining({ name: 'citable', version: own.version }) },
      components: expect.any(Array),
      dependencies: [{ ref: `pkg:npm/citable@${own.version}`, dependsOn: purls }],
    })
    expect(bom.components.map(({ purl }: { purl: string }) => purl)).toEqual(purls)
    for (const { name, version, license } of packages) {
      const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
      expect(bom.components).toContainEqual({
        type: 'library',
        'bom-ref': purl,
        ...(group !== undefined && { group }),
        name: bare,
        version,
        licenses: [{ license: { id: license } }],
        purl,
      })
    }
  })
})

describe('installed from a clone', () => {
  beforeAll(async () => {
    await makeClone()
    mkdirSync(project)
    writeFileSync(
      join(project, 'package.json'),
      '{ "name": "a-project", "private": true, "type": "module" }\n',
    )
    const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', `git+${pathToFileURL(clone)}`]
    await run('npm', args, { cwd: project })
  }, 600_000)

  describe('npm pack', () => {
    let paths: readonly string[] = []
    beforeAll(async () => {
      // Instead of `npm ci`, which would take longer than all other tests.
      symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction')
      const { stdout } = await run('npm', ['pack', '--json', '--dry-run'], { cwd: clone })
      paths = JSON.parse(stdout)[0].files.map(({ path }: { path: string }) => path)
    })

    test('includes the build and the documents, but no sources or tests', () => {
      const others = paths.filter((path) => !/^(?:dist|docs|archive|bench\/publications)\//.test(path))
      expect(others.sort()).toEqual([
        ...['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md'],
        ...['bench/PUBLICATIONS.md', 'bench/RELIABILITY.md', 'bench/RESULTS.md', 'package.json'],
      ])
      expect(paths).toEqual(expect.arrayContaining(['dist/cli/main.js', 'dist/THIRD-PARTY-LICENSES.md']))
      expect(
        paths.filter((path) => /\.test\.|\.map$|(?<!\.d)\.ts$/.test(path)),
        'no sources and no tests',
      ).toEqual([])
    })

    test('leaves out the scripts and workspaces of a clone, and leaves the clone as it was', async () => {
      const packing = await run('npm', ['pack', '--json', '--pack-destination', place], { cwd: clone })
      const [{ filename }] = JSON.parse(packing.stdout)
      const { stdout } = await run('tar', ['-xzOf', join(place, filename), 'package/package.json'])
      const {
        scripts,
        workspaces: _,
        ...published
      } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      expect(scripts).toHaveProperty('prepare')
      expect(JSON.parse(stdout)).toEqual(published)
      expect((await run('git', ['status', '--porcelain'], { cwd: clone })).stdout).toBe('')
    })

    test('includes every file that the documents link to', () => {
      const pages = paths.filter((path) => /^(?:docs\/|bench\/)?[A-Z-]+\.md$/.test(path))
      expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/LIBRARY.md']))
      for (const page of pages) {
        const prose = readFileSync(join(clone, page), 'utf8').replace(/```[\s\S]*?```/g, '')
        for (const [, target = ''] of prose.matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
          const path = posix.join(posix.dirname(page), target)
          expect(
            paths.some((one) => one === path || one.startsWith(path.replace(/\/?$/, '/'))),
            `${page} links to ${target}`,
          ).toBe(true)
        }
      }
    })
  })

  test('npm install from a git URL has every file that package.json points to', () => {
    const installed = join(project, 'node_modules/citable')
    const { exports, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const targets = [exports, bin].flatMap(
      (value) => JSON.stringify(value).match(/(?<=")(?:\.\/)?dist\/[^"]+/g) ?? [],
    )
    expect(targets.length).toBeGreaterThan(4)
    for (const target of targets) expect(existsSync(join(installed, target)), target).toBe(true)
  })

  test('each entry point exports only its public functions', async () => {
    const namesOf = async (name: string) => {
      const script = `console.log(JSON.stringify(Object.keys(await import('${name}'))))`
      const args = ['--input-type=module', '-e', script]
      return JSON.parse((await run(process.execPath, args, { cwd: project })).stdout)
    }
    expect(await namesOf('citable/compile')).toEqual(
      expect.arrayContaining(['build', 'compile', 'fromFolder', 'fromMemory', 'packInMemory']),
    )
    expect(await namesOf('citable/serve')).toEqual([
      ...['exposureFor', 'getPost', 'posts', 'requireAnswer', 'search', 'serve', 'unpack'],
    ])
    expect(await namesOf('citable/fetch')).toEqual(['toFetch'])
    expect(await namesOf('citable/node')).toEqual(['listen', 'openPacked', 'toMiddleware'])
    expect(await namesOf('citable')).toEqual([
      ...['build', 'compile', 'defineConfig', 'exposureFor', 'fromFolder', 'fromMemory', 'getPost'],
      ...['packInMemory', 'posts', 'requireAnswer', 'search', 'serve', 'unpack'],
    ])
  })

  test('npx runs the command', async () => {
    const { stdout } = await run('npx', ['--no-install', 'citable', '--help'], { cwd: project })
    expect(stdout).toMatch(/^Usage: citable /)
  })

  test('the installed command serves an archive', async () => {
    mkdirSync(join(project, 'archive/posts'), { recursive: true })
    const post = '---\ntitle: Hello\nseries: research\nsummary: A first post.\n---\n\nText.\n'
    writeFileSync(join(project, 'archive/posts/week-01.md'), post)
    const server = spawn(join(project, 'node_modules/.bin/citable'), ['serve', '--port', '0'], {
      cwd: project,
      env: userEnvironment(),
    })
    try {
      const [line] = await once(createInterface({ input: server.stdout }), 'line')
      const port = /:(\d+)\s*$/.exec(String(line))?.[1]
      const headers = { accept: 'text/markdown', connection: 'close' }
      const answer = await fetch(`http://127.0.0.1:${port}/posts/week-01`, { headers })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('# Hello')
    } finally {
      server.kill('SIGTERM')
      await once(server, 'close')
    }
    expect(server.exitCode).toBe(0)
  })

  test.each(['tsconfig.json', 'tsconfig.node.json'])(
    'a strict TypeScript program compiles with %s',
    async (config) => {
      cpSync(fileURLToPath(new URL('consumer', import.meta.url)), project, { recursive: true })
      for (const name of ['@types/node', 'undici-types']) {
        const place = join(project, 'node_modules', name)
        if (!existsSync(place)) cpSync(join(root, 'node_modules', name), place, { recursive: true })
      }
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const { stdout } = await run(process.execPath, [tsc, '-p', join(project, config)], {
        cwd: project,
      }).catch((error) => error)
      expect(stdout).toBe('')
    },
  )
})
