import { decodeHTML, decodeHTMLAttribute } from 'entities'
import type { Token } from 'markdown-it'
import { contentLimits, type RuleName } from '../../base/diagnostics.ts'
import type { Note, Reference } from '../markdown.ts'
import { within } from '../translate/source.ts'
import { dropped, droppedWhole, knownEmbed, isSafe, shown } from './policy.ts'
import {
  type Attribute,
  attributeValue,
  candidates,
  type HtmlReference,
  referencesIn,
  type WrittenTag,
  writtenTags,
} from './tags.ts'

/**
 * The HTML of one body, token by token. What cannot be shown as HTML becomes text: a word in angle brackets that is no element, and elements
 * nested deeper than browsers go.
 */
export class HtmlReader {
  readonly ids: string[] = []
  readonly notes: Note[] = []
  readonly depths = new Map<Token, number>()
  /** How many elements blocks have left open, and how many more a browser takes as open. */
  #open = 0
  #unclosed = 0
  /** The element that is open and whose content is not shown. */
  #hidden: string | undefined
  /** The tags of the paragraph, as `name` or `/name`. */
  #tags: ReadonlySet<string> = new Set()

  /** Whether nothing of what follows is shown, until an element is closed. */
  get hides(): boolean {
    return this.#hidden !== undefined
  }

  /** The tokens of a paragraph that a reader sees; before they are read. */
  visible(tokens: readonly Token[]): readonly Token[] {
    return visible(tokens, this.#hidden)
  }

  /** Before the tokens of a paragraph, a heading or a cell. */
  beginLine(tokens: readonly Token[]): void {
    const html = tokens.filter(({ type }) => type === 'html_inline')
    if (html.length === 0) return
    this.#tags = new Set(
      html.flatMap(({ content }) =>
        writtenTags(content).map(({ name, kind }) => (kind === 'close' ? `/${name}` : name)),
      ),
    )
  }

  readInline(token: Token, locate: (offset: number) => number, references: Reference[]): void {
    const word = forgottenCode(token.content)
    const isPaired = word && this.#tags.has(word.kind === 'close' ? word.name : `/${word.name}`)
    if (word && !isPaired && this.#hidden === undefined) {
      this.notes.push({
        offset: locate(0),
        message: `${token.content} is not an HTML element and is shown as text.`,
      })
      token.type = 'text'
    } else this.read(token, locate, references)
  }

  /** What a token of HTML refers to and what of it is left out; gives what it says. */
  read(token: Token, locate: (offset: number) => number, references: Reference[]): string {
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
    for (const id of piece.ids) this.ids.push(id)
    for (const { offset, message } of piece.notes) this.notes.push({ offset: locate(offset), message })
    for (const { kind, href, start, end, alt } of piece.references) {
      const destination = [locate(start), locate(end - 1) + 1] as const
      references.push({ kind, href, offset: destination[0], destination, token, within: [start, end], alt })
    }
    return piece.text
  }

  /** What a paragraph leaves open ends with it, unless an element around it takes it on to the next. */
  endBlock(): void {
    if (this.#open > 0) {
      // For a browser, no paragraph is part of an SVG.
      if (this.#hidden === 'svg') this.#hidden = undefined
      return
    }
    this.#hidden = undefined
    this.#unclosed = 0
  }
}

/** Inline tokens without those in an element that is left out with its content; `hidden` names one that is open before them. */
export function visible(tokens: readonly Token[], hidden?: string): readonly Token[] {
  if (hidden === undefined && !tokens.some(({ type }) => type === 'html_inline')) return tokens
  let inside = hidden
  return tokens.filter(({ type, content }) => {
    if (type === 'html_inline') inside = readHtml(content, inside).hidden
    return inside === undefined
  })
}

/** A piece of text that its author meant for a browser, a generator or a reader of markdown, and that is shown as it is written. */
export interface Leftover {
  readonly piece: string
  readonly rule: RuleName
  readonly hint: string
}

/** Tags that are not HTML's (`<b style={{…}}>`), footnotes that nothing defines, and what is meant for generators. */
const forms = new RegExp(
  [
    /(?<tag><\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>)/,
    /(?<footnote>\[\^[^[\]\s]+\])/,
    // Calls of templates, to their end or as far as text goes; fences of boxes, marks of callouts, links to notes, lines of modules, edges of Pandoc's tables.
    /\{\{(?:[^{}\n]*\}\}|[ \t]*[\w./-]*)|\{%(?:[^%\n]*%\}|-?[ \t]+\w+)|^:{3,}[ \t]*\w*|^\[!\w+\][+-]?|!?\[\[[^[\]\n]+\]\]|^(?:import|export)\s[^\n]* from ["'][^\n]*|^\+(?:[-=:]{3,}\+)+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Whether a text can hold any: most do not, and are looked at once. */
export function mayHoldLeftovers(text: string): boolean {
  return /[<{]|\[[!^[]|:::|(?:im|ex)port\s|\+[-=:]{3}/.test(text)
}

export function leftoversIn(text: string): Leftover[] {
  return Array.from(text.matchAll(forms), ({ 0: piece, groups }) => {
    if (groups?.['footnote'] !== undefined) {
      const hint = `Define it with a line \`${piece}: …\`, or remove the reference.`
      return { piece, rule: 'missing-footnote', hint }
    }
    const hint = 'Write it in markdown, or put it in backticks to show it.'
    return { piece, rule: groups?.['tag'] === undefined ? 'shortcode' : 'raw-html', hint }
  })
}

/** What stands in elements of HTML that are for code is meant to be shown as it is. */
export function codeElements(html: string): (offset: number) => boolean {
  const found = html.matchAll(/<(pre|code|kbd|samp|tt)(?:\s[^<>]*)?>[\s\S]*?(?:<\/\1\s*>|$)/gi)
  return within(Array.from(found, ({ 0: element, index }) => [index, index + element.length] as const))
}

/**
 * What a piece of HTML refers to, leaves out, sets as anchors and says. `hidden` names the element, open before it, whose content is not
 * shown. `depth` is how many elements it leaves open, below zero where it closes earlier ones; `left` is how many a browser leaves open, `peak`
 * how many are open at once.
 */
function readHtml(html: string, hidden?: string) {
  const references: HtmlReference[] = []
  const notes: Note[] = []
  const ids: string[] = []
  let inside = hidden
  let text = ''
  let done = 0
  let depth = 0
  let peak = 0
  let alone = 0
  for (const tag of writtenTags(html)) {
    depth += change(tag)
    // Browsers open these all the same, but for links, which end each other.
    if (tag.closesItself && !empty.has(tag.name) && tag.name !== 'a') alone++
    peak = Math.max(peak, depth + alone)
    if (inside === undefined) text += `${html.slice(done, tag.start)} `
    done = tag.end
    if (inside !== undefined) {
      if (tag.kind === 'close' && tag.name === inside) inside = undefined
      continue
    }
    references.push(...referencesIn(tag))
    notes.push(...notesOn(tag))
    for (const { name, value } of tag.attributes) if (name === 'id' || name === 'name') ids.push(value)
    if (tag.kind === 'open' && droppedWhole.has(tag.name) && !hasNoContent(tag)) inside = tag.name
  }
  if (inside === undefined) text += html.slice(done)
  return { references, notes, ids, depth, left: depth + alone, peak, hidden: inside, text: plain(text) }
}

/** `Vec<T>`: a name that is no element's, without attributes, is a word that its author forgot to put between backquotes. */
function forgottenCode(html: string): WrittenTag | undefined {
  const [tag, ...more] = writtenTags(html)
  if (!tag || more.length > 0 || tag.attributes.length > 0) return undefined
  return shown.has(tag.name) || dropped.has(tag.name) || tag.name.includes('-') ? undefined : tag
}

function notesOn({ name, kind, start, attributes }: WrittenTag): Note[] {
  if (kind === 'close') return []
  if (dropped.has(name)) {
    const src = decodeHTMLAttribute(attributeValue('src', attributes) ?? '')
    if (knownEmbed(src) || (name === 'input' && attributeValue('type', attributes) === 'checkbox')) return []
    const instead =
      name === 'iframe' && /^(?:https?:)?\/\//i.test(src) ? 'becomes a link to its content' : 'is removed'
    const keepsText = !droppedWhole.has(name) && !empty.has(name)
    return [{ offset: start, message: `<${name}> ${instead}${keepsText ? '; its text is kept' : ''}.` }]
  }
  const unsafe = attributes
    .filter((attribute) => !isHarmless(attribute))
    .map(({ name: key, start: offset }) => ({
      offset,
      message: `The attribute ${key} of <${name}> is removed.`,
    }))
  return shown.has(name)
    ? unsafe
    : [{ offset: start, message: `<${name}> is not an HTML element; only its text is kept.` }, ...unsafe]
}

/** Looks and classes go without a word: a page has its own. What would do something is told. */
function isHarmless({ name, value }: Attribute): boolean {
  if (name.startsWith('on')) return false
  const written = decodeHTMLAttribute(value)
  if (name === 'srcset') return candidates(written).every(({ url }) => isSafe('src', url))
  return (name !== 'href' && name !== 'src' && name !== 'poster') || isSafe(name, written)
}

const empty: ReadonlySet<string> = new Set(
  'area base br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/** Elements that may leave out their end. */
const unclosed: ReadonlySet<string> = new Set(
  'p li dt dd td th tr thead tbody tfoot option optgroup colgroup'.split(' '),
)

function hasNoContent({ name, closesItself }: WrittenTag): boolean {
  return closesItself || empty.has(name)
}

function change(tag: WrittenTag): number {
  if (hasNoContent(tag) || unclosed.has(tag.name)) return 0
  return tag.kind === 'open' ? 1 : -1
}

/** What is between the tags; comments are for editors. */
function plain(html: string): string {
  let text = ''
  let from = 0
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    text += html.slice(from, start)
    const end = html.indexOf('-->', start + 4)
    if (end === -1) return tidy(text)
    from = end + 3
  }
  return tidy(text + html.slice(from))
}

function tidy(text: string): string {
  return decodeHTML(text).replace(/[ \t\u00a0]+/g, ' ')
}
