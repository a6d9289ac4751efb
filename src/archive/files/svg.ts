import { SaxesParser, type SaxesTagNS } from 'saxes'
import { escapeText } from '../../base/escape.ts'
import { escapeXml } from '../../base/xml.ts'
import { isRasterDataUrl } from '../../markdown/raw-html/policy.ts'
import names from './svg-names.json' with { type: 'json' }

/** A sanitized SVG, which cannot run scripts or load anything. */
export interface SafeSvg {
  /** Undefined if the SVG is rejected; the note says why. */
  readonly text: string | undefined
  readonly notes: readonly SvgNote[]
}

export type SvgNote = { readonly offset: number; readonly message: string }

/** libxml2's limit. */
const maximumDepth = 256

const namespaces = {
  svg: 'http://www.w3.org/2000/svg',
  html: 'http://www.w3.org/1999/xhtml',
  xlink: 'http://www.w3.org/1999/xlink',
  xmlns: 'http://www.w3.org/2000/xmlns/',
} as const

/**
 * Rebuilds an SVG from allowed elements and attributes, without comments, DOCTYPE and entities, so that no parser can
 * read it differently. Other namespaces are dropped silently; HTML is reported.
 */
export function safeSvg(source: string): SafeSvg {
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const notes: SvgNote[] = []
  let text = ''
  /** Depth inside a dropped element. */
  let removedDepth = 0
  /** Content of the open <style>. Browsers join it across comments, so it is checked as a whole. */
  let style: { css: string; hasElements: boolean; readonly offset: number } | undefined
  let hasRoot = false
  let depth = 0
  const noteRemoved = (offset: number, what: string) => notes.push({ offset, message: `${what} is removed.` })

  parser.on('error', ({ message }) => {
    throw new RejectedSvg(parser.position, message.replace(/^\d+:\d+: |\.$/g, ''))
  })
  parser.on('doctype', (type) => {
    const entities = plainEntities(type)
    if (!entities) throw new RejectedSvg(parser.position, 'its DOCTYPE declares more than plain text')
    Object.assign(parser.ENTITIES, entities)
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet')
      noteRemoved(source.lastIndexOf('<?', parser.position), 'An external stylesheet')
  })
  parser.on('opentag', (tag) => {
    // Attribute values cannot contain `<`.
    const offset = source.lastIndexOf('<', parser.position - 1)
    if (!hasRoot && (tag.uri !== namespaces.svg || tag.local !== 'svg'))
      throw new RejectedSvg(offset, `the root is not <svg xmlns="${namespaces.svg}">`)
    hasRoot = true
    // saxes looks a prefix up in every ancestor.
    if (++depth > maximumDepth) throw new RejectedSvg(offset, `it is nested more than ${maximumDepth} deep`)
    if (style) style.hasElements = true
    if (removedDepth > 0 || style || !isKnown(tag)) {
      if (removedDepth++ === 0 && !style && (tag.uri === namespaces.svg || tag.uri === namespaces.html))
        noteRemoved(offset, `<${tag.name}>`)
      return
    }
    const attributes = knownAttributes(tag, (name) =>
      noteRemoved(offset, `The attribute ${name} of <${tag.name}>`),
    )
    text += `<${tag.name}${attributes}${tag.isSelfClosing ? '/' : ''}>`
    if (tag.local === 'style' && !tag.isSelfClosing)
      style = { css: '', hasElements: false, offset: parser.position }
  })
  parser.on('closetag', (tag) => {
    depth--
    if (removedDepth > 0) {
      removedDepth--
      return
    }
    if (style) {
      const css = style.hasElements ? '' : sanitizeCss(style.css)
      if (css !== style.css || style.hasElements) noteRemoved(style.offset, 'A style that loads other files')
      text += escapeText(css)
      style = undefined
    }
    if (!tag.isSelfClosing) text += `</${tag.name}>`
  })
  const addText = (piece: string) => {
    if (style && removedDepth === 0) style.css += piece
    else if (removedDepth === 0 && hasRoot) text += escapeText(piece)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  try {
    parser.write(source).close()
    return { text, notes }
  } catch (error) {
    if (!(error instanceof RejectedSvg)) throw error
    const message = `The SVG is published empty: ${error.message}.`
    return { text: undefined, notes: [{ offset: error.offset, message }] }
  }
}

class RejectedSvg extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/**
 * Returns the DOCTYPE's entities if all are plain text (old drawing programs declare namespaces as entities), or
 * undefined.
 */
function plainEntities(type: string): Record<string, string> | undefined {
  const [, declared = ''] = /^[^["']*(?:"[^"]*"[^["']*|'[^']*'[^["']*)*\[([\s\S]*)\]\s*$/.exec(type) ?? []
  const entity = /<!ENTITY\s+([\w.-]+)\s+"([^"<&%]{0,200})"\s*>/g
  if (declared.replace(entity, '').trim() !== '') return undefined
  return Object.fromEntries(Array.from(declared.matchAll(entity), ([, name, text]) => [name, text]))
}

/** Elements that draw, group, describe or animate. None can contain HTML or a script. */
const elements: ReadonlySet<string> = new Set(names.elements)
/** Attributes of SVG 1.1 and 2 that draw, place, describe or time. `href` is checked separately. */
const attributes: ReadonlySet<string> = new Set(names.attributes)

function isKnown({ uri, local, attributes: { attributeName } }: SaxesTagNS): boolean {
  if (uri !== namespaces.svg || !elements.has(local)) return false
  // Animating an href could turn it into a script.
  return attributeName === undefined || attributes.has(attributeName.value)
}

/** Serializes the allowed attributes. */
function knownAttributes(tag: SaxesTagNS, noteRemoved: (name: string) => void): string {
  let text = ''
  for (const { name, uri, local, value } of Object.values(tag.attributes)) {
    const isShown =
      uri === namespaces.xmlns
        ? value === namespaces.svg || value === namespaces.xlink
        : local === 'href' && (uri === '' || uri === namespaces.xlink)
          ? isSafeHref(tag.local, value)
          : name === 'xml:space' || name === 'xml:lang' || isSafeAttribute(uri, local, value)
    if (isShown)
      text += ` ${name}="${escapeXml(value).replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)}"`
    else if (uri === '' || local === 'href' || name === 'xml:base') noteRemoved(name)
  }
  return text
}

const anyBase = 'https://base.invalid'

/** A fragment, an embedded raster image, or an http link. */
function isSafeHref(element: string, address: string): boolean {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return true
  if (element !== 'a') return isRasterDataUrl(trimmed)
  // Parse it as a browser does, with stray characters in the scheme.
  return URL.canParse(address, anyBase) && /^https?:$/.test(new URL(address, anyBase).protocol)
}

/** Attributes that are not CSS. All others may be. */
const noStyle: ReadonlySet<string> = new Set(['id', 'class', 'd'])

function isSafeAttribute(uri: string, name: string, value: string): boolean {
  if (uri !== '') return false
  if (/^(?:aria|data)-[\w.-]+$/.test(name)) return true
  return attributes.has(name) && (noStyle.has(name) || sanitizeCss(value) === value)
}

/** Removes imports and external URLs. Returns '' for CSS that could hide one. */
function sanitizeCss(css: string): string {
  if (!/[\\@(]/.test(css)) return css
  const unescaped = withoutEscapes(css)
  if (/image-set\(|image\(|src\(|cross-fade\(|element\(/i.test(unescaped)) return ''
  if (unescaped !== css && withoutLoads(unescaped) !== unescaped) return ''
  const inert = withoutLoads(css)
  // A removal can join the text around it into a new load.
  return withoutLoads(inert) === inert ? inert : ''
}

function withoutLoads(css: string): string {
  return css.replace(
    /@import[^;]*;?|url\((?![ \t\r\n\f]*["']?(?:#|data:(?:image\/(?:gif|png|jpeg|webp)|(?:application\/(?:x-)?)?font)))[^)]*\)?/gi,
    '',
  )
}

/** Resolves escapes (CSS Syntax §4.3.7): `\75rl(` is `url(`. */
function withoutEscapes(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(
    /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\s\S])?)/gi,
    (_, number?: string, character = '') => {
      if (number === undefined) return /[\r\n\f]/.test(character) ? '' : character
      return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(number, 16)))
    },
  )
}
