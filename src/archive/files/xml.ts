/** A piece of an XML document. Offsets are in the text that was given. */
export type XmlToken =
  | Tag
  | { readonly kind: 'close'; readonly name: string; readonly start: number; readonly end: number }
  | { readonly kind: 'instruction'; readonly start: number; readonly end: number }
  /** Literal text has no entities; what is around it is no part of the token. */
  | { readonly kind: 'text'; readonly isLiteral: boolean; readonly start: number; readonly end: number }

export interface Tag {
  readonly kind: 'open'
  readonly name: string
  readonly start: number
  readonly end: number
  readonly closesItself: boolean
  readonly attributes: readonly XmlAttribute[]
}

export interface XmlAttribute {
  readonly name: string
  /** As written. */
  readonly value: string
  /** With the white space before it. */
  readonly start: number
  readonly end: number
}

/** An XML document in pieces; undefined for a text that is none, or that declares something of its own. Comments are no piece. */
export function tokens(source: string): XmlToken[] | undefined {
  const found: XmlToken[] = []
  let at = 0
  while (at < source.length) {
    const start = source.indexOf('<', at)
    const textEnd = start === -1 ? source.length : start
    if (strangeReference.test(source.slice(at, textEnd))) return undefined
    if (textEnd > at) found.push({ kind: 'text', isLiteral: false, start: at, end: textEnd })
    if (start === -1) break
    const special = specials.find(({ open }) => source.startsWith(open, start))
    const end = special ? source.indexOf(special.close, start + special.open.length) : -1
    if (special && end === -1) return undefined
    if (special) {
      at = end + special.close.length
      if (special.kind === 'text')
        found.push({ kind: 'text', isLiteral: true, start: start + special.open.length, end })
      else if (special.kind === 'instruction') found.push({ kind: 'instruction', start, end: at })
      // Entities of a document's own could hide anything.
      else if (special.kind === 'type' && source.slice(start, at).includes('[')) return undefined
      continue
    }
    const token = tagAt(source, start)
    if (!token) return undefined
    found.push(token)
    at = token.end
  }
  return found
}

const specials = [
  { open: '<!--', close: '-->', kind: 'comment' },
  { open: '<![CDATA[', close: ']]>', kind: 'text' },
  { open: '<?', close: '?>', kind: 'instruction' },
  { open: '<!DOCTYPE', close: '>', kind: 'type' },
] as const

/** XML 1.0 §4.6 has five names. By the HTML Standard (§14.2), browsers know all of HTML’s in documents of some types: `&colon;` is one. */
const strangeReference = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/

const tagName = /<(\/?)([^\s/<>"'=&!?]+)/y
const attribute = /\s+([^\s/<>"'=&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const tagEnd = /\s*(\/?)>/y

function tagAt(
  source: string,
  start: number,
): Exclude<XmlToken, { kind: 'text' | 'instruction' }> | undefined {
  tagName.lastIndex = start
  const [head, slash, name = ''] = tagName.exec(source) ?? []
  if (head === undefined) return undefined
  const attributes: XmlAttribute[] = []
  const names = new Set<string>()
  let at = start + head.length
  for (;;) {
    attribute.lastIndex = at
    const [whole, key = '', double, single] = attribute.exec(source) ?? []
    if (whole === undefined) break
    // No document of XML has one twice.
    if (names.has(key)) return undefined
    names.add(key)
    const value = double ?? single ?? ''
    if (strangeReference.test(value)) return undefined
    attributes.push({ name: key, value, start: at, end: at + whole.length })
    at += whole.length
  }
  tagEnd.lastIndex = at
  const [ending, closing] = tagEnd.exec(source) ?? []
  if (ending === undefined) return undefined
  const end = at + ending.length
  if (slash === '') return { kind: 'open', name, start, end, closesItself: closing === '/', attributes }
  return attributes.length > 0 || closing === '/' ? undefined : { kind: 'close', name, start, end }
}
