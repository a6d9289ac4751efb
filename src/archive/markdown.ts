import GithubSlugger, { slug as slugOf } from 'github-slugger'
import type { Token } from 'markdown-it'
import { contentLimits } from '../diagnostics.ts'
import { type ParseEnv, parser, spanOf, withoutComments } from './parser.ts'
import { SourceMap } from './source-map.ts'

/** A markdown text, parsed once. Offsets are in `source`. */
export interface Markdown {
  readonly source: string
  readonly tokens: readonly Token[]
  readonly env: object
  readonly headings: readonly Heading[]
  readonly references: readonly Reference[]
  readonly rawHtml: readonly { readonly offset: number; readonly tag: string }[]
  /** What each token says as plain text, by the token's index. */
  readonly texts: readonly string[]
  /** Where quotes and lists first are too deep in each other, and something was left out. */
  readonly tooDeep: number | undefined
}

export interface Heading {
  readonly level: number
  readonly text: string
  /** The fragment that addresses it. */
  readonly slug: string
  readonly offset: number
}

/** A link, an image, or the definition that a `[label]` refers to. */
export interface Reference {
  readonly kind: 'link' | 'image' | 'definition'
  readonly href: string
  /** Where it is written. */
  readonly offset: number
  /** Where its destination is written; undefined for a link that takes it from a definition. */
  readonly destination: readonly [start: number, end: number] | undefined
  /** Undefined for a definition, which shows nothing itself. */
  readonly token: Token | undefined
  /** Alternative text of an image. */
  readonly alt: string
}

export function parseMarkdown(source: string): Markdown {
  const env: ParseEnv = { definitions: [] }
  const tokens = parser.parse(source, env)
  const map = new SourceMap(source)
  const slugger = new GithubSlugger()
  const headings: Heading[] = []
  const references: Reference[] = []
  const rawHtml: Markdown['rawHtml'][number][] = []
  const texts: string[] = []
  let tooDeep: number | undefined
  // A table cell has no line of its own; it is on its row's.
  let line = 0

  for (const token of tokens) {
    let text = ''
    if (token.type === 'inline') {
      const opening = tokens[texts.length - 1]
      const children = token.children ?? []
      const locate = map.inline(token.content, token.map?.[0] ?? line, isCell(opening))
      text = plainText(children)
      if (opening?.type === 'heading_open') headings.push(headingOf(opening, text, slugger, map))
      collectInline(children, locate, references, rawHtml)
    } else if (token.type === 'fence' || token.type === 'code_block') {
      text = token.content
    } else if (token.type === 'html_block') {
      text = withoutComments(token.content)
      if (/<[A-Za-z]/.test(text))
        rawHtml.push({ offset: map.blockStart(token, firstTag(text).slice(0, -1)), tag: firstTag(text) })
    } else if (token.nesting === 1 && token.level >= contentLimits.blockNesting - 1) {
      tooDeep ??= map.blockStart(token, '')
    }
    texts.push(text)
    if (token.map) line = token.map[0]
  }
  for (const lines of env.definitions) references.push(definitionOf(lines, source, map))
  return { source, tokens, env, headings, references, rawHtml, texts, tooDeep }
}

/** Inline tokens as a reader would say them: labels of links, alternative text of images, no footnote marks. */
export function plainText(tokens: readonly Token[]): string {
  let text = ''
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'code_inline' || token.type === 'text_special')
      text += token.content
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' '
    else if (token.type === 'image') text += plainText(token.children ?? [])
  }
  return text.trim()
}

/** As GitHub addresses it, which authors know; a heading without a letter has no address there. */
function headingOf(opening: Token, text: string, slugger: GithubSlugger, map: SourceMap): Heading {
  const slug = slugger.slug(slugOf(text) || 'section')
  opening.attrSet('id', slug)
  const offset = map.blockStart(opening, opening.markup.startsWith('#') ? '#' : text)
  return { level: Number(opening.tag.slice(1)), text, slug, offset }
}

function definitionOf(lines: readonly [number, number], source: string, map: SourceMap): Reference {
  const destination = map.definition(lines)
  const { str } = parser.helpers.parseLinkDestination(source, ...destination)
  const href = parser.normalizeLink(str)
  return { kind: 'definition', href, offset: destination[0], destination, token: undefined, alt: '' }
}

function collectInline(
  tokens: readonly Token[],
  locate: (offset: number) => number,
  references: Reference[],
  rawHtml: { offset: number; tag: string }[],
): void {
  for (const token of tokens) {
    const span = spanOf(token)
    if (token.type === 'html_inline' && /^<[A-Za-z]/.test(token.content)) {
      rawHtml.push({ offset: locate(span?.start ?? 0), tag: firstTag(token.content) })
    }
    if (!span || (token.type !== 'link_open' && token.type !== 'image')) continue
    const { start, destination } = span
    references.push({
      kind: token.type === 'image' ? 'image' : 'link',
      href: String(token.attrGet(token.type === 'image' ? 'src' : 'href') ?? ''),
      offset: locate(start),
      destination: destination && [locate(destination[0]), locate(destination[1] - 1) + 1],
      token,
      alt: token.type === 'image' ? plainText(token.children ?? []) : '',
    })
  }
}

function isCell(token: Token | undefined): boolean {
  return token?.type === 'td_open' || token?.type === 'th_open'
}

function firstTag(html: string): string {
  return /<\/?[A-Za-z][^\s>]{0,60}/.exec(html)?.[0].concat('>') ?? '<…>'
}
