import type { Work } from '../search/search.ts'
import guessedNames from './argument-names.json' with { type: 'json' }
import { isObject, readJson } from './message.ts'
import {
  type ConnectorName,
  connectorNames,
  mcpLimits,
  type NumberLimits,
  type ToolName,
  toolNames,
} from './protocol.ts'
import { RpcError } from './reply.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** How an argument is parsed. Its description for clients is in the build half. */
export interface ArgumentRule {
  readonly type: 'string' | 'boolean' | 'number'
  readonly required?: true
  /** Several values are lines of one text. */
  readonly isList?: true
  /** Of a number. */
  readonly limits?: NumberLimits
}

const text: ArgumentRule = { type: 'string' }
const requiredText: ArgumentRule = { type: 'string', required: true }
const flag: ArgumentRule = { type: 'boolean' }
const numberWithin = (limits: NumberLimits): ArgumentRule => ({ type: 'number', limits })

export const filterArguments = { series: text, tag: text, author: text, since: text, until: text, sort: text }

export const toolArguments = {
  [toolNames.list]: { ...filterArguments, limit: numberWithin(mcpLimits.posts), cursor: text },
  [toolNames.get]: {
    id: { ...requiredText, isList: true },
    section: text,
    offset: numberWithin(mcpLimits.offset),
    max_chars: numberWithin(mcpLimits.part),
  },
  [toolNames.search]: {
    query: requiredText,
    ...filterArguments,
    limit: numberWithin(mcpLimits.hits),
    max_chars: numberWithin(mcpLimits.found),
    cursor: text,
    markdown: flag,
    explain: flag,
  },
  [connectorNames.search]: { query: requiredText },
  [connectorNames.fetch]: { id: requiredText },
} as const satisfies Record<ToolName | ConnectorName, Readonly<Record<string, ArgumentRule>>>

type ArgumentValue = string | number | boolean

/** Parsed arguments of a tool call, with defaults filled in. */
export interface Arguments {
  readonly values: ReadonlyMap<string, ArgumentValue>
  /** The arguments that are no defaults. */
  readonly given: ReadonlySet<string>
  /** Tells the model what was ignored or changed. */
  readonly notes: readonly string[]
}

/** A failed call. `advice` tells the model what is wrong and what to do next. */
export class ToolError {
  readonly advice: string
  constructor(advice: string) {
    this.advice = advice
  }
}

export type ToolRun = (input: Arguments, work: Work) => Uint8Array | ToolError

const normalName = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '')

/** By what models guess: their names in any case, with or without hyphens and underscores, and `argument-names.json`. */
const argumentNames = new Map(
  Object.entries(guessedNames).flatMap(([name, others]) =>
    [normalName(name), ...others.split(' ')].map((spelling) => [spelling, name] as const),
  ),
)

const kindNames = { string: 'text', number: 'a number', boolean: 'true or false' } as const

const parseAs = {
  string: (value: unknown) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  },
  /** Clamps to the limits. Clients that fill in every argument send 0, which means the default. */
  number: (value: unknown, limits: NumberLimits = mcpLimits.offset) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number !== 'number' || Number.isNaN(number)) return undefined
    if (number === 0) return limits.default
    return Math.min(limits.max, Math.max(limits.min, Math.round(number)))
  },
  boolean: (value: unknown) => {
    const word = String(value).trim().toLowerCase()
    if (['true', 'yes', '1'].includes(word)) return true
    return ['false', 'no', '0'].includes(word) ? false : undefined
  },
} as const

/**
 * Parses a tool's arguments leniently: models guess names and types, and many clients do not validate. Unknown arguments are
 * ignored with a note; only a missing required one fails.
 */
export function argumentReader(rules: Readonly<Record<string, ArgumentRule>>) {
  const declared = new Map(Object.entries(rules))
  const usage = `This tool takes: ${[...declared.keys()].join(', ')}.`

  return (input: unknown): Arguments | ToolError => {
    const object = toObject(input)
    if (!object) return new ToolError(`\`arguments\` must be an object. ${usage}`)
    const values = new Map<string, ArgumentValue>()
    const notes: string[] = []
    const ignored: string[] = []
    const exact = new Set<string>()
    for (const [key, sent] of Object.entries(object)) {
      const name = declared.has(key) ? key : (argumentNames.get(normalName(key)) ?? '')
      const rule = declared.get(name)
      const value = bareValue(sent, rule?.isList ? '\n' : ' ')
      if (!rule) ignored.push(key)
      if (!rule || value === undefined || exact.has(name)) continue
      const parsed = parseAs[rule.type](value, rule.limits)
      if (parsed === undefined) notes.push(`\`${name}\` was ignored: it is not ${kindNames[rule.type]}.`)
      else values.set(name, parsed)
      if (name === key) exact.add(name)
    }
    const given = new Set(values.keys())
    if (ignored.length > 0) notes.unshift(`Ignored unknown arguments: ${quotedList(ignored)}. ${usage}`)
    for (const [name, { limits, required }] of declared) {
      if (limits && !values.has(name)) values.set(name, limits.default)
      if (required && !values.has(name)) return new ToolError(`\`${name}\` is required. ${usage}`)
    }
    return { values, given, notes }
  }
}

/** Accepts an object, its JSON text, or nothing for no arguments. */
function toObject(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (input === undefined || input === null || input === '') return {}
  if (isObject(input)) return input
  if (Array.isArray(input)) return input.length < 2 ? toObject(input[0]) : undefined
  if (typeof input !== 'string' || !/^\s*\{/.test(input)) return undefined
  const json = readJson(encodeUtf8(input))
  return json instanceof RpcError ? undefined : toObject(json.value)
}

/** Quotes names sent by the client. Shortened and stripped, because a model reads the result. */
function quotedList(names: readonly string[]): string {
  return names
    .slice(0, 8)
    .map((name) => `\`${name.replace(/[^\w.-]/g, '').slice(0, 40)}\``)
    .join(', ')
}

/** Models send null, "" or [] for an omitted argument, and a list for a single value. */
function bareValue(value: unknown, separator: string): unknown {
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === 'string' && item !== '')
    return texts.length > 1 ? texts.join(separator) : bareValue(value[0], separator)
  }
  return value === null || value === '' || value === 'null' || value === 'undefined' ? undefined : value
}
