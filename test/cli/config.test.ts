import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder, folderWith, post, run, type Server, startServer } from './run.ts'

/** `citable.config.js` beside archive.yaml. */

const archive = (config: string, more: Readonly<Record<string, string>> = {}, name = 'citable.config.mjs') =>
  folderWith({
    'archive.yaml': 'author: Ada\n',
    'posts/week-01.md': post('Text -- more.'),
    [name]: config,
    ...more,
  })

const marking = (word: string) =>
  `export default { page: () => ({ head: '<meta name="mark" content="${word}">' }) }\n`
const markOf = (page: string) => /<meta name="mark" content="([^"]*)">/.exec(page)?.[1]
const pageOf = async (server: Server) =>
  markOf(await (await server.get('/posts/week-01', { accept: 'text/html' })).text())
const html = ['-H', 'Accept: text/html']
const got = async (dir: string, ...more: string[]) =>
  markOf((await run(['get', '/posts/week-01', ...html, '--dir', dir, ...more])).stdout)

describe('the config', () => {
  test('is run by commands that publish, and not with --no-config', async () => {
    const [dir, cwd] = [archive(marking('one')), emptyFolder()]
    expect([await got(dir), await got(dir, '--no-config')]).toEqual(['one', undefined])
    const built = async (out: string, ...more: string[]) => {
      expect(await run(['build', dir, '--out', out, ...more], { cwd })).toMatchObject({ code: 0, stderr: '' })
      return markOf(readFileSync(join(cwd, out, 'posts/week-01.html'), 'utf8'))
    }
    expect([await built('site'), await built('plain', '--no-config')]).toEqual(['one', undefined])
    const site = ['--base-url', 'https://example.org']
    await run(['pack', dir, '--out', 'archive.bin', ...site], { cwd })
    expect(await got(join(cwd, 'archive.bin'))).toBe('one')
    const broken = archive('throw new Error()\n')
    const worker = ['build', broken, '--out', 'worker', '--target', 'cloudflare', ...site]
    expect(await run(worker, { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(':1:7 error'),
    })
    expect(await run([...worker, '--no-config'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  })

  test('changes the markdown, adds fields and knows generators', async () => {
    const config = `const isNumber = { '~standard': { version: 1, vendor: 'a test', validate: ({ rating }) =>
  typeof rating === 'number' ? { value: { rating } } : { issues: [{ message: 'is no number', path: ['rating'] }] } } }
const own = { name: 'own', title: 'Own', detect: [/^own\\.json$/], layout: { posts: [['articles/*.md']], pages: [], files: ['.'] }, addresses: {}, fields: {}, syntaxes: [] }
export default { fields: isNumber, markdown: (parser) => parser.set({ typographer: true }), generators: [own] }
`
    const dir = folderWith({
      ...{ 'own.json': '', 'archive.yaml': 'author: Ada\ngenerator: own\n', 'citable.config.js': config },
      'articles/week-01.md': post('Text -- more.').replace('title', 'rating: 4\ntitle'),
    })
    expect(await run(['check', dir])).toMatchObject({ code: 0, stdout: `${dir}: no problems found.\n` })
    expect((await run(['get', '/posts/week-01', ...html, '--dir', dir])).stdout).toContain(
      '<p>Text – more.</p>',
    )
    expect(
      JSON.parse((await run(['get', '/api/v1/posts/week-01.json', '--dir', dir])).stdout).fields,
    ).toEqual({ rating: 4 })
    writeFileSync(join(dir, 'articles/week-01.md'), post())
    expect((await run(['check', dir])).stdout).toContain('error own-field: `rating`: is no number.')
    expect((await run(['check', dir, '--no-config'])).stdout).toContain('`generator`')
  })

  const broken: readonly (readonly [what: string, config: string, place: string, problem: string])[] = [
    [
      'an unknown key',
      'export default {\n  markdwon: () => {},\n}\n',
      ':2:3',
      '`markdwon` is not a known key.',
    ],
    [
      'an unknown function of a theme',
      'export default { theme: { pst: () => "" } }\n',
      ':1:27',
      '`theme.pst` is not a known key.',
    ],
    [
      'an unknown key of a script',
      'export default { scripts: [{ scr: "/a.js", text: "" }] }\n',
      ':1:30',
      '`scripts.0.scr` is not a known key.',
    ],
    [
      'a value in place of a function',
      "export default defineConfig({\n  page: 'text',\n})\nfunction defineConfig(all) { return all }\n",
      ':2:9',
      '`page` is not a function.',
    ],
    [
      'a wrong kind in a constant',
      'const config = {\n  scripts: {},\n}\nexport default config\n',
      ':2:12',
      '`scripts` is a group of keys, not a list.',
    ],
    [
      'an object that is no schema',
      'export default { fields: {} }\n',
      ':1:26',
      '`fields` is not a Standard Schema',
    ],
    [
      'a script that ends itself',
      'export default { scripts: [{ text: "a</script>" }] }\n',
      ':1:36',
      '`scripts.0.text` has a tag that would end it.',
    ],
    [
      'a generator without rules',
      'export default { generators: [{ name: "own", title: "Own", detect: [] }] }\n',
      ':1:31',
      '`generators.0.layout` is missing.',
    ],
    [
      'a script without code',
      'export default { scripts: [{ attributes: { async: true } }] }\n',
      ':1:28',
      '`scripts.0` needs either `src` or `text`.',
    ],
    [
      'no default export',
      'export const page = () => undefined\n',
      ':1:1',
      'The default export is not an object.',
    ],
    [
      'invalid syntax',
      'export default {\n  page() {}\n  fields: 1,\n}\n',
      ':3:3',
      "SyntaxError: Unexpected identifier 'fields'",
    ],
    [
      'an exception',
      'const one = undefined\nexport default { page: one.two }\n',
      ':2:28',
      'TypeError: Cannot read properties of undefined',
    ],
    [
      'a missing package',
      "import 'no-such-package'\nexport default {}\n",
      ':1:8',
      "Cannot find package 'no-such-package'",
    ],
    [
      'a missing export',
      "import { a } from './one.mjs'\nexport default {}\n",
      ':1:10',
      "does not provide an export named 'a'",
    ],
    ['an exception in a module', "import './two.mjs'\nexport default {}\n", ':2:7', 'Error: thrown'],
  ]
  test.each(broken)('with %s is reported with its place', async (_, config, place, problem) => {
    const modules = {
      'one.mjs': 'export const b = 1\n',
      'two.mjs': '// Throws.\nthrow new Error("thrown")\n',
    }
    const dir = archive(config, modules)
    const { code, stdout } = await run(['check', dir])
    const file = config.includes('two.mjs') ? 'two.mjs' : 'citable.config.mjs'
    expect([code, stdout.split('\n')[0]]).toEqual([
      1,
      expect.stringContaining(`${join(dir, file)}${place} error settings-syntax: `),
    ])
    expect(stdout).toContain(problem)
    expect(await run(['check', dir, '--no-config'])).toMatchObject({ code: 0 })
  })

  test('names the nearest key', async () => {
    const { stdout } = await run(['check', archive('export default { markdwon: 1, theme: { pst: 1 } }\n')])
    expect(stdout).toMatch(/Did you mean `post`\?[\s\S]*Did you mean `markdown`\?/)
  })

  const typesAreStripped = 'typescript' in process.features
  test.runIf(typesAreStripped)('may be TypeScript', async () => {
    const config = marking('typed').replace('()', '(_: object)').replace(/$/m, ' satisfies object')
    expect(await got(archive(config, {}, 'citable.config.ts'))).toBe('typed')
  })
})

test('init, import, new, check --url and packed files do not run the config', async () => {
  const config =
    "import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('ran', import.meta.url), '')\nexport default {}\n"
  const dir = archive(config, {
    'feed.json': '{"version":"https://jsonfeed.org/version/1.1","title":"A","items":[]}',
  })
  const inside = { cwd: dir }
  await run(['init', '.'], inside)
  await run(['import', 'feed.json', '.'], inside)
  expect(await run(['new', 'A title', '--dir', '.'], inside)).toMatchObject({ code: 0 })
  const site = ['--base-url', 'https://example.org']
  expect(await run(['pack', '.', '--out', 'archive.bin', '--no-config', ...site], inside)).toMatchObject({
    code: 0,
  })
  expect(await run(['get', '/', '--dir', 'archive.bin'], inside)).toMatchObject({ code: 0 })
  const server = await startServer(['archive.bin', '--port', '0'], inside)
  const { stdout } = await run(['check', '.', '--url', `http://127.0.0.1:${server.port}`], inside)
  expect(stdout).toContain('requests.')
  await server.stop()
  expect(existsSync(join(dir, 'ran'))).toBe(false)
  await run(['get', '/', '--dir', '.'], inside)
  expect(existsSync(join(dir, 'ran')), 'get runs it').toBe(true)
})

describe('a changed config', () => {
  const outside = (word: string) => `export const word = '${word}'\n`
  const importing = `import { word } from '../shared.mjs'
export default { page: () => ({ head: '<meta name="mark" content="' + word + '">' }) }
`
  /** An archive whose config imports a module beside its folder. */
  const inProject = () => {
    const project = folderWith({
      'shared.mjs': outside('one'),
      'blog/posts/week-01.md': post(),
      'blog/citable.config.mjs': importing,
    })
    return { dir: join(project, 'blog'), shared: join(project, 'shared.mjs') }
  }

  test('is served after a reload', async () => {
    const { dir, shared } = inProject()
    const server = await startServer([dir, '--port', '0'])
    expect(await pageOf(server)).toBe('one')
    writeFileSync(shared, outside('two'))
    server.signal('SIGHUP')
    expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
    expect(await pageOf(server)).toBe('two')
    writeFileSync(join(dir, 'citable.config.mjs'), 'export default { pages: 1 }\n')
    server.signal('SIGHUP')
    expect(await server.complaint()).toContain('citable.config.mjs:1:18 error settings-syntax')
    expect(await pageOf(server), 'the last good version').toBe('two')
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test('is served by --watch, also if a module elsewhere has changed', async () => {
    const { dir, shared } = inProject()
    const server = await startServer([dir, '--port', '0', '--watch'])
    writeFileSync(shared, outside('two'))
    expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
    expect(await pageOf(server)).toBe('two')
    writeFileSync(join(dir, 'citable.config.mjs'), marking('three'))
    expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
    expect(await pageOf(server)).toBe('three')
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test('is shown by dev at the same address', async () => {
    const { dir, shared } = inProject()
    const server = await startServer([dir, '--port', '0'], {}, 'dev')
    expect(await pageOf(server)).toBe('one')
    writeFileSync(shared, outside('two'))
    expect((await server.lines.next()).value, 'a process of its own').toBe(server.line)
    expect(await pageOf(server)).toBe('two')
    writeFileSync(join(dir, 'citable.config.mjs'), marking('three'))
    expect((await server.lines.next()).value).toBe(server.line)
    expect(await pageOf(server)).toBe('three')
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    await expect(server.get('/')).rejects.toThrow('fetch failed')
  })
})

test('scripts of the config are in pages and in the headers of an export', async () => {
  const script = { src: 'https://stats.example/count.js', attributes: { defer: true } }
  const dir = archive(`export default { scripts: ${JSON.stringify([script, { text: 'start()' }])} }\n`)
  const cwd = emptyFolder()
  expect(await run(['build', dir, '--out', 'site'], { cwd })).toMatchObject({ code: 0 })
  const elements = '<script defer src="https://stats.example/count.js"></script>\n<script>start()</script>\n'
  expect(readFileSync(join(cwd, 'site/index.html'), 'utf8')).toContain(elements)
  const hash = createHash('sha256').update('start()').digest('base64')
  const policy = `script-src 'self' https://stats.example 'sha256-${hash}'; connect-src 'self' https://stats.example;`
  expect(readFileSync(join(cwd, 'site/_headers'), 'utf8')).toContain(policy)
  expect((await run(['get', '/', '-i', ...html, '--dir', dir])).stdout).toContain(policy)
})
