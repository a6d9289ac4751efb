import { decodeHTML, decodeHTMLAttribute } from 'entities'
import type { Token } from 'markdown-it'
import { contentLimits } from '../../base/diagnostics.ts'
import { oneLine } from '../../base/escape.ts'
import { wordSet } from '../../base/wording.ts'
import type { Note, Reference } from '../source.ts'
import type { Locate } from '../source-map.ts'
import names from './names.json' with { type: 'json' }
import { allowedElements, droppedElements, droppedWithContent, hasSafeScheme, knownEmbed } from './policy.ts'
import type { Attribute, HtmlTag } from './tags.ts'
import { attributeValue, htmlTags, referencesIn, srcsetCandidates } from './tags.ts'

const voidElements = wordSet(names.void)
const optionalEnd = wordSet(names.optionalEnd)
const rowElements = wordSet(names.rows)
const blockElements = wordSet(names.blocks)

/** Reads the HTML of a body. Unknown tags and elements nested too deep become text. */
export class HtmlReader {
  readonly ids: string[] = []
  readonly notes: Note[] = []
  readonly depths = new Map<Token, number>()
  /** The texts of HTML blocks. */
  readonly texts = new Map<Token, readonly HtmlText[]>()
  /** Elements that blocks left open, and those that only browsers consider open. */
  #open = 0
  #unclosed = 0
  /** The open element that hides its content. */
  #hidden: string | undefined
  /** Tags in the current paragraph, as `name` or `/name`. */
  #tags: ReadonlySet<string> = new Set()

  /** Whether the following tokens are hidden. */
  get hides(): boolean {
    return this.#hidden !== undefined
  }

  /** Returns the visible tokens of a paragraph, heading or cell. Call it before they are read. */
  beginLine(tokens: readonly Token[]): readonly Token[] {
    const html = tokens.filter(({ type }) => type === 'html_inline')
    if (html.length === 0 && !this.hides) return tokens
    const tags = html.flatMap(({ content }) => htmlTags(content))
    this.#tags = new Set(tags.map(({ name, kind }) => (kind === 'close' ? `/${name}` : name)))
    return visible(tokens, this.#hidden)
  }

  readInline(token: Token, locate: Locate, references: Reference[]): void {
    // A lone tag that is no element, such as the `<T>` of `Vec<T>`, is code without backticks.
    const [tag, ...more] = htmlTags(token.content)
    const isElement =
      tag && (allowedElements.has(tag.name) || droppedElements.has(tag.name) || /-/.test(tag.name))
    const isPaired = tag && this.#tags.has(tag.kind === 'close' ? tag.name : `/${tag.name}`)
    const isCode = tag && more.length === 0 && tag.attributes.length === 0 && !isElement && !isPaired
    if (isCode && this.#hidden === undefined) {
      this.#note(locate(0), `${token.content} is not an HTML element and is shown as text.`)
      token.type = 'text'
    } else this.read(token, locate, references)
  }

  /** Collects references and notes of an HTML token, and returns its text. */
  read(token: Token, locate: Locate, references: Reference[]): string {
    const isInline = token.type === 'html_inline'
    const tags = htmlTags(token.content)
    const { depth, left, peak } = nestingOf(tags)
    if (this.#open + this.#unclosed + peak > contentLimits.blockNesting) {
      const limit = contentLimits.blockNesting
      this.#note(locate(0), `HTML is nested more than ${limit} deep and is shown as text.`)
      token.type = isInline ? 'text' : 'code_block'
      return token.content
    }
    const htmlTexts = new HtmlTexts()
    let done = 0
    for (const tag of tags) {
      if (!this.hides) {
        htmlTexts.add(token.content.slice(done, tag.start), tag)
        for (const [offset, message] of notesOn(tag)) this.#note(locate(offset), message)
        for (const { name, value } of tag.attributes)
          if (name === 'id' || name === 'name') this.ids.push(value)
        for (const { kind, href, start, end, alt } of referencesIn(tag)) {
          const destination = [locate(start), locate(end - 1) + 1] as const
          references.push({ kind, href, offset: destination[0], destination, isHtml: true, alt })
        }
      }
      done = tag.end
      this.#hidden = hiddenAfter(tag, this.#hidden)
    }
    if (!this.hides) htmlTexts.add(token.content.slice(done))
    const texts = htmlTexts.end()
    if (isInline) this.#unclosed = Math.max(0, this.#unclosed + left)
    else {
      this.#open = Math.max(0, this.#open + depth)
      this.#unclosed += left - depth
      this.endBlock()
      this.texts.set(token, texts)
    }
    this.depths.set(token, depth)
    return texts.map(({ text }) => text).join('\n\n')
  }

  /** Closes what a paragraph left open, unless an enclosing element continues. */
  endBlock(): void {
    // Browsers end an SVG at a paragraph.
    if (this.#open === 0 || this.#hidden === 'svg') this.#hidden = undefined
    if (this.#open === 0) this.#unclosed = 0
  }

  #note(offset: number, message: string): void {
    const hint = 'Write it in markdown, or put it in backticks if it is code.'
    this.notes.push({ offset, message, rule: 'raw-html', hint })
  }
}

/** Filters out tokens in hidden elements. `hidden` is the element that is already open. */
export function visible(tokens: readonly Token[], hidden?: string): readonly Token[] {
  if (hidden === undefined && !tokens.some(({ type }) => type === 'html_inline')) return tokens
  let inside = hidden
  return tokens.filter(({ type, content }) => {
    if (type === 'html_inline') for (const tag of htmlTags(content)) inside = hiddenAfter(tag, inside)
    return inside === undefined
  })
}

/** The element that hides what follows a tag; `hidden` is the one before it. */
function hiddenAfter({ name, kind, isSelfClosing }: HtmlTag, hidden: string | undefined): string | undefined {
  if (hidden !== undefined) return kind === 'close' && name === hidden ? undefined : hidden
  const opens = kind === 'open' && !isSelfClosing && !voidElements.has(name)
  return opens && droppedWithContent.has(name) ? name : undefined
}

/** Elements that tags leave open (negative if they close earlier ones), as a browser counts, and at most. */
function nestingOf(tags: readonly HtmlTag[]) {
  let depth = 0
  let peak = 0
  let selfClosed = 0
  for (const { name, kind, isSelfClosing } of tags) {
    const isVoid = voidElements.has(name)
    if (!isSelfClosing && !isVoid && !optionalEnd.has(name)) depth += kind === 'open' ? 1 : -1
    // Browsers ignore the slash of `<name/>`, but a new link closes the previous one.
    if (isSelfClosing && !isVoid && name !== 'a') selfClosed++
    peak = Math.max(peak, depth + selfClosed)
  }
  return { depth, left: depth + selfClosed, peak }
}

/** What the sanitizer will remove from a tag. Dropped styles and classes need no note; active attributes do. */
function notesOn({ name, kind, start, attributes }: HtmlTag): (readonly [offset: number, message: string])[] {
  if (kind === 'close') return []
  if (droppedElements.has(name)) {
    const src = decodeHTMLAttribute(attributeValue('src', attributes) ?? '')
    if (knownEmbed(src) || (name === 'input' && attributeValue('type', attributes) === 'checkbox')) return []
    const isFrame = name === 'iframe' && /^(?:https?:)?\/\//i.test(src)
    const keepsText = !droppedWithContent.has(name) && !voidElements.has(name)
    const fate = isFrame ? 'becomes a link to its content' : 'is removed'
    return [[start, `<${name}> ${fate}${keepsText ? '; its text is kept' : ''}.`]]
  }
  const isSafe = ({ name: key, value }: Attribute) => {
    const url = decodeHTMLAttribute(value)
    if (key === 'srcset') return srcsetCandidates(url).every(({ url }) => hasSafeScheme('src', url))
    return !key.startsWith('on') && (!/^(?:href|src|poster)$/.test(key) || hasSafeScheme(key, url))
  }
  const removed = attributes.filter((attribute) => !isSafe(attribute))
  const notes = removed.map(
    ({ start, name: key }) => [start, `The attribute ${key} of <${name}> is removed.`] as const,
  )
  if (allowedElements.has(name)) return notes
  return [[start, `<${name}> is not an HTML element; only its text is kept.`], ...notes]
}

/** A paragraph, a table row or code in HTML, as browsers show it. */
export type HtmlText = { readonly kind: 'prose' | 'columns' | 'table' | 'code'; readonly text: string }

class HtmlTexts {
  readonly #texts: HtmlText[] = []
  #html = ''
  #isCode = false
  /** Of the current row. */
  #cells: string[] | undefined
  #isHead = false

  /** Adds text, and the tag that follows it. */
  add(html: string, { name = '', kind = 'close' }: Partial<HtmlTag> = {}): void {
    this.#html += html
    if (name === 'pre') {
      this.end()
      this.#isCode = kind === 'open'
    } else if (name === 'br') this.#html += this.#isCode ? '\n' : ' '
    else if (name === 'img' || name === 'wbr' || name === 'hr') this.#html += ' '
    else if (this.#isCode || !blockElements.has(name)) return
    else if ((name === 'td' || name === 'th') && kind === 'open') {
      if (this.#cells) this.#cells.push(oneLine(this.#takeText()))
      else this.end()
      this.#cells ??= []
      this.#isHead = name === 'th' && (this.#isHead || this.#cells.length === 0)
    } else if (this.#cells && !rowElements.has(name)) this.#html += ' '
    else this.end()
  }

  /** Ends a paragraph, row or code. */
  end(): readonly HtmlText[] {
    const cells = this.#cells
    cells?.push(oneLine(this.#takeText()))
    const kind = cells ? (this.#isHead ? 'columns' : 'table') : this.#isCode ? 'code' : 'prose'
    const text = cells ? tableRow(cells) : this.#takeText()
    if (text !== '') this.#texts.push({ kind, text })
    this.#cells = undefined
    return this.#texts
  }

  #takeText(): string {
    const text = decodeHTML(this.#html.replace(/<!--[\s\S]*?(?:-->|$)/g, ''))
    this.#html = ''
    return this.#isCode ? text : oneLine(text)
  }
}

/** Returns the cells of a row, up to the last with text. */
export const tableRow = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ')
