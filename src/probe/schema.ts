import { short } from './shapes.ts'
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
