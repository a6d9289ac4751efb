import { isObject } from './probed-site.ts'

/**
 * What of a value breaks a schema of the OpenAPI contract that the service publishes. The keywords that describe plain data are
 * read; one that is not known here is not held against anybody.
 */
export function violations(value: unknown, schema: unknown, contract: unknown, at = '', depth = 0): string[] {
  if (!isObject(schema) || depth > 40) return []
  const deeper = (one: unknown, part: unknown, where: string) =>
    violations(one, part, contract, where, depth + 1)
  if (typeof schema['$ref'] === 'string') return deeper(value, pointed(contract, schema['$ref']), at)
  const name = at || 'the body'
  const types = [schema['type']].flat().filter((type) => typeof type === 'string')
  if (types.length > 0 && !types.some((type) => isOf(value, type))) {
    return [`${name} is ${short(value)}, not ${types.join(' or ')}`]
  }
  const found: string[] = []
  const { enum: choices, pattern, minimum, items, required, properties, additionalProperties } = schema
  if (Array.isArray(choices) && !choices.includes(value))
    found.push(`${name} is ${short(value)}, not in its enum`)
  if (typeof pattern === 'string' && typeof value === 'string' && !matches(value, pattern)) {
    found.push(`${name} is ${short(value)}, and does not match ${pattern}`)
  }
  if (typeof minimum === 'number' && typeof value === 'number' && value < minimum) {
    found.push(`${name} is ${value}, less than ${minimum}`)
  }
  if (Array.isArray(value)) found.push(...value.flatMap((one, nth) => deeper(one, items, `${at}[${nth}]`)))
  if (isObject(value)) {
    const known = isObject(properties) ? properties : {}
    const step = (key: string) => (at ? `${at}.${key}` : key)
    for (const key of Array.isArray(required) ? required : []) {
      if (typeof key === 'string' && !(key in value)) found.push(`${step(key)} is missing`)
    }
    for (const [key, one] of Object.entries(value)) {
      found.push(...deeper(one, Object.hasOwn(known, key) ? known[key] : additionalProperties, step(key)))
    }
  }
  for (const part of Array.isArray(schema['allOf']) ? schema['allOf'] : [])
    found.push(...deeper(value, part, at))
  return found
}

function pointed(contract: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value: unknown, step) => (isObject(value) ? value[step] : undefined), contract)
}

function isOf(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}

/**
 * A pattern that cannot be read is the contract's mistake, not the value's. One that repeats a group may take for ever, and so may
 * any on a long text: those are not tried.
 */
function matches(value: string, pattern: string): boolean {
  if (value.length > 500 || /\)[*+{]/.test(pattern)) return true
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

/** The tables of the contract, field by field: a type, with `?` for what may be absent and `|null` for what may be null. */
export const shapes = {
  index: {
    service: 'string',
    version: 'string',
    documentation: 'uri?',
    specification: 'uri?',
    endpoints: 'map of uri',
  },
  list: { count: 'integer', generatedAt: 'date-time?', posts: 'list of objects' },
  post: {
    id: 'string',
    type: 'string',
    seriesLabel: 'string',
    seriesNumber: 'integer',
    title: 'string',
    summary: 'string',
    tags: 'list of strings?',
    readingTime: 'string|null?',
    datePublished: 'date|null?',
    dateModified: 'date-time|null?',
    wordCount: 'integer?',
    url: 'uri',
    markdownUrl: 'uri?',
  },
  body: { bodyMarkdown: 'string?' },
  statistics: {
    totalPosts: 'integer',
    bySeries: 'map of objects',
    tags: 'list of strings?',
    generatedAt: 'date-time?',
  },
  series: { count: 'integer', latest: 'string' },
  error: {
    status: 'integer',
    code: 'string',
    message: 'string',
    hint: 'string?',
    path: 'string?',
    documentation: 'uri?',
    specification: 'uri?',
  },
} as const

/** What of a value is not as a table of the contract has it. */
export function mismatches(value: unknown, shape: Readonly<Record<string, string>>, at = ''): string[] {
  if (!isObject(value)) return [`${at || 'the body'} is not an object`]
  return Object.entries(shape).flatMap(([name, written]) => {
    const [, type = '', nullable, optional] = /^(.*?)(\|null)?(\?)?$/.exec(written) ?? []
    const field = value[name]
    if (field === undefined) return optional ? [] : [`${at}${name} is missing`]
    if ((field === null && nullable) || kinds[type]?.(field)) return []
    return [`${at}${name} is ${short(field)}, not ${type}${nullable ? ' or null' : ''}`]
  })
}

const isString = (value: unknown) => typeof value === 'string'
const isUri = (value: unknown) => typeof value === 'string' && /^https?:\/\/[^\s/]/.test(value)
const each = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is)
const map = (is: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && Object.values(value).every(is)

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isString,
  integer: Number.isInteger,
  uri: isUri,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  'date-time': (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value),
  'list of strings': each(isString),
  'list of objects': each(isObject),
  'map of uri': map(isUri),
  'map of objects': map(isObject),
}

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
