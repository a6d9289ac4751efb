import type { Token } from 'markdown-it'
import { applyEdits, type Edit } from './source-map.ts'
import { sanitise } from './raw-html/sanitise.ts'
import { Decorations } from './decorate/decorate.ts'
import { type Highlight, highlightOwn } from './decorate/highlight.ts'
import { decorated, decoratedWith, type RenderEnv } from './decorate/renderer.ts'
import { withoutSlots } from './slots.ts'
import type { Markdown, Reference } from './markdown.ts'
import { parser } from './parser.ts'

/** A link or image, and the address it is given instead of the one that was written. */
export interface RewrittenLink {
  readonly reference: Reference
  readonly address: string
}

/** Markdown of our own as HTML, which is shown in one place. */
export function renderHtml(parsed: Markdown): string {
  return withoutSlots(renderBody(parsed, [], highlightOwn))
}

/**
 * A parsed body as HTML, with its addresses as slots. Markdown's own HTML is safe; the author's is sanitised, from the block that opens an
 * element to the one that closes it.
 */
export function renderBody(
  parsed: Markdown,
  settled: readonly RewrittenLink[],
  highlight: Highlight,
): string {
  settle(settled)
  const decorations = new Decorations(parsed)
  const env: RenderEnv = { ...parsed.env, decorations, highlight, isReadAgain: false }
  const envOfHtml: RenderEnv = { ...env, isReadAgain: true }
  const renderer = parsed.extended ? decoratedWith(parsed.extended.rules) : decorated
  const { options } = parsed.extended?.parser ?? parser
  let html = ''
  for (const { tokens, hasHtml } of stretches(parsed)) {
    const rendered = renderer.render([...tokens], options, hasHtml ? envOfHtml : env)
    html += hasHtml ? sanitise(withoutSlots(rendered), decorations) : rendered
  }
  return html.trimEnd()
}

function settle(settled: readonly RewrittenLink[]): void {
  const inHtml = new Map<Token, Edit[]>()
  for (const { reference, address } of settled) {
    const { token, within } = reference
    if (!token) continue
    if (within) {
      const edits = inHtml.get(token) ?? []
      edits.push({
        start: within[0],
        end: within[1],
        text: address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
      })
      inHtml.set(token, edits)
    } else token.attrSet(token.type === 'image' ? 'src' : 'href', address)
  }
  for (const [token, edits] of inHtml) token.content = applyEdits(token.content, edits).text
}

/** The blocks of a body, those together that an element of HTML holds together. */
function* stretches({ tokens, htmlDepths }: Markdown) {
  let start = 0
  let hasHtml = false
  let depth = 0
  let nesting = 0
  for (const [at, token] of tokens.entries()) {
    for (const one of [token, ...(token.children ?? [])]) {
      const change = htmlDepths.get(one)
      if (change === undefined) continue
      hasHtml = true
      // An element that a paragraph leaves open ends with it.
      if (one.type === 'html_block') depth = Math.max(0, depth + change)
    }
    // Counted here: tokens that plugins move keep the level they had.
    nesting += token.nesting
    if (nesting > 0 || depth > 0) continue
    yield { tokens: tokens.slice(start, at + 1), hasHtml }
    start = at + 1
    hasHtml = false
  }
  if (start < tokens.length) yield { tokens: tokens.slice(start), hasHtml }
}
