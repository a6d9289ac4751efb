import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { generators } from '../src/generators/registry.ts'

/** The layout of `src`: the table of docs/DESIGN.md, held against the code. */

const design = readFileSync(new URL('../docs/DESIGN.md', import.meta.url), 'utf8')

/** What each part may import besides itself and what is everybody's; `types` is for what is gone at run time. */
const walls = readWalls(design)
const everybody = Array.from(
  (/^All but `probe` may import ([^.]*)\./m.exec(design)?.[1] ?? '').matchAll(/`([\w-]+)`/g),
  ([, name = '']) => name,
)

type Walls = Record<string, { readonly imports: readonly string[]; readonly types: readonly string[] }>

function readWalls(design: string): Walls {
  const layout = design.slice(design.indexOf('## Layout'), design.indexOf('## Decisions'))
  const rows = layout.matchAll(/^\| `([\w.-]+)\/?` \| [^|]* \| ([^|]*) \|$/gm)
  const names = (list = '') =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[\w-]+$/.test(name))
  return Object.fromEntries(
    [...rows].map(([, part = '', allowed = '']) => {
      const [imports, types] = allowed.split('; types of ')
      return [part, { imports: names(imports), types: names(types) }]
    }),
  )
}

/** Where Node's own modules and globals may appear. */
const nodeOnly =
  /^(content\/(?:cache|folder|source-port)|snapshot\/(encode|compress-(?:body|thread))|runtime\/node\/[\w/-]+|cli\/[\w/-]+|import\/[\w/-]+|probe\/[\w/-]+)\.[jt]s$/

/** What answers requests must carry no markdown parser and nothing from npm; and this part of it nothing of Node. */
const serveHalf =
  /^(serve\.ts|answer\/.*|mcp\/.*|search-page\/.*|search\/.*|snapshot\/(?!encode\.|compress-).*)$/
const runTime = /^(serve\.ts|answer\/|mcp\/|search-page\/|search\/|snapshot\/|runtime\/)/
const buildHalf = /^(generators|content|markdown|archive|representations|pages)\//

const root = new URL('../src/', import.meta.url)
const everything = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
)
const sheets = everything.filter((path) => /\.(?:css|md)$/.test(path))
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

/** Functions and lists without dependencies of their own, which are bundled with the serve half: a query is stemmed as the texts were. */
const bundled = /^@orama\/(?:stemmers|stopwords)\//

describe('the walls', () => {
  test('every part of src is in the table, and everything in the table is in src', () => {
    const parts = readdirSync(root).filter((name) => name !== '.DS_Store')
    expect(parts.sort()).toEqual(Object.keys(walls).sort())
  })

  test.each(Object.keys(walls))('%s imports only what it may', (part) => {
    const { imports: allowed = [], types = [] } = walls[part] ?? {}
    const broken = all.filter(({ from, target, typeOnly }) => {
      if (partOf(from) !== part || !files.includes(target)) return false
      const name = partOf(target).replace('.ts', '')
      const free = [
        part.replace('.ts', ''),
        ...(part === 'probe' ? [] : everybody),
        ...allowed,
        ...(typeOnly ? types : []),
      ]
      return !free.includes(name)
    })
    expect(broken.map(shown)).toEqual([])
  })

  test('Node’s modules are imported only where they may be', () => {
    const broken = all.filter(({ from, specifier }) => specifier.startsWith('node:') && !nodeOnly.test(from))
    expect(broken.map(shown)).toEqual([])
  })

  test('Node’s globals are used only where they may be', () => {
    const used =
      /(?<![\w.$])(?:Buffer|process|global|require|__dirname|__filename|setImmediate)(?![\w$])(?=\s*[.([)},;\n]|\s*$)/m
    const broken = sources.filter((path) => !nodeOnly.test(path) && used.test(codeOf(path)))
    expect(broken).toEqual([])
  })

  test.each(sources.filter((path) => runTime.test(path)))(
    '%s reaches nothing that compiles, and no package but stemmers',
    (start) => {
      for (const target of reachedFrom(start)) {
        expect(target, 'reached').not.toMatch(buildHalf)
        if (!target.startsWith('node:') && !bundled.test(target))
          expect(sources, 'files of src, which what is reached is one of').toContain(target)
        if (serveHalf.test(start)) expect(target, 'reached').not.toMatch(/^node:/)
      }
    },
  )
})

describe('generators', () => {
  // Two of the names are words of English.
  const names = generators
    .flatMap(({ name, title }) => [name, title.toLowerCase()])
    .filter((name) => !['next', 'none', 'a plain folder'].includes(name))
  const named = new RegExp(
    String.raw`(?<![\w])(?:${[...new Set(names)].join('|')}|vitepress|next\.js)(?![\w])`,
    'i',
  )

  test('are named in their folder and nowhere else, comments included', () => {
    const found = files
      // A language of code may have the name of a generator.
      .filter((path) => !path.startsWith('generators/') && path !== 'markdown/decorate/highlight.ts')
      .flatMap((path) =>
        (text.get(path) ?? '')
          .split('\n')
          .flatMap((line, nth) => (named.test(line) ? [`${path}:${nth + 1}: ${line.trim()}`] : [])),
      )
    expect(found).toEqual([])
  })
})

describe('the files', () => {
  test('import each other by name, with the ending .ts', () => {
    const broken = all.filter(
      ({ specifier, target }) =>
        specifier.startsWith('.') && !sources.includes(target) && !sheets.includes(target),
    )
    expect(broken.map(shown)).toEqual([])
  })

  test('have no barrels among them', () => {
    expect(files.filter((path) => /(^|\/)index\.ts$/.test(path))).toEqual([])
  })

  test('import one another in one direction', () => {
    const circular = sources.filter((path) => {
      const [, ...others] = reachedFrom(path, ({ typeOnly }) => !typeOnly)
      return others.some((other) =>
        imports.get(other)?.some(({ target, typeOnly }) => target === path && !typeOnly),
      )
    })
    expect(circular).toEqual([])
  })
})

/** Everything that a file imports, directly or not, itself first. */
function reachedFrom(start: string, follow: (one: Import) => boolean = () => true): Set<string> {
  const reached = new Set([start])
  for (const path of reached) {
    for (const one of imports.get(path) ?? []) if (follow(one)) reached.add(one.target)
  }
  return reached
}

/** A folder of `src`, or a file beside the folders. */
function partOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function importsOf(path: string): Import[] {
  const code = text.get(path) ?? ''
  const statements = /^(?:import|export)\s+(type\s+)?(?:[\w$\s{},*]+?\s+from\s+)?'([^']+)'/gm
  const dynamic = /\bimport\(\s*()'([^']+)'/g
  return [...code.matchAll(statements), ...code.matchAll(dynamic)].map(([, type, specifier = '']) => ({
    from: path,
    specifier,
    target: specifier.startsWith('.') ? join(dirname(path), specifier.replace(/\?raw$/, '')) : specifier,
    typeOnly: type !== undefined && type !== '',
  }))
}

/** Without comments and quoted strings. */
function codeOf(path: string): string {
  const code = text.get(path) ?? ''
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '').replaceAll(/'[^'\n]*'/g, "''")
}
