import MarkdownIt, { type StateInline, type Token } from 'markdown-it'
import { contentLimits } from '../base/diagnostics.ts'
import type { MarkdownParser } from '../base/hooks.ts'
import { autolinks, bareLinks } from './autolinks.ts'
import {
  alerts,
  footnotes,
  headingIds,
  ruleOf,
  strikethrough,
  tables,
  taskLists,
  unspacedEmphasis,
} from './gfm.ts'
import { math } from './math.ts'
import { unreserved } from './slots.ts'

/**
 * markdown-it knows the lines of blocks, but not where inline things are written. Link and image rules are wrapped to note it: a dead link
 * needs a column, and a relative one is rewritten in the source.
 */
export const parser = makeParser()

/** A parser with a program's own plug-ins, and the rules by which they render. */
export interface ExtendedParser {
  readonly parser: MarkdownIt
  readonly rules: MarkdownIt['renderer']['rules']
}

export function parserWith(hook: (parser: MarkdownParser) => unknown): ExtendedParser {
  const md = makeParser()
  const before = { ...md.renderer.rules }
  hook(md as unknown as MarkdownParser)
  const set = Object.entries(md.renderer.rules).filter(([name, rule]) => before[name] !== rule)
  return { parser: md, rules: Object.fromEntries(set) }
}

/** What the wrapped rules leave in `env`: a definition has no token, so its rule notes the lines it is written on. */
export interface ParseEnv {
  readonly definitions: (readonly [first: number, end: number])[]
}

/** Where an inline thing is written, as offsets in the content of its block. */
interface InlineSpan {
  readonly start: number
  readonly destination: readonly [start: number, end: number] | undefined
}

export function spanOf(token: Token): InlineSpan | undefined {
  return token.meta?.['span'] as InlineSpan | undefined
}

function makeParser(): MarkdownIt {
  const md = new MarkdownIt({ html: true })
  for (const plugin of [
    footnotes,
    bareLinks,
    autolinks,
    strikethrough,
    taskLists,
    alerts,
    headingIds,
    math,
    tables,
    unspacedEmphasis,
  ])
    md.use(plugin)
  md.core.ruler.after('normalize', 'unreserved', (state) => {
    state.src = unreserved(state.src)
  })
  normalisePlain(md)
  // An option that the types leave out. What is deeper, markdown-it leaves out.
  Object.assign(md.options, { maxNesting: contentLimits.blockNesting })
  for (const [rule, type] of [
    ['link', 'link_open'],
    ['image', 'image'],
    ['autolink', 'link_open'],
    ['html_inline', 'html_inline'],
    ['math_inline', 'math_inline'],
  ] as const) {
    const original = ruleOf(md.inline.ruler, rule)
    md.inline.ruler.at(rule, (state, silent) => {
      const start = state.pos
      const before = state.tokens.length
      if (!original(state, silent)) return false
      // The text up to here comes first, if there is any.
      const token = state.tokens[state.tokens[before]?.type === type ? before : before + 1]
      if (!silent && token?.type === type) {
        const span: InlineSpan = { start, destination: destinationAt(state, start, rule) }
        token.meta = { ...token.meta, span }
      }
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

/** markdown-it parses every address for hosts beyond ASCII. Plain ones have none, and skipping them saved a tenth of a build. */
function normalisePlain(md: MarkdownIt): void {
  const normalise = md.normalizeLink
  const { encode } = md.utils.lib.mdurl
  md.normalizeLink = (url) => (isPlain.test(url) ? encode(url) : normalise(url))
}

/** A web address or a path, with nothing in it that could be a user's name or a port. */
const isPlain = /^(?:https?:\/\/[\w.-]+(?=[/?#]|$))?[!-9;-?A-~]*$/

/** `[label](destination)`, `![alt](destination)` or `<destination>`, read again with markdown-it's own helpers. */
function destinationAt(
  state: StateInline,
  start: number,
  rule: string,
): readonly [number, number] | undefined {
  const end = state.pos
  if (rule === 'autolink') return [start + 1, end - 1]
  if (rule !== 'link' && rule !== 'image') return undefined
  const { parseLinkLabel, parseLinkDestination } = state.md.helpers
  const labelEnd = parseLinkLabel(state, rule === 'image' ? start + 1 : start, rule === 'link')
  state.pos = end
  if (labelEnd < 0 || state.src[labelEnd + 1] !== '(') return undefined
  let at = labelEnd + 2
  while (at < end && /\s/.test(state.src[at] ?? '')) at++
  const { ok, pos } = parseLinkDestination(state.src, at, end)
  return ok && pos > at ? [at, pos] : undefined
}
