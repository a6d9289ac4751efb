import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Command, Option } from 'commander'
import type * as z from 'zod'
import { contentRules } from '../src/base/diagnostics.ts'
import { errorCodes } from '../src/base/http.ts'
import { program } from '../src/cli/program.ts'
import { archiveAuthor, archiveKeys } from '../src/content/archive-keys.ts'
import { fieldNames, type Generator } from '../src/generators/generator.ts'
import { generators } from '../src/generators/registry.ts'
import { limits as importLimits } from '../packages/import/src/limits.ts'
import { type ArgumentRule, toolArguments } from '../src/mcp/arguments.ts'
import { toolNames } from '../src/mcp/protocol.ts'
import { rules as liveRules } from '../packages/check/src/check.ts'
import { metricsOf, newHistory, vitals } from '../src/runtime/node/metrics/metrics.ts'

/**
 * The tables of the docs that describe code, made from that code, and the files of recipes/, which tests run. Each stands between
 * `<!-- generated: name -->` and `<!-- end -->`. `npm run docs` writes them; test/docs.test.ts fails while the page is out of date.
 */
export const tables: Readonly<Record<DocsPage, readonly Table[]>> = {
  'docs/DEPLOY.md': [],
  'docs/LIBRARY.md': [],
  'docs/THEMES.md': [],
  'docs/PUBLISHING.md': [{ marker: 'generators', make: generatorTable }],
  'docs/REFERENCE.md': [
    { marker: 'commands', make: commandTable },
    ...commands().map((command) => ({
      marker: `options of ${command.name()}`,
      make: () => optionTable(command),
    })),
    { marker: 'metrics', make: metricTable },
    { marker: 'import limits', make: importLimitTable },
    { marker: 'archive.yaml', make: archiveKeyTable },
    { marker: 'front matter', make: frontMatterTable },
    { marker: 'content rules', make: () => ruleTable(contentRules) },
    { marker: 'live archive rules', make: () => ruleTable(liveRules) },
    { marker: 'errors', make: errorTable },
    { marker: 'MCP tools', make: toolTable },
  ],
}

export type DocsPage =
  | 'docs/DEPLOY.md'
  | 'docs/LIBRARY.md'
  | 'docs/PUBLISHING.md'
  | 'docs/REFERENCE.md'
  | 'docs/THEMES.md'

interface Table {
  readonly marker: string
  readonly make: () => string
}

/** The page with every generated table as it is now. A marker that is unknown, missing or used twice is an error. */
export function withTables(name: DocsPage, page: string): string {
  const unused = new Map(tables[name].map(({ marker, make }) => [marker, make]))
  const written = page.replace(/^<!-- generated: (.+) -->\n[\s\S]*?^<!-- end -->$/gm, (_, marker: string) => {
    const make = marker.startsWith('recipes/') ? () => codeBlock(marker) : unused.get(marker)
    if (!make) throw new Error(`no table is called "${marker}", or it is on the page twice`)
    unused.delete(marker)
    return `<!-- generated: ${marker} -->\n${make()}\n<!-- end -->`
  })
  if (unused.size > 0) throw new Error(`the page has no markers for: ${[...unused.keys()].join(', ')}`)
  return written
}

function codeBlock(path: string): string {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  return `\`\`\`${languages[extname(path) || basename(path)]}\n${text}\`\`\``
}

/** What GitHub highlights a recipe as, by how its name ends. */
const languages: Readonly<Record<string, string>> = {
  ...{ '.js': 'js', '.ts': 'ts', '.json': 'json', '.sh': 'sh', '.yml': 'yaml', '.yaml': 'yaml' },
  ...{
    '.service': 'ini',
    '.conf': 'nginx',
    Caddyfile: 'caddyfile',
    '.Caddyfile': 'caddyfile',
    '.vcl': 'vcl',
    Dockerfile: 'dockerfile',
  },
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

const code = (text: string) => `\`${text}\``

/** Those that have options, in the order of help. */
function commands(): Command[] {
  return program(() => {}).commands.filter(({ options }) => options.length > 0)
}

function generatorTable(): string {
  const list = (values: readonly string[]) => values.map(code).join(', ') || '–'
  const rows = generators.toSorted(byTitle).map((one) => {
    const globs = (one.layout.posts[0] ?? []).filter((glob) => !glob.startsWith('!'))
    const folders = globs.map((glob) =>
      glob
        .replace(/\{posts,[^}]*\}/, 'posts')
        .replace(/^\.\//, '')
        .replace(/\/\*\*\/.*$/, '/'),
    )
    const fields = Object.entries(one.fields.names ?? {}).flatMap(([name, keys]) =>
      keys.map((key) => `${code(key)} (${name})`),
    )
    return [
      one.title,
      code(one.name),
      list([...new Set(folders)]),
      list(one.layout.files),
      list(one.addresses.posts ?? []),
      fields.join(', ') || '–',
    ]
  })
  return table(['site', '`generator`', 'posts', 'files', 'old URLs', 'keys of its own'], rows)
}

/** A plain folder is the last. */
function byTitle(a: Generator, b: Generator): number {
  return Number(a.name === 'none') - Number(b.name === 'none') || a.title.localeCompare(b.title, 'en')
}

function commandTable(): string {
  const rows = program(() => {}).commands.map((command) => {
    const taken = command.registeredArguments.map((one) =>
      one.required ? `<${one.name()}>` : `[${one.name()}]`,
    )
    const needed = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags)
    return [code(['citable', command.name(), ...taken, ...needed].join(' ')), command.summary()]
  })
  return table(['command', 'what it does'], rows)
}

function optionTable(command: Command): string {
  const rows = command.options.map((option) => {
    const { help, fallback, variable } = described(option)
    const choices = option.argChoices?.map(code).join(', ')
    return [
      code(option.flags),
      variable ? code(variable) : '–',
      fallback,
      choices ? `${help} (${choices})` : help,
    ]
  })
  const hasVariables = rows.some(([, variable]) => variable !== '–')
  const columns = ['option', 'variable', 'default', 'meaning']
  const shown = (cells: readonly string[]) => cells.filter((_, column) => hasVariables || column !== 1)
  return table(shown(columns), rows.map(shown))
}

/** Help ends with "(default: 3000, or PORT)" where the default is worked out later. */
function described({ description, mandatory, negate, defaultValue }: Option): {
  readonly help: string
  readonly fallback: string
  readonly variable: string | undefined
} {
  const [, help = description, said, variable] =
    /^(.*) \(default: (.*?)(?:, or ([A-Z_]+))?\)$/.exec(description) ?? []
  const known =
    typeof defaultValue === 'string' ? defaultValue : defaultValue === false || negate ? 'off' : 'none'
  return { help, fallback: mandatory ? 'required' : (said ?? known), variable }
}

function metricTable(): string {
  const sample = {
    counts: [{ way: 'lane', method: 'GET', status: 200, form: 'html', count: 1 }] as const,
    durations: [{ operation: 'search', counts: [], seconds: 0 }],
    vitals: Object.fromEntries(Object.keys(vitals).map((name) => [name, 0])),
  }
  const rows = metricsOf(sample, '0.1.0', newHistory()).map(({ name, help, type, values }) => {
    const labels = Object.keys(values[0]?.[0] ?? {})
    return [code(labels.length > 0 ? `${name}{${labels.join(',')}}` : name), type, help]
  })
  return table(['metric', 'type', 'meaning'], rows)
}

function importLimitTable(): string {
  const megabytes = (bytes: number) => `${bytes / 2 ** 20} MB`
  const millions = (count: number) => `${count / 1e6} million`
  const limits = importLimits
  return table(
    ['input', 'limit'],
    [
      [
        'a zip',
        `unpacks to ${megabytes(limits.unpackedBytes)} or ${limits.unpackedTimes} times its size, whichever is more; unpack a larger one yourself and name the folder`,
      ],
      ['a file that is read whole', megabytes(limits.fileBytes)],
      [
        'an export',
        `${thousands(limits.entries)} posts and pages, ${limits.processorMinutes} minutes of CPU time; in CSV ${millions(limits.csvFields)} fields; in XML ${millions(limits.xmlElements)} elements, ${millions(limits.recordLength)} characters per record, ${limits.xmlDepth} levels`,
      ],
      [
        'the HTML of a post',
        `${millions(limits.htmlLength)} characters, ${thousands(limits.htmlElements)} elements, ${thousands(limits.htmlDepth)} levels; elements more than ${limits.keptDepth} levels deep are unwrapped`,
      ],
      [
        'fetched files',
        `${megabytes(limits.fetchedFileBytes)} and ${limits.fetchSeconds} seconds each, ${limits.fetchedBytes / 2 ** 30} GB and ${limits.fetchMinutes} minutes together`,
      ],
    ],
  )
}

function archiveKeyTable(): string {
  const { mcp, look, images } = archiveKeys.shape
  const groups: Readonly<Record<string, z.ZodObject>> = {
    author: archiveAuthor,
    mcp: mcp.unwrap(),
    look: look.unwrap(),
    images: images.unwrap(),
  }
  const row = (key: string, schema: z.ZodType) => {
    const { description = '', fallback } = schema.meta() ?? {}
    return [code(key), typeof fallback === 'string' ? fallback : defaultOf(schema), description]
  }
  const rows = Object.entries(archiveKeys.shape).flatMap(([name, schema]) =>
    groups[name]
      ? Object.entries(groups[name].shape).map(([key, one]) => row(`${name}.${key}`, one as z.ZodType))
      : [row(name, schema)],
  )
  return table(['key', 'default', 'meaning'], rows)
}

function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined)
  if (!success || data === undefined || (typeof data === 'object' && Object.keys(data ?? {}).length === 0))
    return 'none'
  return code(String(data))
}

function frontMatterTable(): string {
  const rows = Object.entries(fieldNames).map(([name, understood]) => [
    code(name),
    understood
      .filter((one) => one !== name)
      .map(code)
      .join(', ') || '–',
  ])
  return table(['name', 'also understood'], rows)
}

function ruleTable(
  rules: Readonly<Record<string, { readonly level: string; readonly meaning: string }>>,
): string {
  const rows = Object.entries(rules).map(([rule, { level, meaning }]) => [code(rule), level, meaning])
  return table(['rule', 'level', 'meaning'], rows)
}

function errorTable(): string {
  const rows = Object.entries(errorCodes).map(([name, { status, meaning, cache }]) => [
    `${status}`,
    code(name),
    meaning,
    cache,
  ])
  return table(['status', 'code', 'meaning', 'cache'], rows)
}

function toolTable(): string {
  const shown = ([name, { limits }]: [string, ArgumentRule]) =>
    limits && limits.max < Number.MAX_SAFE_INTEGER
      ? `${code(name)} (${thousands(limits.default)}, at most ${thousands(limits.max)})`
      : code(name)
  const rows = Object.values(toolNames).map((name) => [
    code(name),
    Object.entries<ArgumentRule>(toolArguments[name]).map(shown).join(', '),
  ])
  return table(['tool', 'arguments'], rows)
}

function thousands(value: number): string {
  return value.toLocaleString('en')
}
