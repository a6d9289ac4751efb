import GithubSlugger, { slug as slugOf } from 'github-slugger'
import type { Token } from 'markdown-it'
import { contentLimits } from '../base/diagnostics.ts'
import { decorateTokens } from './decorate/tokens.ts'
import { bracketedTex, leftoversIn, mayHaveLeftovers } from './leftovers.ts'
import { formulaOf } from './math.ts'
import { type ExtendedParser, type ParseEnv, parser, spanOf } from './parser.ts'
import { HtmlReader, type HtmlText, visible } from './raw-html/reader.ts'
import { withoutDelimiters } from './slots.ts'
import type { Note, Range, Reference } from './source.ts'
import { type Locate, sourceMap } from './source-map.ts'

/** Parsed markdown. Offsets are in `source`. Tokens are final: what pages add to them is there. */
export interface Markdown {
  readonly source: string
  readonly tokens: readonly Token[]
  readonly env: object
  readonly headings: readonly Heading[]
  readonly references: readonly Reference[]
  /** Anchors in HTML. */
  readonly ids: readonly string[]
  /** HTML that is removed or changed, unknown syntax that is shown as text, wrong formulas, blocks nested too deep. */
  readonly notes: readonly Note[]
  /** HTML elements that a token leaves open; only for tokens with HTML. */
  readonly htmlDepths: ReadonlyMap<Token, number>
  /** Texts of HTML blocks. */
  readonly htmlTexts: ReadonlyMap<Token, readonly HtmlText[]>
  /** Plain text by token index. */
  readonly texts: readonly string[]
  /** Marks of containers such as `:::cards`. */
  readonly marks: readonly Range[]
  /** The parser with plugins, if any. */
  readonly extended: ExtendedParser | undefined
}

export interface Heading {
  readonly level: number
  readonly text: string
  /** URL fragment. */
  readonly slug: string
  readonly offset: number
}

export function parseMarkdown(text: string, extended?: ExtendedParser): Markdown {
  // The parser replaces NUL too, and offsets are found by comparing the text with the source.
  const source = withoutDelimiters(text).replaceAll('\0', '\ufffd')
  const env: ParseEnv = { definitions: [] }
  const tokens = (extended?.parser ?? parser).parse(source, env)
  const map = sourceMap(source)
  const slugger = new GithubSlugger()
  const html = new HtmlReader()
  const headings: Heading[] = []
  const references: Reference[] = []
  const leftovers: Note[] = []
  const others: Note[] = []
  const texts: string[] = []
  const marks: Range[] = []
  let isTooDeep = false
  // Cells have no line; use the row's.
  let line = 0
  for (const token of tokens) {
    texts.push(readBlock(token, tokens[texts.length - 1]))
    if (token.map) line = token.map[0]
  }
  for (const lines of env.definitions) {
    const destination = map.definition(lines)
    const { str } = parser.helpers.parseLinkDestination(source, ...destination)
    const href = parser.normalizeLink(str)
    references.push({ kind: 'definition', href, offset: destination[0], destination, alt: undefined })
  }
  decorateTokens(source, tokens, texts)
  const notes = [...html.notes, ...leftovers, ...others]
  const ofHtml = { ids: html.ids, htmlDepths: html.depths, htmlTexts: html.texts }
  return { source, tokens, env, headings, references, notes, texts, marks, extended, ...ofHtml }

  /** Reads a block after its opening token, and returns its text. */
  function readBlock(token: Token, opening: Token | undefined): string {
    const { type, content, children } = token
    const firstLine = token.map?.[0] ?? line
    if (type === 'inline') {
      const isCell = opening?.type === 'td_open' || opening?.type === 'th_open'
      const locate = (isCell ? map.cell : map.prose)(content, firstLine)
      // Collect before reading HTML, which reports what it turns into text itself.
      const seen = html.beginLine(children ?? [])
      const shown = mayHaveLeftovers(content) ? seen.map(({ type, content }) => ({ type, content })) : []
      for (const child of children ?? []) readInline(child, locate)
      html.endBlock()
      for (const note of leftoversIn(content, shown, locate)) leftovers.push(note)
      for (const note of bracketedTex(content, locate)) leftovers.push(note)
      const text = plainText(seen)
      if (opening?.type === 'heading_open') readHeading(opening, text)
      return text
    }
    if (type === 'fence' || type === 'code_block' || type === 'math_block') {
      readFormula(token, map.blockStart(token, ''))
      return html.hides ? '' : content
    }
    if (type === 'container_open' || type === 'container_close') marks.push(map.mark(token))
    if (type === 'html_block') {
      const locate = map.prose(content, firstLine)
      const text = html.read(token, locate, references)
      for (const note of leftoversIn(content, [{ type: 'text', content: text }], locate)) leftovers.push(note)
      return text
    }
    if (!isTooDeep && token.nesting === 1 && token.level >= contentLimits.blockNesting - 1) {
      isTooDeep = true
      const message = `Quotes and lists are nested more than ${contentLimits.blockNesting} deep.`
      const offset = map.blockStart(token, '')
      others.push({ offset, message, rule: 'nested-too-deep', hint: 'Use fewer levels.' })
    }
    return ''
  }

  /** Uses GitHub's slugs. GitHub has none for a heading without letters. */
  function readHeading(opening: Token, text: string): void {
    const ownId: string | undefined = opening.meta?.['id']
    // Reserve the author's id, too.
    const next = slugger.slug(ownId ?? (slugOf(text) || 'section'))
    const slug = ownId ?? next
    opening.attrSet('id', slug)
    const offset = map.blockStart(opening, opening.markup.startsWith('#') ? '#' : text)
    headings.push({ level: Number(opening.tag.slice(1)), text, slug, offset })
  }

  function readInline(token: Token, locate: Locate): void {
    const span = spanOf(token)
    const start = span?.start ?? 0
    const isImage = token.type === 'image'
    if (token.type === 'html_inline') html.readInline(token, (offset) => locate(start + offset), references)
    else if (token.type === 'math_inline') readFormula(token, locate(start))
    if (!span || (token.type !== 'link_open' && !isImage)) return
    const { destination } = span
    references.push({
      kind: isImage ? 'image' : 'link',
      href: String(token.attrGet(isImage ? 'src' : 'href') ?? ''),
      offset: locate(start),
      destination: destination && [locate(destination[0]), locate(destination[1] - 1) + 1],
      alt: isImage ? plainText(token.children ?? []) : undefined,
    })
  }

  function readFormula(token: Token, offset: number): void {
    const problem = formulaOf(token)?.problem
    if (problem === undefined) return
    const message = `The formula is not valid TeX: ${problem}.`
    const hint = 'Fix the TeX, or escape the dollar sign with a backslash.'
    others.push({ offset, message, rule: 'math', hint })
  }
}

/** Returns the text of inline tokens: link labels and alt text, no footnote marks. `formula` replaces formulas. */
export function plainText(tokens: readonly Token[], formula?: string): string {
  let text = ''
  for (const { type, content, children } of visible(tokens)) {
    if (type === 'text' || type === 'code_inline' || type === 'text_special') text += content
    else if (type === 'math_inline') text += formula ?? content
    else if (type === 'softbreak' || type === 'hardbreak') text += ' '
    else if (type === 'html_inline' && /^<(?:br|wbr|hr|img)\b/i.test(content)) text += ' '
    else if (type === 'image') text += plainText(children ?? [])
  }
  return text.trim()
}
