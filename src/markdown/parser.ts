import MarkdownIt, { type StateInline, type Token } from 'markdown-it'
import { contentLimits } from '../base/diagnostics.ts'
import type { MarkdownParser } from '../base/hooks.ts'
import { autolinks, bareLinks } from './autolinks.ts'
import { container } from './containers.ts'
import { gfm, ruleOf } from './gfm.ts'
import { math } from './math.ts'
import type { Range } from './source.ts'

/**
 * markdown-it tracks lines of blocks, but no positions of inline tokens. Link and image rules are wrapped to record
 * them: diagnostics need a column, and relative links are rewritten in the source.
 */
export const parser = makeParser()

/** A parser with the caller's plugins, and their render rules. */
export type ExtendedParser = { readonly parser: MarkdownIt; readonly rules: MarkdownIt['renderer']['rules'] }

export function parserWith(hook: (parser: MarkdownParser) => unknown): ExtendedParser {
  const md = makeParser()
  const before = { ...md.renderer.rules }
  hook(md as unknown as MarkdownParser)
  const set = Object.entries(md.renderer.rules).filter(([name, rule]) => before[name] !== rule)
  return { parser: md, rules: Object.fromEntries(set) }
}

/** Lines of link definitions, which have no tokens. */
export type ParseEnv = { readonly definitions: (readonly [first: number, end: number])[] }

/** Offsets of an inline token in its block's content. */
type InlineSpan = { readonly start: number; readonly destination: Range | undefined }

export const spanOf = (token: Token) => token.meta?.['span'] as InlineSpan | undefined

function makeParser(): MarkdownIt {
  const md = new MarkdownIt({ html: true }).use(gfm).use(container).use(bareLinks).use(autolinks).use(math)
  skipPunycode(md)
  // Missing in the types. markdown-it drops deeper blocks.
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
      // Pending text becomes a token first.
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

/** An ASCII URL or path without user name or port. */
const isPlain = /^(?:https?:\/\/[\w.-]+(?=[/?#]|$))?[!-9;-?A-~]*$/

/** Skips markdown-it's punycode handling for plain URLs, which saves a tenth of a build. */
function skipPunycode(md: MarkdownIt): void {
  const normalise = md.normalizeLink
  const { encode } = md.utils.lib.mdurl
  md.normalizeLink = (url) => (isPlain.test(url) ? encode(url) : normalise(url))
}

/** Finds the destination of `[label](destination)`, `![alt](destination)` or `<destination>` with markdown-it's helpers. */
function destinationAt(state: StateInline, start: number, rule: string): Range | undefined {
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
