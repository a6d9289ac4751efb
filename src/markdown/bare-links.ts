import type { MarkdownIt, StateInline } from 'markdown-it'

/**
 * Links a full URL that is written bare in a sentence, as GitHub does. markdown-it brings a linkifier that also finds names
 * without a scheme; here "node.js" or "archive.md" is a name and no address, and the linkifier's large expressions
 * would be a twentieth of the time it takes to start.
 */
export function bareLinks(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'bare_link', (state, silent) => {
    // Silent means looking for the end of a label, where nothing is pending and a bracket ends more than a URL.
    const start = silent ? undefined : startOf(state)
    if (start === undefined) return false
    const end = endOf(state.src, start, state.posMax)
    const url = state.src.slice(start, end)
    const href = md.normalizeLink(url)
    if (end <= state.pos + 3 || !md.validateLink(href)) return false
    state.pending = state.pending.slice(0, start - state.pos)
    const open = state.push('link_open', 'a', 1)
    open.attrSet('href', href)
    open.meta = { span: { start, destination: [start, end] } }
    state.push('text', '', 0).content = md.normalizeLinkText(url)
    state.push('link_close', 'a', -1)
    state.pos = end
    return true
  })
}

/** The parser stops at a colon; the scheme before it is still pending as text, as it was written. */
function startOf(state: StateInline): number | undefined {
  // The types leave out what its own linkifier reads.
  const { src, pos, pending, linkLevel } = state as StateInline & { linkLevel: number }
  if (linkLevel > 0 || !src.startsWith('://', pos)) return undefined
  const scheme = ['https', 'http'].find((one) => src.startsWith(one, pos - one.length))
  if (scheme === undefined || pending.length < scheme.length) return undefined
  const start = pos - scheme.length
  return pending.length > scheme.length && /[A-Za-z0-9]/.test(src[start - 1] ?? '') ? undefined : start
}

/** Up to white space or an angle bracket, without the punctuation of the sentence around it. */
function endOf(src: string, start: number, max: number): number {
  delimiter.lastIndex = start
  let end = Math.min(delimiter.exec(src)?.index ?? max, max)
  // A closing parenthesis belongs to the URL that opened it.
  let unopened = 0
  for (let at = start; at < end; at++) unopened += src[at] === ')' ? 1 : src[at] === '(' ? -1 : 0
  for (; end > start; end--) {
    const last = src[end - 1] ?? ''
    if (last === ')' ? unopened <= 0 : !/[.,:;!?'*_~\]}]/.test(last)) break
    if (last === ')') unopened--
  }
  return end
}

const delimiter = /[\s<>"]/g
