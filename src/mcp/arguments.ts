import type { ArgumentSchema, InputSchema } from '../snapshot/mcp.ts'
import { isObject } from './message.ts'

/** What a tool was called with, checked against the schema that its clients are shown; defaults are filled in. */
export type Arguments = ReadonlyMap<string, string | number>

/** What is wrong with a call, and what to do next; for a model to read. */
export class ToolError {
  readonly advice: string
  constructor(advice: string) {
    this.advice = advice
  }
}

/** Names that models guess, and what they mean. Letter case, hyphens and underscores do not matter. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  series: ['type', 'category', 'seriesname', 'collection'],
  tag: ['tags', 'topic', 'topics', 'label', 'keyword'],
  query: ['q', 'text', 'search', 'searchquery', 'searchterm', 'term', 'terms', 'keywords', 'question'],
  id: ['slug', 'postid', 'post', 'identifier', 'articleid', 'docid'],
  limit: ['max', 'count', 'n', 'size', 'pagesize', 'perpage', 'maxresults', 'numresults', 'topk', 'first'],
  cursor: ['nextcursor', 'after', 'pagetoken', 'nextpagetoken', 'continuation'],
  offset: ['start', 'from', 'startindex', 'position'],
  max_chars: ['maxlength', 'maxcharacters', 'length', 'chars'],
}

export type ReadArguments = (given: unknown) => Arguments | ToolError

/** Reads the arguments of one tool. Where it is certain what a value means, that is what it is: "5" is 5, null is nothing. */
export function argumentReader({ properties, required = [] }: InputSchema): ReadArguments {
  const declared = new Map(Object.entries(properties))
  const names = new Map<string, string>()
  for (const name of declared.keys()) {
    for (const other of synonyms[name] ?? []) names.set(other, name)
  }
  for (const name of declared.keys()) names.set(plain(name), name)
  const defaults = [...declared].flatMap(([name, schema]): [string, string | number][] =>
    schema.default === undefined ? [] : [[name, schema.default]],
  )
  const takes = `This tool takes: ${[...declared.keys()].join(', ')}.`

  return (given = {}) => {
    if (!isObject(given)) return new ToolError(`\`arguments\` must be an object. ${takes}`)
    const values = new Map(defaults)
    const exact = new Set<string>()
    for (const key of Object.keys(given)) {
      const name = declared.has(key) ? key : names.get(plain(key))
      const schema = name === undefined ? undefined : declared.get(name)
      if (name === undefined || schema === undefined) return new ToolError(`Unknown argument. ${takes}`)
      const value = meant(given[key])
      if (value === undefined || exact.has(name)) continue
      const checked = check(name, schema, value)
      if (checked instanceof ToolError) return checked
      values.set(name, checked)
      if (name === key) exact.add(name)
    }
    const missing = required.find((name) => !values.has(name))
    return missing === undefined ? values : new ToolError(`\`${missing}\` is required. ${takes}`)
  }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '')
}

/** Models send null, "" or [] for an argument they leave out, and a list of one for a single value. */
function meant(value: unknown): unknown {
  const only = Array.isArray(value) && value.length < 2 ? value[0] : value
  return only === null || only === '' ? undefined : only
}

function check(name: string, schema: ArgumentSchema, value: unknown): string | number | ToolError {
  return schema.type === 'integer' ? checkInteger(name, schema, value) : checkText(name, schema, value)
}

/** More than the maximum counts as the maximum. */
function checkInteger(name: string, { minimum = 0, maximum = Infinity }: ArgumentSchema, value: unknown) {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (!Number.isInteger(number) || (number as number) < minimum) {
    const most = maximum === Infinity ? '' : `, at most ${maximum}`
    return new ToolError(`\`${name}\` must be a whole number of at least ${minimum}${most}.`)
  }
  return Math.min(number as number, maximum)
}

function checkText(name: string, schema: ArgumentSchema, value: unknown): string | ToolError {
  if (typeof value !== 'string') return new ToolError(`\`${name}\` must be a string.`)
  const { enum: allowed, maxLength = Infinity } = schema
  if (value.length > maxLength)
    return new ToolError(`\`${name}\` is longer than ${maxLength} characters. Shorten it to its key words.`)
  if (!allowed) return value
  const one = allowed.find((name) => name.toLowerCase() === value.trim().toLowerCase())
  return one ?? new ToolError(`\`${name}\` must be one of: ${allowed.join(', ')}.`)
}
