import type { Token } from 'markdown-it'
import { escapeAttribute } from '../base/escape.ts'
import { type Words, wordsOf } from '../words/words.ts'
import { applyEdits, type Edit } from './source-map.ts'
import { sanitise } from './raw-html/sanitise.ts'
import { decorate } from './decorate/decorate.ts'
import { type Highlight, highlightBuiltIn } from './decorate/highlight.ts'
import { decoratedRenderer, rendererWith, type RenderEnv } from './decorate/renderer.ts'
import { withoutSlots } from './slots.ts'
import type { Markdown, Reference } from './markdown.ts'
import { parser } from './parser.ts'

/** A link or image, and its new address. */
export interface RewrittenLink {
  readonly reference: Reference
  readonly address: string
}

/** Renders the engine's own markdown, without slots. */
export function renderHtml(parsed: Markdown): string {
  return withoutSlots(renderBody(parsed, [], highlightBuiltIn))
}

/**
 * Renders a body as HTML with slots. markdown-it's output is safe; ranges with the author's HTML are sanitized, from
 * the block that opens an element to the one that closes it.
 */
export function renderBody(
  parsed: Markdown,
  rewritten: readonly RewrittenLink[],
  highlight: Highlight,
  words: Words = wordsOf('en'),
): string {
  rewriteLinks(rewritten)
  const decorations = decorate(parsed)
  const env: RenderEnv = { ...parsed.env, decorations, highlight, words, isSanitized: false }
  const htmlEnv: RenderEnv = { ...env, isSanitized: true }
  const renderer = parsed.extended ? rendererWith(parsed.extended.rules) : decoratedRenderer
  const { options } = parsed.extended?.parser ?? parser
  let html = ''
  for (const { tokens, hasHtml } of blockGroups(parsed)) {
    const rendered = renderer.render([...tokens], options, hasHtml ? htmlEnv : env)
    html += hasHtml ? sanitise(withoutSlots(rendered), decorations) : rendered
  }
  return html.trimEnd()
}

function rewriteLinks(rewritten: readonly RewrittenLink[]): void {
  const inHtml = new Map<Token, Edit[]>()
  for (const { reference, address } of rewritten) {
    const { token, within } = reference
    if (!token) continue
    if (within) {
      const edits = inHtml.get(token) ?? []
      edits.push({
        start: within[0],
        end: within[1],
        text: escapeAttribute(address, token.content[within[0] - 1]),
      })
      inHtml.set(token, edits)
    } else token.attrSet(token.type === 'image' ? 'src' : 'href', address)
  }
  for (const [token, edits] of inHtml) token.content = applyEdits(token.content, edits).text
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
