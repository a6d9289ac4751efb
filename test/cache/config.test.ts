import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { traceModule } from '../../src/build/modules.ts'
import { contents, listName } from '../cli/output.ts'
import { emptyFolder, ended, folderWith, post, run, start } from '../cli/run.ts'
import { cases } from '../thorough.ts'

/** What is made with a config is cached under a digest of the config and of what it imports. */

const project: Readonly<Record<string, string>> = {
  'blog/citable.config.mjs':
    "import { word } from '../theme/word.js'\nimport 'a-package/sub'\nimport 'node:path'\nexport default {}\n",
  'theme/word.js':
    "export { default as word } from './words.json' with { type: 'json' }\nexport const later = () => import('./later.mjs')\n",
  'theme/words.json': '"one"',
  'theme/later.mjs': 'export const late = /require/\n',
  'package-lock.json': '{}',
  'node_modules/a-package/package.json': '{}',
  'theme/other.js': 'export {}\n',
}
const config = 'blog/citable.config.mjs'
const write = (dir: string, path: string, text: string) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}

describe('the digest of a config', () => {
  test('is of the config, of all local modules that it imports, and of the lockfile', () => {
    const dir = folderWith(project)
    const before = traceModule(join(dir, config))
    expect(before.unknown).toBeUndefined()
    const changed = (path: string, text: string) => {
      write(dir, path, text)
      const { digest, unknown } = traceModule(join(dir, config))
      write(dir, path, project[path] ?? '')
      expect(unknown, path).toBeUndefined()
      return digest !== before.digest
    }
    const append = Object.keys(project).filter((path) => changed(path, `${project[path]} `))
    expect(append).toEqual([
      config,
      'theme/word.js',
      'theme/words.json',
      'theme/later.mjs',
      'package-lock.json',
    ])
    expect(traceModule(join(dir, config)).digest).toBe(before.digest)
    expect(changed('node_modules/.package-lock.json', '{}'), 'what is installed').toBe(true)
  })

  const unknown: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    offset: number,
  ])[] = [
    ['a computed import', { [config]: 'const name = "./a.js"\nexport default await import(name)\n' }, 50],
    [
      'a computed import in a module',
      { 'theme/words.json': '1', 'theme/later.mjs': 'export const a = (b) => import(`./a.js` + b)\n' },
      31,
    ],
    ['require()', { [config]: 'export default require("./a.cjs")\n' }, 15],
    ['a module that reads files', { [config]: "import { readFileSync } from 'node:fs'\n" }, 29],
    ['a missing module', { [config]: "import './none.js'\n" }, 7],
    ['a missing package', { [config]: "import 'none'\n" }, 7],
    ['a module elsewhere', { [config]: "import 'https://example.org/a.js'\n" }, 7],
    ['invalid syntax', { [config]: 'export default {\n' }, 17],
  ]
  test.each(unknown)('does not cover %s', (_, files, offset) => {
    const dir = folderWith({ ...project, ...files })
    const path = join(dir, 'theme/later.mjs' in files ? 'theme/later.mjs' : config)
    expect(traceModule(join(dir, config)).unknown).toEqual({ path, offset })
  })

  test('does not cover packages without a lockfile, or linked from elsewhere', () => {
    const { 'package-lock.json': _, ...unlocked } = project
    expect(traceModule(join(folderWith(unlocked), config)).unknown?.offset).toBe(47)
    const dir = folderWith({ ...project, 'linked/package.json': '{}', [config]: "import 'linked'\n" })
    symlinkSync(join(dir, 'linked'), join(dir, 'node_modules/linked'), 'junction')
    expect(traceModule(join(dir, config)).unknown?.offset).toBe(7)
  })

  test.runIf('typescript' in process.features)('covers what TypeScript imports', () => {
    const text =
      "import type { A } from './no-file.ts'\nimport { b } from './theme/word.js'\nexport default { a: b as A }\n"
    const dir = folderWith({ ...project, 'citable.config.ts': text })
    const { files, unknown } = traceModule(join(dir, 'citable.config.ts'))
    expect([unknown, files.has(join(dir, 'theme/words.json'))]).toEqual([undefined, true])
  })
})

/** What publishers change; each makes another page. */
const edits: Readonly<Record<string, (dir: string, nth: number) => void>> = {
  'the config': (dir, nth) =>
    write(
      dir,
      'citable.config.mjs',
      `import { word, mark } from './theme/word.mjs'
export default { page: ({ kind }) => ({ head: '<meta name="a" content="' + word + kind + ${nth % 3} + '">' }), markdown: mark,
  theme: { styles: '.a${nth % 2} { color: red }' }, scripts: [{ text: 'run(${nth % 2})' }] }\n`,
    ),
  'a module': (dir, nth) =>
    write(
      dir,
      'theme/word.mjs',
      `import data from './data.json' with { type: 'json' }
export const word = data.word + ${nth % 3}
export const mark = (parser) => parser.set({ typographer: ${nth % 2 === 0} })\n`,
    ),
  'a JSON file': (dir, nth) => write(dir, 'theme/data.json', `{"word":"w${nth % 3}"}`),
  'a post': (dir, nth) => write(dir, 'posts/week-01.md', post(`One -- ${nth % 3}.`)),
  nothing: () => {},
}

test('cached builds equal fresh ones after any edit of the config and its modules', async () => {
  const names = Object.keys(edits)
  const every = names.map((name, at) => [name, at + 1] as const)
  const further = cases(0, 10)
  const edit = fc.tuple(fc.constantFrom(...names), fc.nat(40))
  const script = fc.array(edit, { minLength: further, maxLength: further })
  await fc.assert(
    fc.asyncProperty(script, async (further) => {
      const [dir, cwd] = [folderWith({ 'posts/week-02.md': post() }), emptyFolder()]
      for (const [at, change] of Object.values(edits).entries()) change(dir, at)
      // A process of its own for each, as publishers have it: a process imports a module only once.
      const build = async (out: string, ...more: string[]) => {
        const built = await ended(start(['build', dir, '--out', out, '--quiet', ...more], { cwd }))
        expect(built.code, built.stderr).toBe(0)
        const { [listName]: _, ...files } = contents(join(cwd, out))
        return files
      }
      await build('cached')
      for (const [name, nth] of [...every, ...further]) {
        edits[name]?.(dir, nth)
        const [cached, fresh] = await Promise.all([build('cached'), build('fresh', '--no-cache')])
        expect(cached, `after: ${name}`).toEqual(fresh)
      }
    }),
    { numRuns: cases(1, 3) },
  )
})

test('nothing is cached if the config imports what cannot be known', async () => {
  const dir = folderWith({
    'posts/week-01.md': post(),
    'citable.config.mjs': "import 'node:fs'\nexport default {}\n",
  })
  const cwd = emptyFolder()
  const cache = (await run(['cache', 'path', dir])).stdout.trim()
  const segments = () =>
    readdirSync(dirname(cache)).includes(cache.slice(dirname(cache).length + 1)) ? readdirSync(cache) : []
  for (const command of [
    ['build', dir, '--out', 'site', '--quiet'],
    ['get', '/', '--dir', dir],
  ]) {
    expect(await run(command, { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(segments(), command[0]).toEqual([])
  }
  expect(readFileSync(join(cwd, 'site/index.html'), 'utf8')).toContain('</html>')
  expect(await run(['get', '/', '--dir', dir, '--no-config'])).toMatchObject({ code: 0 })
  expect(segments(), 'without the config').toHaveLength(1)
})
