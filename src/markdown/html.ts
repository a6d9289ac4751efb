import { type Words, wordsOf } from '../words/words.ts'
import { sanitise } from './raw-html/sanitise.ts'
import { type Addresses, decorateHtml } from './decorate/html.ts'
import { type Highlight, highlightBuiltIn } from './decorate/highlight.ts'
import { rendererWith, type RenderEnv } from './decorate/renderer.ts'
import { withoutSlots } from './slots.ts'
import type { Markdown } from './markdown.ts'
import { parser } from './parser.ts'

/** Renders the engine's own markdown, without slots. */
export const renderHtml = (parsed: Markdown) => withoutSlots(renderBody(parsed, new Map(), highlightBuiltIn))

/**
 * Renders a body as HTML with slots. markdown-it's output is safe; ranges with the author's HTML are sanitized, from
 * the block that opens an element to the one that closes it.
 */
export function renderBody(
  parsed: Markdown,
  addresses: Addresses,
  highlight: Highlight,
  words: Words = wordsOf('en'),
): string {
  const env: RenderEnv = { ...parsed.env, highlight, words }
  const renderer = rendererWith(parsed.extended?.rules)
  const { options } = parsed.extended?.parser ?? parser
  let html = ''
  for (const { tokens, hasHtml } of blockGroups(parsed)) {
    const rendered = renderer.render([...tokens], options, env)
    html += hasHtml ? sanitise(rendered) : rendered
  }
  return decorateHtml(html.trimEnd(), addresses)
}

/** Groups blocks that belong to the same HTML element. */
function* blockGroups({ tokens, htmlDepths }: Markdown) {
  let start = 0
  let hasHtml = false
  let depth = 0
  let nesting = 0
  for (const [at, token] of tokens.entries()) {
    for (const one of [token, ...(token.children ?? [])]) {
      const change = htmlDepths.get(one)
      if (change === undefined) continue
      hasHtml = true
      // An element left open in a paragraph ends with it.
      if (one.type === 'html_block') depth = Math.max(0, depth + change)
    }
    // `token.level` is wrong for tokens that plugins moved.
    nesting += token.nesting
    if (nesting > 0 || depth > 0) continue
    yield { tokens: tokens.slice(start, at + 1), hasHtml }
    start = at + 1
    hasHtml = false
  }
  if (start < tokens.length) yield { tokens: tokens.slice(start), hasHtml }
}
