import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { generators } from '../src/generators/registry.ts'

/** Checks the code against the layout table in docs/DESIGN.md. */

const design = readFileSync(new URL('../docs/DESIGN.md', import.meta.url), 'utf8')

/** What each part may import besides itself and the shared parts; `types` is for type imports. */
const allowedImports = readTable(design)
const sharedParts = Array.from(
  (/^All but `packages\/check` may import ([^.]*)\./m.exec(design)?.[1] ?? '').matchAll(/`([\w-]+)`/g),
  ([, name = '']) => name,
)

type ImportTable = Record<string, { readonly imports: readonly string[]; readonly types: readonly string[] }>

function readTable(design: string): ImportTable {
  const layout = /^## Layout\n.*?(?=^## )/ms.exec(design)?.[0] ?? ''
  const rows = layout.matchAll(/^\| `([\w./-]+?)\/?` \| [^|]* \| ([^|]*) \|$/gm)
  const names = (list = '') =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[\w/-]+$/.test(name))
  return Object.fromEntries(
    [...rows].map(([, part = '', allowed = '']) => {
      const [imports, types] = allowed.split('; types of ')
      return [part, { imports: names(imports), types: names(types) }]
    }),
  )
}

/** Where Node's own modules and globals may appear. */
const nodeOnly =
  /^(content\/folder|build\/(?!read-archive|seal-archive)[\w/-]+|snapshot\/(encode|compress-thread)|runtime\/node\/[\w/-]+|cli\/[\w/-]+|\.\.\/packages\/[\w/-]+)\.[jt]s$/

/** Code that answers requests must not import the markdown parser or npm packages; this part must not import Node either. */
const serveHalf =
  /^(serve\.ts|answer\/.*|mcp\/.*|search-page\/.*|search\/.*|snapshot\/(?!encode\.|compress-).*)$/
const runTime = /^(serve\.ts|answer\/|mcp\/|search-page\/|search\/|snapshot\/|runtime\/)/
const buildHalf = /^(generators|content|markdown|archive|representations|pages|build)\//

const root = new URL('../src/', import.meta.url)
const packages = readdirSync(new URL('../packages', root)).map((name) => `packages/${name}`)
/** Paths relative to src; those of packages start with `../packages/`. */
const everything = ['.', ...packages.map((name) => `../${name}/src`)].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path.replaceAll('\\', '/')),
  ),
)
const sheets = everything.filter((path) => /\.(?:css|svg|json|md|png)$/.test(path))
const files = everything.filter((path) => /\.[jt]s$/.test(path)).sort()
const text = new Map(files.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]))
const sources = files.filter((path) => !path.endsWith('.d.ts'))
const imports = new Map(sources.map((path) => [path, importsOf(path)]))

interface Import {
  readonly from: string
  /** As written. */
  readonly specifier: string
  /** The file in `src`, or the specifier of a package. */
  readonly target: string
  readonly typeOnly: boolean
}

const all = [...imports.values()].flat()
const shown = ({ from, specifier }: Import) => `${from} imports ${specifier}`

/** Bundled with the serve half, which must stem queries as texts were stemmed. They have no dependencies. */
const bundled = /^@orama\/(?:stemmers|stopwords)\//

describe('imports', () => {
  test('the table lists exactly the parts of src, and the packages', () => {
    const parts = [...readdirSync(root).filter((name) => name !== '.DS_Store'), ...packages]
    expect(parts.sort()).toEqual(Object.keys(allowedImports).sort())
  })

  test.each(Object.keys(allowedImports))('%s only imports what the table allows', (part) => {
    const { imports: allowed = [], types = [] } = allowedImports[part] ?? {}
    const broken = all.filter(({ from, target, typeOnly }) => {
      if (partOf(from) !== part || !files.includes(target)) return false
      const name = partOf(target).replace('.ts', '')
      const free = [
        part.replace('.ts', ''),
        ...(part === 'packages/check' ? [] : sharedParts),
        ...allowed,
        ...(typeOnly ? types : []),
      ]
      return !free.includes(name)
    })
    expect(broken.map(shown)).toEqual([])
  })

  test('a package uses the engine through its engine.ts, and only the command line uses packages', () => {
    const isPackage = (path: string) => path.startsWith('../packages/')
    const broken = all.filter(({ from, target }) => {
      if (!files.includes(target) || isPackage(from) === isPackage(target)) return false
      return isPackage(from) ? !from.endsWith('/src/engine.ts') : partOf(from) !== 'cli'
    })
    expect(broken.map(shown)).toEqual([])
  })

  test('Node modules are only imported where allowed', () => {
    const broken = all.filter(({ from, specifier }) => specifier.startsWith('node:') && !nodeOnly.test(from))
    expect(broken.map(shown)).toEqual([])
  })

  test('Node globals are only used where allowed', () => {
    const used =
      /(?<![\w.$])(?:Buffer|process|global|require|__dirname|__filename|setImmediate)(?![\w$])(?=\s*[.([)},;\n]|\s*$)/m
    const broken = sources.filter((path) => !nodeOnly.test(path) && used.test(codeOf(path)))
    expect(broken).toEqual([])
  })

  test.each(sources.filter((path) => runTime.test(path)))(
    '%s does not depend on the build half or on packages, except stemmers',
    (start) => {
      for (const target of reachedFrom(start)) {
        expect(target, 'reached').not.toMatch(buildHalf)
        if (!target.startsWith('node:') && !bundled.test(target))
          expect([...sources, ...sheets], 'files of src').toContain(target)
        if (serveHalf.test(start)) expect(target, 'reached').not.toMatch(/^node:/)
      }
    },
  )
})

describe('generators', () => {
  // Without names that are English words.
  const names = generators
    .flatMap(({ name, title }) => [name, title.toLowerCase()])
    .filter((name) => !['next', 'none', 'a plain folder'].includes(name))
  const named = new RegExp(
    String.raw`(?<![\w])(?:${[...new Set(names)].join('|')}|vitepress|next\.js)(?![\w])`,
    'i',
  )

  test('are not named outside their folder, not even in comments', () => {
    const found = files
      // A programming language can have the name of a generator.
      .filter((path) => !path.startsWith('generators/') && path !== 'markdown/decorate/highlight.ts')
      .flatMap((path) =>
        (text.get(path) ?? '')
          .split('\n')
          .flatMap((line, nth) => (named.test(line) ? [`${path}:${nth + 1}: ${line.trim()}`] : [])),
      )
    expect(found).toEqual([])
  })
})

describe('source files', () => {
  test('import each other with the .ts extension', () => {
    const broken = all.filter(
      ({ specifier, target }) =>
        specifier.startsWith('.') && !sources.includes(target) && !sheets.includes(target),
    )
    expect(broken.map(shown)).toEqual([])
  })

  test('include no barrels', () => {
    expect(files.filter((path) => /(^|\/)index\.ts$/.test(path))).toEqual([])
  })

  test('have no import cycles, of types neither', () => {
    const circular = sources.flatMap((path) =>
      (imports.get(path) ?? []).filter(({ target }) => target !== path && reachedFrom(target).has(path)),
    )
    expect(circular.map(shown)).toEqual([])
  })
})

/** A file and everything that it imports, directly or indirectly. */
function reachedFrom(start: string, follow: (one: Import) => boolean = () => true): Set<string> {
  const reached = new Set([start])
  for (const path of reached) {
    for (const one of imports.get(path) ?? []) if (follow(one)) reached.add(one.target)
  }
  return reached
}

/** The top-level folder or file in `src`, or the package. */
function partOf(path: string): string {
  return /^(?:\.\.\/)?(packages\/[^/]+|[^/]+)/.exec(path)?.[1] ?? ''
}

function importsOf(path: string): Import[] {
  const code = text.get(path) ?? ''
  const statements = /^(?:import|export)\s+(type\s+)?(?:[\w$\s{},*]+?\s+from\s+)?'([^']+)'/gm
  const dynamic = /\bimport\(\s*()'([^']+)'/g
  return [...code.matchAll(statements), ...code.matchAll(dynamic)].map(([, type, specifier = '']) => ({
    from: path,
    specifier,
    target: specifier.startsWith('.')
      ? join(dirname(path), specifier.replace(/\?(?:raw|scripts)$/, '')).replace(/^\.\.\/src\//, '')
      : specifier,
    typeOnly: type !== undefined && type !== '',
  }))
}

/** Without comments and quoted strings. */
function codeOf(path: string): string {
  const code = text.get(path) ?? ''
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '').replaceAll(/'[^'\n]*'/g, "''")
}
