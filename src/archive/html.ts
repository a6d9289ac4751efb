import { type Markdown, parser, withoutComments } from './markdown.ts'

/** A parsed body as HTML. Headings have their ids, links are as they were settled on the tokens. */
export function renderHtml(parsed: Markdown): string {
  return renderer.render([...parsed.tokens], options, parsed.env).trimEnd()
}

/** Raw HTML in a post is shown as text: an archive that takes pull requests must not take scripts with them. */
const { renderer, options, utils } = parser
const shown = (html: string) => utils.escapeHtml(withoutComments(html))
renderer.rules['html_inline'] = (tokens, index) => shown(tokens[index]?.content ?? '')
renderer.rules['html_block'] = (tokens, index) => {
  const text = shown(tokens[index]?.content ?? '').trim()
  return text && `<p>${text}</p>\n`
}
