import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Setting, settings } from '../../src/cli/settings.ts'
import { cases } from '../thorough.ts'
import { emptyFolder, folderWith, post, run } from './run.ts'

const rows: Readonly<Record<string, Setting>> = settings

/** The settings of settings.ts that each command takes. */
const commands: Readonly<Record<string, readonly (keyof typeof settings)[]>> = {
  dev: ['port', 'host', 'baseUrl'],
  serve: (Object.keys(settings) as (keyof typeof settings)[]).filter((name) => name !== 'quiet'),
  build: ['baseUrl', 'asOf', 'future', 'skipBroken', 'noCache', 'cacheDir', 'quiet'],
  check: ['asOf', 'future', 'quiet'],
  new: [],
  get: ['baseUrl', 'asOf', 'future', 'skipBroken', 'noCache', 'cacheDir', 'quiet'],
}

const flat = (text: string) => text.replace(/\s+/g, ' ')

test('help lists every command, and is shown without arguments', async () => {
  const [help, bare] = await Promise.all([run(['--help']), run([])])
  expect(help.code).toBe(0)
  expect(bare).toEqual(help)
  for (const command of Object.keys(commands)) expect(help.stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
})

test.each([
  ['build', 'Usage: citable build [options] [dir] --out <dir>'],
  ['pack', 'Usage: citable pack [options] [dir] --out <file>'],
])('the usage of %s names its required option', async (command, usage) => {
  expect((await run([command, '--help'])).stdout.split('\n')[0]).toBe(usage)
})

test.each([
  ['npx', { npm_command: 'exec' }, 'npx citable check'],
  ['a global install', {}, 'citable check'],
])('the next steps of init can be pasted, with %s', async (_, env, step) => {
  const { stdout } = await run(['init'], { cwd: emptyFolder(), env })
  expect(stdout).toContain(`\n  ${step}    list problems`)
})

describe('the help of a command', () => {
  for (const [command, names] of Object.entries(commands)) {
    test(`${command}: has each setting with its default and variable`, async () => {
      const { code, stdout } = await run([command, '--help'])
      expect(code).toBe(0)
      for (const name of names) {
        const { flag, help, fallback = '', env = '' } = rows[name] as Setting
        const shown = fallback === 'none' ? '' : fallback
        for (const part of [flag, help, shown, env]) expect(flat(stdout)).toContain(part)
      }
    })
  }

  test('covers every setting', () => {
    expect(new Set(Object.values(commands).flat())).toEqual(new Set(Object.keys(settings)))
  })
})

test('--version prints the package version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

/** Usage errors: exit status 2, nothing on stdout, and a suggestion. */
const usageErrors: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['srve'], /unknown command 'srve'[\s\S]*Did you mean serve\?/],
  [['serve', '--prot', '1'], /unknown option '--prot'[\s\S]*Did you mean --port\?/],
  [['check', '--fromat', 'json'], /unknown option '--fromat'[\s\S]*Did you mean --format\?/],
  [['check', '--format', 'xml'], /xml.*text, json, github, sarif/],
  [['check', '--url', 'http://localhost:1', '--format', 'sarif'], /SARIF reports files and lines/],
  [['build', 'archive'], /--out/],
  [['build', 'archive', '--out', 'site', '--server', 'nginx'], /unknown option '--server'/],
  [['serve', 'one', 'two'], /too many arguments/],
  [['get'], /path/],
  [['get', '/', 'my-blog'], /too many arguments[\s\S]*folder with --dir/],
  [['new', 'Two', 'words'], /too many arguments[\s\S]*Quote the title/],
  [['get', 'posts'], /"posts" is not a path/],
  [['get', '/', '-H', 'no colon'], /"no colon" is not a header/],
  [['get', '/', '--base-url', 'nowhere'], /"nowhere" is not an absolute http or https URL/],
  [['serve', '--port', '65536'], /port must be a whole number from 0 to 65535, not "65536"/],
  [['serve', '--port', '80x'], /not "80x"/],
  [['serve', '--port=-1'], /not "-1"/],
  [['serve', '--port', '0', '--metrics', '0'], /port for metrics must be a whole number from 1 .*not "0"/],
  [['serve', '--port', '0', '--workers', '0'], /workers must be a whole number from 1 .*not "0"/],
  [['serve', '--port', '0', '--compile-timeout', '0'], /time limit must be a whole number from 1 .*not "0"/],
  [['serve', '--base-url', 'ftp://example.org'], /ftp:\/\/example\.org/],
  [['check', '--url', 'nowhere'], /"nowhere" is not an absolute http or https URL/],
  [['check', '--url', 'ftp://archive.example'], /"ftp:.*" is not an absolute http or https URL/],
  [['check', '--url', 'http://archive.example/?a'], /"http:.*" is not an absolute http or https URL/],
  [['check', '.', '--as-of', 'tomorrow'], /^citable: "tomorrow" is not a date; write it as YYYY-MM-DD\.\n$/],
  [['check', '.', '--as-of', '2026-02-30'], /"2026-02-30" is not a date/],
  [['check', '.', '--as-of', '2026-1-1'], /"2026-1-1" is not a date/],
  [
    ['check', '.', '--future', '--as-of', '2026-01-01'],
    /^citable: Use either --as-of or --future, not both\.\n$/,
  ],
  [['check', '.', '--online'], /^citable: --online is for --originals\.\n$/],
  [['build', '.', '--out', 'site', '--target', 'pages'], /Allowed choices are static, cloudflare/],
]

test.each([
  ['the entry does not load the code of commands', /^main\.js$/, 150_000],
  ['serve does not load the compiler', /^serve-[A-Z\d]+\.js$/, 1_000_000],
])('%s', (_, entry, limit) => {
  const dist = new URL('../../dist/cli/', import.meta.url)
  const files = new Set(readdirSync(dist).filter((name) => entry.test(name)))
  let bytes = 0
  for (const file of files) {
    const code = readFileSync(new URL(file, dist), 'utf8')
    bytes += code.length
    for (const [, name = ''] of code.matchAll(/^(?:import|\} from) (?:[^"\n]*from )?"\.\/([^"]+)"/gm))
      files.add(name)
  }
  expect(files.size, `files loaded by ${entry}`).toBeGreaterThan(1)
  expect(bytes, `total bytes of ${[...files].join(', ')}`).toBeLessThan(limit)
})

describe('a usage error exits with 2 and a message', () => {
  for (const [args, message] of usageErrors) {
    test(`citable ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(message)
      expect(stderr, 'no stack trace').not.toMatch(/^\s+at /m)
    })
  }

  test('in PORT or BASE_URL too', async () => {
    const [port, url] = await Promise.all([
      run(['serve'], { env: { PORT: 'x' } }),
      run(['get', '/'], { env: { BASE_URL: 'x' } }),
    ])
    expect([port.code, url.code]).toEqual([2, 2])
    expect(port.stderr).toContain('not "x"')
    expect(url.stderr).toContain('"x" is not an absolute')
  })
})

describe('a missing folder', () => {
  for (const args of [
    ['serve', 'none', '--port', '0'],
    ['dev', 'none'],
    ['check', 'none'],
    ['build', 'none', '--out', 'site'],
    ['get', '/', '--dir', 'none'],
  ]) {
    test(`citable ${args.join(' ')} prints one line and exits with 1`, async () => {
      const { code, stdout, stderr } = await run(args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^citable: none does not exist;.*\n$/)
    })
  }

  test('a file in its place is reported', async () => {
    const { code, stderr } = await run(['check', 'package.json'])
    expect(code).toBe(1)
    expect(stderr).toBe('citable: package.json is not a folder.\n')
  })
})

describe('the default folder', () => {
  const all = [
    ['check'],
    ['build', '--out', '../out'],
    ['get', '/posts/week-01'],
    ['new', 'Hi', '--series', 'research'],
  ]
  // `get` starts another process; test/cli/get.test.ts covers it.
  const quick = all.filter(([command]) => command !== 'get')
  const commands = cases(quick, all)

  test('is the current one after init, even if it contains a folder called archive', async () => {
    const cwd = folderWith({ 'blog/posts/week-01.md': post(), 'blog/archive/index.html': '<p>All posts</p>' })
    const here = { cwd: `${cwd}/blog` }
    expect((await run(['init'], here)).stdout).toMatch(/citable check {4}.*\n.*citable serve {4}/)
    for (const args of commands)
      expect(await run(args, here), args.join(' ')).toMatchObject({ code: 0, stderr: '' })
  })

  test('is archive', async () => {
    const cwd = folderWith({ 'site/archive/posts/week-01.md': post() })
    for (const args of commands)
      expect(await run(args, { cwd: `${cwd}/site` }), args.join(' ')).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    ['citable check my-blog', ['check']],
    ['citable dev my-blog', ['dev']],
    ['citable serve my-blog', ['serve']],
    ['citable build my-blog --out site', ['build', '--out', 'site']],
    ['citable pack my-blog --out packed', ['pack', '--out', 'packed']],
    ['citable new "Hi" --dir my-blog', ['new', 'Hi']],
    ['citable get / --dir my-blog', ['get', '/']],
  ])('is missing: the message says what to type: %s', async (example, args) => {
    const { code, stdout, stderr } = await run(args, { cwd: emptyFolder() })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `citable: No archive.yaml and no archive folder here. Run citable init, or name the archive’s folder: ${example}\n`,
    )
  })
})
