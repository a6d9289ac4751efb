import { decodeXML } from 'entities'
import { escapeText } from '../../escape.ts'
import { applyEdits, type Edit } from '../edits.ts'
import { isPicture, isSafe } from '../html-in-markdown/policy.ts'
import { inertCss } from './svg-css.ts'
import { elements, namespaces } from './svg-names.ts'
import { type Tag, tokens, type XmlToken } from './xml.ts'

/** A drawing with nothing left in it that could run, load or ask for anything, and what was taken out of it. */
export interface SafeSvg {
  readonly text: string
  readonly notes: readonly SvgNote[]
}

export interface SvgNote {
  readonly offset: number
  readonly message: string
}

/**
 * What is harmless stays as it is written. The text is read as XML, strictly: what no reader of XML would show is undefined, so that nothing
 * can be one thing here and another in a browser.
 */
export function safeSvg(source: string): SafeSvg | undefined {
  const read = tokens(source)
  if (!read) return undefined
  const found: Found = { edits: [], notes: [], prefixes: prefixesIn(read) }
  /** The open elements, and the outermost that is taken as a whole: one that is left out, or a style. */
  const open: Tag[] = []
  let whole: { readonly tag: Tag; readonly isLeftOut: boolean; readonly depth: number } | undefined
  for (const token of read) {
    if (token.kind === 'open') {
      if (!whole) {
        const isOut = isLeftOut(token, found)
        if (!isOut) readAttributes(token, found)
        if (isOut || localName(token.name) === 'style')
          whole = { tag: token, isLeftOut: isOut, depth: open.length }
      }
      if (!token.closesItself) open.push(token)
    }
    if (token.kind === 'close' && open.pop()?.name !== token.name) return undefined
    const ends = token.kind === 'close' || (token.kind === 'open' && token.closesItself)
    if (whole) {
      if (!ends || open.length !== whole.depth) continue
      if (whole.isLeftOut) found.edits.push({ start: whole.tag.start, end: token.end, text: '' })
      else if (!whole.tag.closesItself) readStyle(source, whole.tag.end, token.start, found)
      whole = undefined
    } else if (token.kind === 'instruction' && source.startsWith('<?xml-stylesheet', token.start)) {
      leaveOut(found, token, 'The style sheet of another file')
    }
  }
  if (open.length > 0) return undefined
  return { text: applyEdits(source, found.edits).text, notes: found.notes }
}

interface Found {
  readonly edits: Edit[]
  readonly notes: { offset: number; message: string }[]
  readonly prefixes: Prefixes
}

/** The prefixes of names that stand for HTML anywhere, and those that stand for SVG. */
type Prefixes = Readonly<Record<'html' | 'svg', ReadonlySet<string>>>

function prefixesIn(read: readonly XmlToken[]): Prefixes {
  const declared = read.flatMap((token) => (token.kind === 'open' ? token.attributes : []))
  const of = (address: string) =>
    new Set(
      declared.flatMap(({ name, value }) =>
        name.startsWith('xmlns:') && decodeXML(value) === address ? [name.slice(6)] : [],
      ),
    )
  return { html: of(namespaces.html), svg: of(namespaces.svg) }
}

function leaveOut({ edits, notes }: Found, { start, end }: Omit<Edit, 'text'>, what: string): void {
  edits.push({ start, end, text: '' })
  notes.push({ offset: start, message: `${what} is left out.` })
}

/** Elements of other vocabularies, such as an editor's, do nothing; those of HTML do, and SVG's only as far as they are known. */
function isLeftOut({ name, start, attributes }: Tag, { prefixes, notes }: Found): boolean {
  const [prefix = '', local = ''] = name.includes(':') ? name.split(':', 2) : ['', name]
  const attributeOf = (key: string) =>
    decodeXML(attributes.find((one) => one.name === key)?.value ?? '').trim()
  const isHtml = prefix === '' ? attributeOf('xmlns') === namespaces.html : prefixes.html.has(prefix)
  const isForeign = prefix !== '' && !isHtml && !prefixes.svg.has(prefix)
  // One that moves an address could move it to a script.
  const isKnown = elements.has(local) && !/^on|href$/i.test(attributeOf('attributeName'))
  if (isForeign || (isKnown && !isHtml)) return false
  notes.push({ offset: start, message: `<${name}> is left out.` })
  return true
}

function readAttributes({ name: element, attributes }: Tag, found: Found): void {
  for (const { name, value, start, end } of attributes) {
    const written = decodeXML(value)
    const local = localName(name)
    const isHarmless =
      local === 'href'
        ? isOwn(localName(element), written)
        : !/^on[a-z]+$/i.test(local) &&
          name !== 'xml:base' &&
          (noStyle.test(name) || inertCss(written) === written)
    if (!isHarmless) leaveOut(found, { start, end }, `The attribute ${name} of <${element}>`)
  }
}

/** Browsers join the text of a style around comments and the like, so it is judged as one. Elements have no business in it. */
function readStyle(source: string, start: number, end: number, { edits, notes }: Found): void {
  const content = source.slice(start, end)
  const inside = tokens(content) ?? []
  const written = inside.map((token) => textOf(token, content)).join('')
  const hasElements = inside.some(({ kind }) => kind === 'open')
  const css = hasElements ? '' : inertCss(written)
  if (css === written && !hasElements) return
  edits.push({ start, end, text: escapeText(css) })
  notes.push({ offset: start, message: 'A style that loads something is left out.' })
}

function textOf(token: XmlToken, source: string): string {
  if (token.kind !== 'text') return ''
  const text = source.slice(token.start, token.end)
  return token.isLiteral ? text : decodeXML(text)
}

/** Attributes that are no style; any other may be. */
const noStyle = /^(?:aria-.*|data-.*|id|class|d|.*:.*)$/

/** A part of the drawing itself, a picture of points within it, or a link that is followed by whoever clicks it. */
function isOwn(element: string, address: string): boolean {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return true
  return element === 'a' ? isSafe('href', address) : isPicture(trimmed)
}

function localName(name = ''): string {
  return name.slice(name.indexOf(':') + 1)
}
