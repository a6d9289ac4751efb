import type { MarkdownIt, Token } from 'markdown-it'

/** `> [!NOTE]` and its four siblings, as GitHub shows them: a box with a title instead of a quotation. */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'alerts', (state) => {
    const kept: Token[] = []
    /** The quotations that are open: whether each is an alert. */
    const open: boolean[] = []
    const { tokens } = state
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]
      if (!token) continue
      kept.push(token)
      if (token.type === 'blockquote_open') {
        const kind = takeMark(tokens[at + 1], tokens[at + 2])
        open.push(kind !== undefined)
        if (kind === undefined) continue
        token.type = 'alert_open'
        token.meta = { ...token.meta, alert: kind }
        // A paragraph of nothing but the mark is none.
        if (tokens[at + 2]?.content === '') at += 3
      } else if (token.type === 'blockquote_close' && open.pop()) token.type = 'alert_close'
    }
    state.tokens = kept
  })
  md.renderer.rules['alert_open'] = (tokens, at) => {
    const kind = String(tokens[at]?.meta?.['alert'] ?? 'note')
    const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    return `<div class="alert alert-${kind}">\n<p class="alert-title">${title}</p>\n`
  }
  md.renderer.rules['alert_close'] = () => '</div>\n'
}

/** Takes the mark from the paragraph that a quotation begins with, and says which it is. */
function takeMark(opening: Token | undefined, inline: Token | undefined): string | undefined {
  if (opening?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined
  // As at GitHub, the mark is alone on its line.
  const [whole, kind] = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i.exec(inline.content) ?? []
  if (whole === undefined || kind === undefined) return undefined
  inline.content = inline.content.slice(whole.length)
  if (inline.map && whole.endsWith('\n')) inline.map = [inline.map[0] + 1, inline.map[1]]
  return kind.toLowerCase()
}
