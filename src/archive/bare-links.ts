import type { MarkdownIt, StateInline } from 'markdown-it'

/**
 * Links a full URL that stands bare in a sentence, as GitHub does. markdown-it brings a linkifier that also finds names
 * without a scheme; here "node.js" or "archive.md" is a name and no address, and the linkifier's large expressions
 * would be a twentieth of the time it takes to start.
 */
export function bareLinks(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'bare_link', (state, silent) => {
    const start = startOf(state)
    if (start === undefined) return false
    const end = start + urlLength(state.src.slice(start, state.posMax))
    const url = state.src.slice(start, end)
    const href = md.normalizeLink(url)
    if (end <= state.pos + 3 || !md.validateLink(href)) return false
    if (!silent) {
      state.pending = state.pending.slice(0, start - state.pos)
      const open = state.push('link_open', 'a', 1)
      open.attrSet('href', href)
      open.meta = { place: { start, destination: [start, end] } }
      state.push('text', '', 0).content = md.normalizeLinkText(url)
      state.push('link_close', 'a', -1)
    }
    state.pos = end
    return true
  })
}

/** The parser stops at a colon; what comes before it is still pending as text. */
function startOf(state: StateInline): number | undefined {
  // The types leave out what its own linkifier reads.
  const { src, pos, pending, linkLevel } = state as StateInline & { linkLevel: number }
  if (linkLevel > 0 || src.charCodeAt(pos) !== 0x3a || !src.startsWith('://', pos)) return undefined
  const scheme = /(?:^|[^A-Za-z0-9])(https?)$/.exec(pending)?.[1]
  return scheme === undefined ? undefined : pos - scheme.length
}

/** Up to white space or an angle bracket, without the punctuation of the sentence around it. */
function urlLength(text: string): number {
  let end = text.search(/[\s<>"]/)
  if (end === -1) end = text.length
  for (;;) {
    const last = text[end - 1] ?? ''
    if (last === ')' && opened(text.slice(0, end))) return end
    if (!/[.,:;!?'*_~)\]}]/.test(last)) return end
    end--
  }
}

/** A closing parenthesis belongs to the URL that opened it. */
function opened(url: string): boolean {
  return url.split('(').length >= url.split(')').length
}
