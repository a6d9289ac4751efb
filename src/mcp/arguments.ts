import { isObject, readJson } from './message.ts'
import { type ConnectorName, connectorNames, mcpLimits, type ToolName, toolNames } from './protocol.ts'
import { encoded, RpcError } from './reply.ts'

/** How an argument is read. The build half describes each to clients; nothing else about it is decided there. */
export type ArgumentRule =
  | { readonly type: 'string'; readonly required?: true; readonly isList?: true }
  | { readonly type: 'boolean' }
  | { readonly type: 'number'; readonly least: number; readonly usual: number; readonly most: number }

const text = { type: 'string' } as const
const needed = { type: 'string', required: true } as const
const yesOrNo = { type: 'boolean' } as const
const number = (limits: { readonly least: number; readonly usual: number; readonly most: number }) =>
  ({ type: 'number', ...limits }) as const

export const toolArguments = {
  [toolNames.list]: { series: text, tag: text, since: text, limit: number(mcpLimits.posts), cursor: text },
  [toolNames.get]: {
    id: { ...needed, isList: true },
    section: text,
    offset: number(mcpLimits.offset),
    max_chars: number(mcpLimits.part),
  },
  [toolNames.search]: {
    query: needed,
    series: text,
    tag: text,
    author: text,
    since: text,
    until: text,
    limit: number(mcpLimits.hits),
    max_chars: number(mcpLimits.passages),
    cursor: text,
    markdown: yesOrNo,
    explain: yesOrNo,
  },
  [connectorNames.search]: { query: needed },
  [connectorNames.fetch]: { id: needed },
} as const satisfies Record<ToolName | ConnectorName, Readonly<Record<string, ArgumentRule>>>

/** What a tool was called with: what is certain of it, with defaults filled in, and what was made of the rest. */
export interface Arguments {
  readonly values: ReadonlyMap<string, string | number | boolean>
  /** For the model: what was ignored or changed. */
  readonly notes: readonly string[]
}

/** What is wrong with a call, and what to do next; for a model to read. */
export class ToolError {
  readonly advice: string
  constructor(advice: string) {
    this.advice = advice
  }
}

/** Names that models guess, and what they mean. Letter case, hyphens and underscores do not matter. */
const synonyms: Readonly<Record<string, string>> = {
  series: 'type category seriesname collection',
  tag: 'tags topic topics label keyword',
  author: 'by writer byline authors',
  since: 'after from fromdate startdate publishedafter newerthan',
  until: 'before to todate enddate publishedbefore olderthan',
  query: 'q text search searchquery searchterm term terms keywords question input',
  id: 'slug postid post identifier ids postids articleid docid url uri title path',
  section: 'anchor heading fragment hash',
  limit: 'max count n size pagesize perpage maxresults numresults topk first top',
  cursor: 'nextcursor pagetoken nextpagetoken continuation',
  offset: 'start startindex position skip',
  max_chars: 'maxlength maxcharacters length chars',
  markdown: 'asmarkdown md',
  explain: 'debug verbose details',
}

/**
 * Reads the arguments of one tool. Models send what their training has taught them, and clients let it pass: where it is certain what
 * a value means, that is what it is; what means nothing here is ignored, and named in a note. Only a call without its subject fails.
 */
export function argumentReader(rules: Readonly<Record<string, ArgumentRule>>) {
  const declared = new Map(Object.entries(rules))
  const names = new Map<string, string>()
  for (const name of declared.keys())
    for (const other of synonyms[name]?.split(' ') ?? []) names.set(other, name)
  for (const name of declared.keys()) names.set(plain(name), name)
  const takes = `This tool takes: ${[...declared.keys()].join(', ')}.`

  return (given: unknown): Arguments | ToolError => {
    const object = objectIn(given)
    if (!object) return new ToolError(`\`arguments\` must be an object. ${takes}`)
    const values = new Map<string, string | number | boolean>()
    const notes: string[] = []
    const ignored: string[] = []
    const exact = new Set<string>()
    for (const [key, sent] of Object.entries(object)) {
      const name = declared.has(key) ? key : (names.get(plain(key)) ?? '')
      const rule = declared.get(name)
      const value = meant(sent, rule && 'isList' in rule ? '\n' : ' ')
      if (!rule) ignored.push(key)
      if (!rule || value === undefined || exact.has(name)) continue
      const read = readers[rule.type](value, rule as never)
      if (read === undefined) notes.push(`\`${name}\` was ignored: it is not ${kindNames[rule.type]}.`)
      else values.set(name, read)
      if (name === key) exact.add(name)
    }
    if (ignored.length > 0) notes.unshift(`Ignored unknown arguments: ${quotedList(ignored)}. ${takes}`)
    for (const [name, rule] of declared) {
      if (rule.type === 'number' && !values.has(name)) values.set(name, rule.usual)
      if ('required' in rule && !values.has(name)) return new ToolError(`\`${name}\` is required. ${takes}`)
    }
    return { values, notes }
  }
}

/** An object, or the JSON text of one, which may nest as deep as a message; when it is absent, an empty one. */
function objectIn(given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined || given === null || given === '') return {}
  if (isObject(given)) return given
  if (Array.isArray(given)) return given.length < 2 ? objectIn(given[0]) : undefined
  if (typeof given !== 'string' || !/^\s*\{/.test(given)) return undefined
  const read = readJson(encoded(given))
  return read instanceof RpcError ? undefined : objectIn(read.value)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '')
}

/** Names chosen by the client, in a text that a model reads: shortened, and without anything that ends a quotation. */
function quotedList(names: readonly string[]): string {
  return names
    .slice(0, 8)
    .map((name) => `\`${name.replace(/[^\w.-]/g, '').slice(0, 40)}\``)
    .join(', ')
}

/** Models send null, "" or [] for an argument they leave out, and a list for a single value. */
function meant(value: unknown, between: string): unknown {
  if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string' && one !== '')
    return texts.length > 1 ? texts.join(between) : meant(value[0], between)
  }
  return value === null || value === '' || value === 'null' || value === 'undefined' ? undefined : value
}

const kindNames = { string: 'text', number: 'a number', boolean: 'true or false' } as const

const readers = {
  string: (value: unknown) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  },
  /** The nearest that is allowed. Of nothing there is no use: 0 is what clients send that fill in every argument. */
  number: (value: unknown, { least, usual, most }: Extract<ArgumentRule, { type: 'number' }>) => {
    const sent = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof sent !== 'number' || Number.isNaN(sent)) return undefined
    if (sent === 0) return usual
    return Math.min(most, Math.max(least, Math.round(sent)))
  },
  boolean: (value: unknown) => {
    const sent = typeof value === 'string' ? value.trim().toLowerCase() : value
    if ([true, 1, 'true', 'yes', '1'].includes(sent as never)) return true
    return [false, 0, 'false', 'no', '0'].includes(sent as never) ? false : undefined
  },
} as const
