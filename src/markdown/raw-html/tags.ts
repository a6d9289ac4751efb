import { decodeHTMLAttribute } from 'entities'

/** An HTML tag in markdown. Offsets are in the parsed text. */
export interface HtmlTag {
  readonly name: string
  readonly kind: 'open' | 'close'
  /** `<name/>`. Browsers ignore the slash, but authors mean an empty element. */
  readonly isSelfClosing: boolean
  readonly start: number
  readonly end: number
  readonly attributes: readonly Attribute[]
}

export interface Attribute {
  /** In lower case. */
  readonly name: string
  /** Raw value, without quotes. */
  readonly value: string
  readonly start: number
  /** Range of the value without quotes; empty if there is none. */
  readonly valueStart: number
  readonly valueEnd: number
}

/** Finds tags by CommonMark's grammar, for diagnostics and links. Only the sanitizer decides what is shown. */
export function htmlTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = []
  let done = 0
  for (const { 0: mark, index: start } of html.matchAll(/<!--|<\/?[A-Za-z]/g)) {
    if (start < done) continue
    if (mark === '<!--') {
      const end = html.indexOf('-->', start + 4)
      if (end === -1) break
      done = end + 3
      continue
    }
    const tag = readTag(html, start)
    if (!tag) continue
    tags.push(tag)
    done = tag.end
    // Raw text up to the end tag, or to the end.
    if (tag.kind === 'open' && (tag.name === 'script' || tag.name === 'style')) {
      const close = html.slice(done).search(tag.name === 'script' ? /<\/script/i : /<\/style/i)
      if (close === -1) break
      done += close
    }
  }
  return tags
}

const opening = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y
const attribute = /\s+([A-Za-z_:@][\w.:@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y
const ending = /\s*\/?>/y

function readTag(html: string, start: number): HtmlTag | undefined {
  opening.lastIndex = start
  const [head, slash, name = ''] = opening.exec(html) ?? []
  if (head === undefined) return undefined
  const attributes: Attribute[] = []
  let at = start + head.length
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(html)
    if (!found) break
    const [whole, key = '', double, single, bare] = found
    const value = double ?? single ?? bare ?? ''
    const valueEnd = at + whole.length - (double === undefined && single === undefined ? 0 : 1)
    const start = at + whole.indexOf(key)
    attributes.push({ name: key.toLowerCase(), value, start, valueStart: valueEnd - value.length, valueEnd })
    at += whole.length
  }
  ending.lastIndex = at
  const [end] = ending.exec(html) ?? []
  if (end === undefined) return undefined
  return {
    name: name.toLowerCase(),
    kind: slash ? 'close' : 'open',
    isSelfClosing: end.includes('/'),
    start,
    end: ending.lastIndex,
    attributes,
  }
}

/** Parses a `srcset` as HTML does: a URL ends at whitespace, or at trailing commas. */
export function srcsetCandidates(srcset: string) {
  const found: { readonly url: string; readonly start: number; readonly end: number }[] = []
  const next = /[\s,]*([^\s,]\S*)/y
  for (let match = next.exec(srcset); match; match = next.exec(srcset)) {
    const written = match[1] ?? ''
    const end = next.lastIndex
    const start = end - written.length
    const url = written.replace(/,+$/, '')
    found.push({ url, start, end: start + url.length })
    if (url.length < written.length) continue
    const comma = srcset.indexOf(',', end)
    if (comma === -1) break
    next.lastIndex = comma
  }
  return found
}

/** Replaces the URLs of a `srcset`. */
export function mapSrcset(srcset: string, map: (url: string) => string): string {
  return srcsetCandidates(srcset).reduceRight(
    (text, { url, start, end }) => text.slice(0, start) + map(url) + text.slice(end),
    srcset,
  )
}

/** A URL in an attribute, and its range. */
export interface HtmlReference {
  readonly kind: 'link' | 'image'
  readonly href: string
  readonly start: number
  readonly end: number
  readonly alt: string | undefined
}

/** Attributes with a URL. Audio and video count as images. */
const addresses = { link: /^a href$/, image: /^(?:(?:img|source|video|audio|track) src|video poster)$/ }

export function referencesIn({ name, kind, attributes }: HtmlTag): HtmlReference[] {
  if (kind === 'close') return []
  return attributes.flatMap((attribute): HtmlReference[] => {
    if (attribute.name === 'srcset' && (name === 'img' || name === 'source'))
      return srcsetReferences(attribute)
    const { value, valueStart: start, valueEnd: end } = attribute
    const place = `${name} ${attribute.name}`
    const kind = addresses.link.test(place) ? 'link' : addresses.image.test(place) ? 'image' : undefined
    if (kind === undefined || value.trim() === '') return []
    const alt = name === 'img' ? decodeHTMLAttribute(attributeValue('alt', attributes) ?? '') : undefined
    return [{ kind, href: decodeHTMLAttribute(value).trim(), start, end, alt }]
  })
}

function srcsetReferences({ value, valueStart }: Attribute): HtmlReference[] {
  return srcsetCandidates(value).map(({ url, start, end }) => ({
    kind: 'image',
    href: decodeHTMLAttribute(url),
    start: valueStart + start,
    end: valueStart + end,
    alt: undefined,
  }))
}

export function attributeValue(name: string, attributes: readonly Attribute[]): string | undefined {
  return attributes.find((one) => one.name === name)?.value
}
