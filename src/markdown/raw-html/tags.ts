import { decodeHTMLAttribute } from 'entities'
import type { Reference } from '../source.ts'

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

const attribute = /\s+([A-Za-z_:@][\w.:@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/
const commentOrTag = new RegExp(`<!--|<(/?)([A-Za-z][A-Za-z0-9-]*)((?:${attribute.source})*)\\s*(/?)>`, 'g')

/** Finds tags by CommonMark's grammar, for diagnostics and links. Only the sanitizer decides what is shown. */
export function htmlTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = []
  commentOrTag.lastIndex = 0
  for (let match = commentOrTag.exec(html); match; match = commentOrTag.exec(html)) {
    const { 0: whole, 1: slash = '', 2: written = '', 3: attributes = '', index: start } = match
    if (whole === '<!--') {
      const close = html.indexOf('-->', start + 4)
      if (close === -1) break
      commentOrTag.lastIndex = close + 3
      continue
    }
    const end = commentOrTag.lastIndex
    const name = written.toLowerCase()
    tags.push({
      name,
      kind: slash ? 'close' : 'open',
      isSelfClosing: match.at(-1) === '/',
      start,
      end,
      attributes: readAttributes(attributes, start + 1 + slash.length + name.length),
    })
    // Raw text up to the end tag, or to the end.
    if (slash || (name !== 'script' && name !== 'style')) continue
    const close = html.slice(end).search(name === 'script' ? /<\/script/i : /<\/style/i)
    if (close === -1) break
    commentOrTag.lastIndex = end + close
  }
  return tags
}

function readAttributes(text: string, offset: number): Attribute[] {
  return Array.from(text.matchAll(new RegExp(attribute, 'g')), (match) => {
    const [whole, name = '', double, single, bare] = match
    const value = double ?? single ?? bare ?? ''
    const isQuoted = double !== undefined || single !== undefined
    const valueEnd = offset + match.index + whole.length - (isQuoted ? 1 : 0)
    const start = offset + match.index + whole.indexOf(name)
    return { name: name.toLowerCase(), value, start, valueStart: valueEnd - value.length, valueEnd }
  })
}

/** Parses a `srcset` as HTML does: a URL ends at whitespace, or at trailing commas. */
export function srcsetCandidates(srcset: string) {
  const candidates: { readonly url: string; readonly start: number; readonly end: number }[] = []
  const next = /[\s,]*([^\s,]\S*)/y
  for (let match = next.exec(srcset); match; match = next.exec(srcset)) {
    const written = match[1] ?? ''
    const end = next.lastIndex
    const start = end - written.length
    const url = written.replace(/,+$/, '')
    candidates.push({ url, start, end: start + url.length })
    if (url.length < written.length) continue
    const comma = srcset.indexOf(',', end)
    if (comma === -1) break
    next.lastIndex = comma
  }
  return candidates
}

/** Replaces the URLs of a `srcset`. */
export function mapSrcset(srcset: string, map: (url: string) => string): string {
  return srcsetCandidates(srcset).reduceRight(
    (text, { url, start, end }) => text.slice(0, start) + map(url) + text.slice(end),
    srcset,
  )
}

/** A URL in an attribute, and its range. */
type HtmlReference = Pick<Reference, 'kind' | 'href' | 'alt'> & Pick<HtmlTag, 'start' | 'end'>

/** Finds attributes with a URL. Audio and video count as images. */
export function referencesIn({ name, kind, attributes }: HtmlTag): HtmlReference[] {
  if (kind === 'close') return []
  return attributes.flatMap(({ name: key, value, valueStart: start, valueEnd: end }): HtmlReference[] => {
    if (key === 'srcset' && (name === 'img' || name === 'source'))
      return srcsetCandidates(value).map(({ url, start: from, end: to }) => {
        const href = decodeHTMLAttribute(url)
        return { kind: 'image', href, start: start + from, end: start + to, alt: undefined }
      })
    const isLink = name === 'a' && key === 'href'
    const isFile = /^(?:(?:img|source|video|audio|track) src|video poster)$/.test(`${name} ${key}`)
    if (!(isLink || isFile) || value.trim() === '') return []
    const alt = name === 'img' ? decodeHTMLAttribute(attributeValue('alt', attributes) ?? '') : undefined
    return [{ kind: isLink ? 'link' : 'image', href: decodeHTMLAttribute(value).trim(), start, end, alt }]
  })
}

export const attributeValue = (name: string, attributes: readonly Attribute[]) =>
  attributes.find((attribute) => attribute.name === name)?.value
