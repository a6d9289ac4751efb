import GithubSlugger, { slug as slugOf } from 'github-slugger'
import type { Token } from 'markdown-it'
import { contentLimits, type RuleName } from '../base/diagnostics.ts'
import { decorateTokens } from './decorate/tokens.ts'
import { bracketedTex, formulaOf } from './math.ts'
import { type ExtendedParser, type ParseEnv, parser, spanOf } from './parser.ts'
import type { HtmlText } from './raw-html/reader.ts'
import { codeElements, HtmlReader, leftoversIn, mayHaveLeftovers, visible } from './raw-html/reader.ts'
import { abbreviated } from './source.ts'
import { withoutDelimiters } from './slots.ts'
import { type Locate, type SourceMap, sourceMap } from './source-map.ts'

/** Parsed markdown. Offsets are in `source`. */
export interface Markdown {
  readonly source: string
  readonly tokens: readonly Token[]
  readonly env: object
  readonly headings: readonly Heading[]
  readonly references: readonly Reference[]
  /** Anchors in HTML. */
  readonly ids: readonly string[]
  /** HTML that is removed or changed. */
  readonly htmlNotes: readonly Note[]
  /** Unknown syntax that is shown as text. */
  readonly leftovers: readonly LeftoverNote[]
  readonly mathNotes: readonly Note[]
  /** HTML elements that a token leaves open; only for tokens with HTML. */
  readonly htmlDepths: ReadonlyMap<Token, number>
  /** Texts of HTML blocks. */
  readonly htmlTexts: ReadonlyMap<Token, readonly HtmlText[]>
  /** Plain text by token index. */
  readonly texts: readonly string[]
  /** Offset of the first block that is nested too deep and dropped. */
  readonly tooDeep: number | undefined
  /** The parser with plugins, if any. */
  readonly extended: ExtendedParser | undefined
}

export interface Note {
  readonly offset: number
  readonly message: string
}

interface LeftoverNote extends Note {
  readonly rule: RuleName
  readonly hint: string
}

export interface Heading {
  readonly level: number
  readonly text: string
  /** URL fragment. */
  readonly slug: string
  readonly offset: number
}

/** A link, an image, or the definition that a `[label]` refers to. */
export interface Reference {
  readonly kind: 'link' | 'image' | 'definition'
  readonly href: string
  readonly offset: number
  /** Range of the destination; undefined for a reference link. */
  readonly destination: readonly [start: number, end: number] | undefined
  /** In an HTML attribute. */
  readonly isHtml?: true
  /** Alt text; undefined where none is needed. */
  readonly alt: string | undefined
}

export function parseMarkdown(written: string, extended?: ExtendedParser): Markdown {
  // The parser replaces NUL too, and offsets are found by comparing the text with the source.
  const source = withoutDelimiters(written).replaceAll('\0', '\ufffd')
  const env: ParseEnv = { definitions: [] }
  const tokens = (extended?.parser ?? parser).parse(source, env)
  const map = sourceMap(source)
  const slugger = new GithubSlugger()
  const html = new HtmlReader()
  const found: Collected = { headings: [], references: [], leftovers: [], mathNotes: [], texts: [] }
  const { headings, texts } = found
  let tooDeep: number | undefined
  // Cells have no line; use the row's.
  let line = 0

  for (const token of tokens) {
    let text = ''
    if (token.type === 'inline') {
      const opening = tokens[texts.length - 1]
      const children = token.children ?? []
      const isCell = opening?.type === 'td_open' || opening?.type === 'th_open'
      const locate = (isCell ? map.cell : map.prose)(token.content, token.map?.[0] ?? line)
      // Collect before reading HTML, which reports what it turns into text itself.
      const seen = html.beginLine(children)
      const shown = mayHaveLeftovers(token.content)
        ? seen.map(({ type, content }) => ({ type, content }))
        : []
      collectInline(children, locate, found, html)
      html.endBlock()
      collectLeftovers(token.content, shown, locate, found)
      for (const { offset, written } of bracketedTex(token.content)) {
        const message = `${abbreviated(written)} is shown as text.`
        found.leftovers.push({ offset: locate(offset), message, rule: 'math', hint: dollarHint })
      }
      text = plainText(seen)
      if (opening?.type === 'heading_open') headings.push(headingOf(opening, text, slugger, map))
    } else if (token.type === 'fence' || token.type === 'code_block' || token.type === 'math_block') {
      if (!html.hides) text = token.content
      noteFormula(token, map.blockStart(token, ''), found)
    } else if (token.type === 'html_block') {
      const locate = map.prose(token.content, token.map?.[0] ?? line)
      text = html.read(token, locate, found.references)
      collectLeftovers(token.content, [{ type: 'text', content: text }], locate, found)
    } else if (token.nesting === 1 && token.level >= contentLimits.blockNesting - 1) {
      tooDeep ??= map.blockStart(token, '')
    }
    texts.push(text)
    if (token.map) line = token.map[0]
  }
  for (const lines of env.definitions) found.references.push(definitionOf(lines, source, map))
  decorateTokens({ source, tokens, texts })
  const { ids, notes: htmlNotes, depths: htmlDepths, texts: htmlTexts } = html
  return { source, tokens, env, ...found, ids, htmlNotes, htmlDepths, htmlTexts, tooDeep, extended }
}

interface Collected {
  readonly headings: Heading[]
  readonly references: Reference[]
  readonly leftovers: LeftoverNote[]
  readonly mathNotes: Note[]
  readonly texts: string[]
}

/** Returns the text of inline tokens: link labels and alt text, no footnote marks. `formula` replaces formulas. */
export function plainText(tokens: readonly Token[], formula?: string): string {
  let text = ''
  for (const token of visible(tokens)) {
    if (token.type === 'text' || token.type === 'code_inline' || token.type === 'text_special')
      text += token.content
    else if (token.type === 'math_inline') text += formula ?? token.content
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' '
    else if (token.type === 'html_inline' && /^<(?:br|wbr|hr|img)\b/i.test(token.content)) text += ' '
    else if (token.type === 'image') text += plainText(token.children ?? [])
  }
  return text.trim()
}

/** Uses GitHub's slugs. GitHub has none for a heading without letters. */
function headingOf(opening: Token, text: string, slugger: GithubSlugger, map: SourceMap): Heading {
  const own: string | undefined = opening.meta?.['id']
  // Reserve the author's id, too.
  const next = slugger.slug(own ?? (slugOf(text) || 'section'))
  const slug = own ?? next
  opening.attrSet('id', slug)
  const offset = map.blockStart(opening, opening.markup.startsWith('#') ? '#' : text)
  return { level: Number(opening.tag.slice(1)), text, slug, offset }
}

function definitionOf(lines: readonly [number, number], source: string, map: SourceMap): Reference {
  const destination = map.definition(lines)
  const { str } = parser.helpers.parseLinkDestination(source, ...destination)
  const href = parser.normalizeLink(str)
  return { kind: 'definition', href, offset: destination[0], destination, alt: undefined }
}

function collectInline(tokens: readonly Token[], locate: Locate, found: Collected, html: HtmlReader): void {
  for (const token of tokens) {
    const written = spanOf(token)
    const start = written?.start ?? 0
    if (token.type === 'html_inline')
      html.readInline(token, (offset) => locate(start + offset), found.references)
    else if (token.type === 'math_inline') noteFormula(token, locate(start), found)
    if (!written || (token.type !== 'link_open' && token.type !== 'image')) continue
    const { destination } = written
    found.references.push({
      kind: token.type === 'image' ? 'image' : 'link',
      href: String(token.attrGet(token.type === 'image' ? 'src' : 'href') ?? ''),
      offset: locate(start),
      destination: destination && [locate(destination[0]), locate(destination[1] - 1) + 1],
      alt: token.type === 'image' ? plainText(token.children ?? []) : undefined,
    })
  }
}

/** Skips escaped text and code, which the author meant to show. */
function collectLeftovers(
  written: string,
  shown: readonly Pick<Token, 'type' | 'content'>[],
  locate: Locate,
  found: Collected,
): void {
  if (shown.length === 0) return
  let from = 0
  let misses = 0
  const after = (piece: string) => {
    const at = misses < maximumMisses ? written.indexOf(piece, from) : -1
    if (at === -1) misses++
    else from = at + piece.length
    return at
  }
  const isCode = codeElements(written)
  for (const { type, content } of shown) {
    if (type === 'code_inline') after(content)
    if (type !== 'text') continue
    for (const { piece, rule, hint } of leftoversIn(content)) {
      const at = after(piece)
      if (at === -1 || written[at - 1] === '\\' || isCode(at)) continue
      const message = `${abbreviated(piece)} is shown as text.`
      found.leftovers.push({ offset: locate(at), message, rule, hint })
    }
  }
}

/** Each miss scans the whole block. */
const maximumMisses = 100

const dollarHint = 'Use dollar signs: `$…$`, or `$$…$$` on separate lines.'

function noteFormula(token: Token, offset: number, found: Collected): void {
  const problem = formulaOf(token)?.problem
  if (problem !== undefined)
    found.mathNotes.push({ offset, message: `The formula is not valid TeX: ${problem}.` })
}
