import { type Encoding, encodings, type Variant } from '../snapshot/resource.ts'

const mediaRange = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

/**
 * Returns the index of the best offer for an Accept header, or -1 if it excludes all (RFC 9110 §12.5.1). The most specific range
 * sets an offer's weight. On equal weights, a named type beats a wildcard, named types follow the client's order and the rest
 * the server's. A header without a valid range counts as absent.
 */
export function chooseType(header: string | undefined, offers: readonly string[]): number {
  const list = weightedList(header ?? '')
  const ranges = list.filter(
    ({ name }) => mediaRange.test(name) && (!name.startsWith('*/') || name === '*/*'),
  )
  if (ranges.length === 0) return 0
  const matches = offers.map((offer, index) => ({ index, ...matchOf(offer, ranges) }))
  const [best] = matches.sort((a, b) => b.weight - a.weight || a.order - b.order)
  return best && best.weight > 0 ? best.index : -1
}

/** `order` is the position in the header; a wildcard comes after all names. */
function matchOf(offer: string, ranges: readonly Weighted[]) {
  for (const name of [offer, `${offer.slice(0, offer.indexOf('/'))}/*`, '*/*']) {
    // RFC 9110 does not define duplicates; use the higher weight.
    const [range] = ranges.filter((one) => one.name === name).sort((a, b) => b.weight - a.weight)
    if (range) return { weight: range.weight, order: name === offer ? ranges.indexOf(range) : ranges.length }
  }
  return { weight: 0, order: ranges.length }
}

/**
 * Returns the acceptable encodings, best first (RFC 9110 §12.5.3); ties follow the server's order. Identity comes last if it is
 * not named, unless `*;q=0` excludes it. An absent or empty header allows only identity.
 */
export function acceptableEncodings(header: string | undefined): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const { name, weight } of weightedList(header ?? '')) {
    const encoding = name === 'x-gzip' ? 'gzip' : name // RFC 9110 §8.4.1.3
    weights.set(encoding, Math.max(weight, weights.get(encoding) ?? 0))
  }
  const others = weights.get('*') ?? 0
  const unnamedIdentity = weights.get('*') === 0 ? 0 : Number.MIN_VALUE
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? unnamedIdentity : others)
  return encodings.filter((encoding) => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))
}

export function pickVariant(
  variants: readonly Variant[],
  acceptable: readonly Encoding[],
): Variant | undefined {
  for (const encoding of acceptable) {
    for (const variant of variants) if (variant.encoding === encoding) return variant
  }
  return undefined
}

/** A list element such as `gzip;q=0.5` or `text/html;level=1`. */
interface Weighted {
  /** In lower case, without parameters. */
  readonly name: string
  readonly weight: number
}

/**
 * Parses Accept and Accept-Encoding (RFC 9110 §12.4.2) in linear time. Ignores parameters other than the first `q`, and elements
 * with a malformed weight.
 */
function weightedList(header: string): Weighted[] {
  const list: Weighted[] = []
  for (const element of split(header, ',')) {
    const [name = '', ...parameters] = split(element, ';')
    const weight = weightAmong(parameters)
    if (weight !== undefined) list.push({ name: name.trim().toLowerCase(), weight })
  }
  return list
}

/** Splits outside quoted strings; drops a piece with an unclosed quote. */
function split(text: string, separator: string): string[] {
  const pieces: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (quoted && character === '\\') i++
    else if (character === '"') quoted = !quoted
    else if (!quoted && character === separator) {
      pieces.push(text.slice(start, i))
      start = i + 1
    }
  }
  if (!quoted) pieces.push(text.slice(start))
  return pieces
}

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

function weightAmong(parameters: readonly string[]): number | undefined {
  const q = parameters.find((one) => /^\s*q\s*(?:=|$)/i.test(one))
  if (q === undefined) return 1
  const value = q.slice(q.indexOf('=') + 1).trimEnd()
  return qvalue.test(value) ? Number(value) : undefined
}

/** Evaluates If-None-Match, with weak comparison (RFC 9110 §13.1.2): caches may weaken a tag. */
export function isCurrent(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true
  const tags = entityTags(ifNoneMatch)
  return tags === '*' || tags.includes(etag) || tags.includes(`W/${etag}`)
}

/** Evaluates If-Match, with strong comparison (RFC 9110 §13.1.1). */
export function preconditionFails(ifMatch: string, etag: string): boolean {
  const tags = entityTags(ifMatch)
  return tags !== '*' && tags.length > 0 && !tags.includes(etag)
}

const element = /[\t ,]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?=,|$)/y
const rest = /[\t ,]*$/y

/** Parses a list of ETags. A malformed list counts as absent. */
function entityTags(header: string): '*' | readonly string[] {
  if (header.trim() === '*') return '*'
  const tags: string[] = []
  element.lastIndex = 0
  let end = 0
  for (let found = element.exec(header); found?.[1] !== undefined; found = element.exec(header)) {
    tags.push(found[1])
    end = element.lastIndex
  }
  rest.lastIndex = end
  return rest.test(header) ? tags : []
}
