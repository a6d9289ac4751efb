import { isObject } from './probed-site.ts'

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
