import type { Token } from 'markdown-it'
import type { Markdown } from './markdown.ts'
import { parser } from './parser.ts'

/** A parsed body as HTML, with the addresses given for links and images instead of those that were written. */
export function renderHtml(parsed: Markdown, addresses: ReadonlyMap<Token, string> = new Map()): string {
  for (const [token, address] of addresses) token.attrSet(token.type === 'image' ? 'src' : 'href', address)
  return parser.renderer.render([...parsed.tokens], parser.options, parsed.env).trimEnd()
}
