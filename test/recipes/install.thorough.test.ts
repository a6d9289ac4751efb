import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder, fixture } from '../cli/run.ts'
import { installed } from '../installed.ts'
import { root } from './project.ts'
import { adapted } from './recipe.ts'

const run = promisify(execFile)
const quiet = ['--prefer-offline', '--no-audit', '--no-fund']
let tarball: string
beforeAll(async () => {
  const dir = emptyFolder()
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', dir]
  tarball = join(dir, (await run('npm', args, { cwd: root })).stdout.trim())
})

describe.each(['npm10', 'npm11', 'npm12'] as const)('%s', (name) => {
  // npm 12 needs a newer Node than the project; it is in `tools/`.
  const npm = installed(name)
  const node = name === 'npm12' ? installed('node') : process.execPath

  test.skipIf(!npm || !node)('installs the tarball, whose command and types work', async () => {
    const dir = emptyFolder()
    writeFileSync(join(dir, 'package.json'), '{ "name": "a", "private": true, "type": "module" }\n')
    const { PATH = '', HOME = '', ...others } = process.env
    const settings = Object.entries(others).filter(([key]) => /^npm_config_registry$/i.test(key))
    const env = { ...Object.fromEntries(settings), HOME, PATH: `${dirname(node ?? '')}:${PATH}` }
    const { stdout } = await run(node ?? '', [npm ?? '', 'install', ...quiet, tarball], { cwd: dir, env })
    expect(stdout).toMatch(/^added 2 packages/m)
    const { stdout: help } = await run(join(dir, 'node_modules/.bin/citable'), ['--help'], { cwd: dir })
    expect(help).toMatch(/^Usage: citable /)

    cpSync(join(root, 'test/consumer'), dir, { recursive: true })
    for (const types of ['@types/node', 'undici-types'])
      cpSync(join(root, 'node_modules', types), join(dir, 'node_modules', types), { recursive: true })
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    for (const config of ['tsconfig.json', 'tsconfig.node.json'])
      await run(process.execPath, [tsc, '-p', join(dir, config)], { cwd: dir })
  })
})

test('the commands before the systemd unit in the docs work', async () => {
  const dir = emptyFolder()
  const blog = join(dir, 'my-blog.git')
  cpSync(fixture, blog, { recursive: true })
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: blog })
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'posts')
  const script = adapted('systemd/install.sh', {
    '/srv/archive': join(dir, 'archive'),
    'npm install citable': `npm install ${quiet.join(' ')} ${tarball}`,
    'https://example.org/my-blog.git': pathToFileURL(blog).href,
  })
  const { stdout } = await run('sh', ['-ec', script], { cwd: dir })
  expect(stdout).toMatch(/: 2 warnings, 1 post not published\.\n$/)
})

test('every export has types, and the package has no internal declarations', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball])
  const files = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [entry, target] of Object.entries<{ types?: string; default?: string }>(exports)) {
    if (entry === './package.json') continue
    expect(files).toContain(target.types?.slice(2))
    expect(target.types?.replace(/\.d\.ts$/, '')).toBe(target.default?.replace(/\.js$/, ''))
  }
  const internal =
    /\/(?:cli|archive|representations|pages\/(?:style|colours))|\/build\/(?!(?:config|progress|export\/options)\.)/
  expect(files.filter((path) => path.endsWith('.d.ts') && internal.test(path))).toEqual([])
})
