import { decodeHTML, decodeHTMLAttribute } from 'entities'
import type { Token } from 'markdown-it'
import { contentLimits, type RuleName } from '../../base/diagnostics.ts'
import { oneLine } from '../../base/escape.ts'
import { wordSet } from '../../base/word-set.ts'
import type { Note, Reference } from '../markdown.ts'
import type { Locate } from '../source-map.ts'
import { within } from '../source.ts'
import { droppedElements, droppedWithContent, knownEmbed, hasSafeScheme, allowedElements } from './policy.ts'
import type { Attribute, HtmlReference, HtmlTag } from './tags.ts'
import { attributeValue, htmlTags, referencesIn, srcsetCandidates } from './tags.ts'

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
    const word = unquotedCode(token.content)
    const isPaired = word && this.#tags.has(word.kind === 'close' ? word.name : `/${word.name}`)
    if (word && !isPaired && this.#hidden === undefined) {
      const message = `${token.content} is not an HTML element and is shown as text.`
      this.notes.push({ offset: locate(0), message })
      token.type = 'text'
    } else this.read(token, locate, references)
  }

  /** Collects references and notes of an HTML token, and returns its text. */
  read(token: Token, locate: Locate, references: Reference[]): string {
    const isInline = token.type === 'html_inline'
    const piece = readHtml(token.content, this.#hidden)
    if (this.#open + this.#unclosed + piece.peak > contentLimits.blockNesting) {
      const message = `HTML is nested more than ${contentLimits.blockNesting} deep and is shown as text.`
      this.notes.push({ offset: locate(0), message })
      token.type = isInline ? 'text' : 'code_block'
      return token.content
    }
    this.#hidden = piece.hidden
    if (isInline) {
      this.#unclosed = Math.max(0, this.#unclosed + piece.left)
    } else {
      this.#open = Math.max(0, this.#open + piece.depth)
      this.#unclosed += piece.left - piece.depth
      this.endBlock()
    }
    this.depths.set(token, piece.depth)
    if (!isInline) this.texts.set(token, piece.texts)
    for (const id of piece.ids) this.ids.push(id)
    for (const { offset, message } of piece.notes) this.notes.push({ offset: locate(offset), message })
    for (const { kind, href, start, end, alt } of piece.references) {
      const destination = [locate(start), locate(end - 1) + 1] as const
      references.push({ kind, href, offset: destination[0], destination, isHtml: true, alt })
    }
    return piece.texts.map(({ text }) => text).join('\n\n')
  }

  /** Closes what a paragraph left open, unless an enclosing element continues. */
  endBlock(): void {
    // Browsers end an SVG at a paragraph.
    if (this.#open === 0 || this.#hidden === 'svg') this.#hidden = undefined
    if (this.#open === 0) this.#unclosed = 0
  }
}

/** Filters out tokens in hidden elements. `hidden` is the element that is already open. */
export function visible(tokens: readonly Token[], hidden?: string): readonly Token[] {
  if (hidden === undefined && !tokens.some(({ type }) => type === 'html_inline')) return tokens
  let inside = hidden
  return tokens.filter(({ type, content }) => {
    if (type === 'html_inline') inside = readHtml(content, inside).hidden
    return inside === undefined
  })
}

/** Tags that are not HTML (`<b style={{…}}>`), undefined footnotes, and generator syntax. */
const leftoverPattern = new RegExp(
  [
    /(?<tag><\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>)/,
    /(?<footnote>\[\^[^[\]\s]+\])/,
    // Template calls, possibly cut off; boxes, callouts, wiki links, MDX imports and exports, edges of Pandoc tables.
    /\{\{(?:[^{}\n]*\}\}|[ \t]*[\w./-]*)|\{%(?:[^%\n]*%\}|-?[ \t]+\w+)|^:{3,}[ \t]*\w*|^\[!\w+\][+-]?|!?\[\[[^[\]\n]+\]\]|^(?:import|export)\s[^\n]* from ["'][^\n]*|^\+(?:[-=:]{3,}\+)+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** A quick test, which most texts fail. */
export function mayHaveLeftovers(text: string): boolean {
  return /[<{]|\[[!^[]|:::|(?:im|ex)port\s|\+[-=:]{3}/.test(text)
}

/** Finds unknown syntax for a browser, a generator or a markdown extension, which is shown as text. */
export function leftoversIn(text: string): { piece: string; rule: RuleName; hint: string }[] {
  return Array.from(text.matchAll(leftoverPattern), ({ 0: piece, groups }) => {
    if (groups?.['footnote'] !== undefined) {
      const hint = `Define it with a line \`${piece}: …\`, or remove the reference.`
      return { piece, rule: 'missing-footnote', hint }
    }
    const hint = 'Write it in markdown, or put it in backticks to show it.'
    return { piece, rule: groups?.['tag'] === undefined ? 'shortcode' : 'raw-html', hint }
  })
}

/** Returns a test for offsets in HTML code elements. */
export function codeElements(html: string): (offset: number) => boolean {
  const found = html.matchAll(/<(pre|code|kbd|samp|tt)(?:\s[^<>]*)?>[\s\S]*?(?:<\/\1\s*>|$)/gi)
  return within(Array.from(found, ({ 0: element, index }) => [index, index + element.length] as const))
}

/**
 * Reads a piece of HTML; `hidden` is the open element that hides its content. `depth` counts the elements left open
 * (negative if it closes earlier ones), `left` counts them as a browser does, and `peak` is the maximum.
 */
function readHtml(html: string, hidden?: string) {
  const references: HtmlReference[] = []
  const notes: Note[] = []
  const ids: string[] = []
  const texts = new HtmlTexts()
  let inside = hidden
  let done = 0
  let depth = 0
  let peak = 0
  let selfClosed = 0
  for (const tag of htmlTags(html)) {
    depth += depthChange(tag)
    // Browsers ignore the slash of `<name/>`, but a new link closes the previous one.
    if (tag.isSelfClosing && !voidElements.has(tag.name) && tag.name !== 'a') selfClosed++
    peak = Math.max(peak, depth + selfClosed)
    if (inside === undefined) texts.add(html.slice(done, tag.start), tag)
    done = tag.end
    if (inside !== undefined) {
      if (tag.kind === 'close' && tag.name === inside) inside = undefined
      continue
    }
    references.push(...referencesIn(tag))
    notes.push(...notesOn(tag))
    for (const { name, value } of tag.attributes) if (name === 'id' || name === 'name') ids.push(value)
    if (tag.kind === 'open' && droppedWithContent.has(tag.name) && !hasNoContent(tag)) inside = tag.name
  }
  if (inside === undefined) texts.add(html.slice(done))
  const left = depth + selfClosed
  return { references, notes, ids, depth, left, peak, hidden: inside, texts: texts.end() }
}

/** A paragraph, a table row or code in HTML, as browsers show it. */
export interface HtmlText {
  readonly kind: 'prose' | 'columns' | 'table' | 'code'
  readonly text: string
}

class HtmlTexts {
  readonly #found: HtmlText[] = []
  #text = ''
  #isCode = false
  /** Of the current row. */
  #cells: string[] | undefined
  #isHead = false

  /** Adds text, and the tag that follows it. */
  add(html: string, { name = '', kind = 'close' }: Partial<HtmlTag> = {}): void {
    this.#text += html
    if (name === 'pre') {
      this.end()
      this.#isCode = kind === 'open'
    } else if (name === 'br') this.#text += this.#isCode ? '\n' : ' '
    else if (name === 'img' || name === 'wbr' || name === 'hr') this.#text += ' '
    else if (this.#isCode || !blockElements.has(name)) return
    else if ((name === 'td' || name === 'th') && kind === 'open') {
      if (this.#cells) this.#endCell()
      else this.end()
      this.#cells ??= []
      this.#isHead = name === 'th' && (this.#isHead || this.#cells.length === 0)
    } else if (this.#cells && !rowElements.has(name)) this.#text += ' '
    else this.end()
  }

  /** Ends a paragraph, row or code. */
  end(): readonly HtmlText[] {
    if (this.#cells) this.#endCell()
    const kind = this.#cells ? (this.#isHead ? 'columns' : 'table') : this.#isCode ? 'code' : 'prose'
    const text = this.#cells ? tableRow(this.#cells) : this.#taken()
    if (text !== '') this.#found.push({ kind, text })
    this.#cells = undefined
    return this.#found
  }

  #endCell(): void {
    this.#cells?.push(oneLine(this.#taken()))
  }

  #taken(): string {
    const text = withoutComments(this.#text)
    this.#text = ''
    return this.#isCode ? text : oneLine(text)
  }
}

/** Returns the cells of a row, up to the last with text. */
export function tableRow(cells: readonly string[]): string {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ')
}

const rowElements = wordSet('caption table tbody tfoot thead tr')
const blockElements =
  wordSet(`address article aside blockquote caption center dd details dialog dir div dl dt fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol p section summary table tbody td tfoot th
  thead tr ul`)

/** A lone tag that is no element, such as the `<T>` of `Vec<T>`: code without backticks. */
function unquotedCode(html: string): HtmlTag | undefined {
  const [tag, ...more] = htmlTags(html)
  if (!tag || more.length > 0 || tag.attributes.length > 0) return undefined
  return allowedElements.has(tag.name) || droppedElements.has(tag.name) || tag.name.includes('-')
    ? undefined
    : tag
}

function notesOn({ name, kind, start, attributes }: HtmlTag): Note[] {
  if (kind === 'close') return []
  if (droppedElements.has(name)) {
    const src = decodeHTMLAttribute(attributeValue('src', attributes) ?? '')
    if (knownEmbed(src) || (name === 'input' && attributeValue('type', attributes) === 'checkbox')) return []
    const instead =
      name === 'iframe' && /^(?:https?:)?\/\//i.test(src) ? 'becomes a link to its content' : 'is removed'
    const keepsText = !droppedWithContent.has(name) && !voidElements.has(name)
    return [{ offset: start, message: `<${name}> ${instead}${keepsText ? '; its text is kept' : ''}.` }]
  }
  const unknown = { offset: start, message: `<${name}> is not an HTML element; only its text is kept.` }
  const unsafe = attributes.filter((attribute) => !isSafeAttribute(attribute))
  return [
    ...(allowedElements.has(name) ? [] : [unknown]),
    ...unsafe.map((one) => ({
      offset: one.start,
      message: `The attribute ${one.name} of <${name}> is removed.`,
    })),
  ]
}

/** Dropped styles and classes need no note; active attributes do. */
function isSafeAttribute({ name, value }: Attribute): boolean {
  if (name.startsWith('on')) return false
  const written = decodeHTMLAttribute(value)
  if (name === 'srcset') return srcsetCandidates(written).every(({ url }) => hasSafeScheme('src', url))
  return (name !== 'href' && name !== 'src' && name !== 'poster') || hasSafeScheme(name, written)
}

const voidElements = wordSet(
  'area base br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements with an optional end tag. */
const optionalEnd = wordSet('p li dt dd td th tr thead tbody tfoot option optgroup colgroup')

function hasNoContent({ name, isSelfClosing }: HtmlTag): boolean {
  return isSelfClosing || voidElements.has(name)
}

function depthChange(tag: HtmlTag): number {
  if (hasNoContent(tag) || optionalEnd.has(tag.name)) return 0
  return tag.kind === 'open' ? 1 : -1
}

/** Removes comments and decodes entities. */
function withoutComments(html: string): string {
  return decodeHTML(html.replace(/<!--[\s\S]*?(?:-->|$)/g, ''))
}
