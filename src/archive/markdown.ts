import MarkdownIt, { type StateInline, type Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { bareLinks } from './bare-links.ts'
import { plainUrls } from './plain-urls.ts'
import { SourceMap } from './source-map.ts'

/**
 * Markdown, parsed once. markdown-it knows the lines of blocks but not the places of inline things; the link and
 * image rules are wrapped to note them, because a dead link needs a column and a relative one must be rewritten in
 * the source itself.
 */
export interface Markdown {
  readonly source: string
  readonly tokens: readonly Token[]
  readonly env: object
  readonly headings: readonly Heading[]
  readonly references: readonly Reference[]
  readonly rawHtml: readonly { readonly offset: number; readonly tag: string }[]
  /** What each token says as plain text, by the token's place. */
  readonly texts: readonly string[]
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

export const parser = makeParser()

export function parseMarkdown(source: string): Markdown {
  const env: ParseEnv = { definitions: [] }
  const tokens = parser.parse(source, env)
  const map = new SourceMap(source)
  const headings: Heading[] = []
  const references: Reference[] = []
  const rawHtml: Markdown['rawHtml'][number][] = []
  const texts: string[] = []
  const slugs = new Map<string, number>()
  // A table cell has no line of its own; it is on its row's.
  let line = 0

  for (const token of tokens) {
    let text = ''
    if (token.type === 'inline') {
      const opening = tokens[texts.length - 1]
      const children = token.children ?? []
      const locate = map.inline(token.content, token.map?.[0] ?? line, isCell(opening))
      text = plainText(children)
      if (opening?.type === 'heading_open') headings.push(headingOf(opening, text, slugs, map))
      collectInline(children, locate, references, rawHtml)
    } else if (token.type === 'fence' || token.type === 'code_block') {
      text = token.content
    } else if (token.type === 'html_block') {
      text = withoutComments(token.content)
      if (/<[A-Za-z]/.test(text))
        rawHtml.push({ offset: map.blockStart(token, firstTag(text).slice(0, -1)), tag: firstTag(text) })
    }
    texts.push(text)
    if (token.map) line = token.map[0]
  }
  for (const lines of env.definitions) {
    const destination = map.definition(lines)
    const { str } = parser.helpers.parseLinkDestination(source, ...destination)
    const href = parser.normalizeLink(str)
    references.push({
      kind: 'definition',
      href,
      offset: destination[0],
      destination,
      token: undefined,
      alt: '',
    })
  }
  return { source, tokens, env, headings, references, rawHtml, texts }
}

function headingOf(opening: Token, text: string, slugs: Map<string, number>, map: SourceMap): Heading {
  const slug = uniqueSlug(text, slugs)
  opening.attrSet('id', slug)
  const offset = map.blockStart(opening, opening.markup.startsWith('#') ? '#' : text)
  return { level: Number(opening.tag.slice(1)), text, slug, offset }
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

/** Comments are for editors; everything else that looks like HTML is shown as the text it is. */
export function withoutComments(html: string): string {
  return html.replace(/<!--[\s\S]*?-->/g, '')
}

function collectInline(
  tokens: readonly Token[],
  locate: (offset: number) => number,
  references: Reference[],
  rawHtml: { offset: number; tag: string }[],
): void {
  for (const token of tokens) {
    const at = placeOf(token)
    if (token.type === 'html_inline' && /^<[A-Za-z]/.test(token.content)) {
      rawHtml.push({ offset: locate(at?.start ?? 0), tag: firstTag(token.content) })
    }
    if (!at || (token.type !== 'link_open' && token.type !== 'image')) continue
    references.push({
      kind: token.type === 'image' ? 'image' : 'link',
      href: String(token.attrGet(token.type === 'image' ? 'src' : 'href') ?? ''),
      offset: locate(at.start),
      destination: at.destination && [locate(at.destination[0]), locate(at.destination[1] - 1) + 1],
      token,
      alt: token.type === 'image' ? plainText(token.children ?? []) : '',
    })
  }
}

function isCell(token: Token | undefined): boolean {
  return token?.type === 'td_open' || token?.type === 'th_open'
}

/** A definition leaves no token behind, so its rule notes the lines it stands on. */
interface ParseEnv {
  readonly definitions: (readonly [first: number, behind: number])[]
}

interface Place {
  readonly start: number
  readonly destination: readonly [number, number] | undefined
}

function placeOf(token: Token): Place | undefined {
  return token.meta?.['place'] as Place | undefined
}

function makeParser(): MarkdownIt {
  const md = new MarkdownIt({ html: true }).use(footnote).use(bareLinks).use(plainUrls)
  // `^[…]` is not GitHub's, and what stands in it would have no place in the source.
  md.inline.ruler.disable('footnote_inline')
  for (const [rule, type] of [
    ['link', 'link_open'],
    ['image', 'image'],
    ['autolink', 'link_open'],
    ['html_inline', 'html_inline'],
  ] as const) {
    const original = ruleOf(md.inline.ruler, rule)
    md.inline.ruler.at(rule, (state, silent) => {
      const start = state.pos
      const before = state.tokens.length
      if (!original(state, silent)) return false
      if (silent) return true
      const token = state.tokens.slice(before).find((one) => one.type === type)
      if (token)
        token.meta = { ...token.meta, place: { start, destination: destinationAt(state, start, rule) } }
      return true
    })
  }
  const reference = ruleOf(md.block.ruler, 'reference')
  md.block.ruler.at('reference', (state, start, end, silent) => {
    if (!reference(state, start, end, silent)) return false
    if (!silent) (state.env as ParseEnv).definitions.push([start, state.line])
    return true
  })
  return md
}

/** markdown-it replaces rules but hands none out; the list it keeps them in is stable and used by its plugins. */
function ruleOf<Rule>(ruler: { at(name: string, rule: Rule): void }, name: string): Rule {
  const { __rules__: rules } = ruler as unknown as { __rules__: { name: string; fn: Rule }[] }
  const rule = rules.find((one) => one.name === name)
  if (!rule) throw new Error(`markdown-it has no rule ${name}`)
  return rule.fn
}

/** `[label](destination)`, `![alt](destination)` or `<destination>`, read again with markdown-it's own helpers. */
function destinationAt(
  state: StateInline,
  start: number,
  rule: string,
): readonly [number, number] | undefined {
  const end = state.pos
  if (rule === 'autolink') return [start + 1, end - 1]
  if (rule === 'html_inline') return undefined
  const { parseLinkLabel, parseLinkDestination } = state.md.helpers
  const labelEnd = parseLinkLabel(state, rule === 'image' ? start + 1 : start, rule === 'link')
  state.pos = end
  if (labelEnd < 0 || state.src[labelEnd + 1] !== '(') return undefined
  let at = labelEnd + 2
  while (at < end && /\s/.test(state.src[at] ?? '')) at++
  const { ok, pos } = parseLinkDestination(state.src, at, end)
  return ok && pos > at ? [at, pos] : undefined
}

function firstTag(html: string): string {
  return /<\/?[A-Za-z][^\s>]*/.exec(html)?.[0].concat('>') ?? '<…>'
}

/** GitHub's way, which authors know: lower case, punctuation dropped, spaces to hyphens, repeats numbered. */
function uniqueSlug(text: string, taken: Map<string, number>): string {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
  const slug = plain.trim().replace(/ /g, '-') || 'section'
  let unique = slug
  for (let times = taken.get(slug) ?? 0; taken.has(unique); ) {
    taken.set(slug, ++times)
    unique = `${slug}-${times}`
  }
  taken.set(unique, 0)
  return unique
}
