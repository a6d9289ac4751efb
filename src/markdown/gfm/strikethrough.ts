import type { MarkdownIt, StateInline } from 'markdown-it'

/** A marker that no character has: delimiters of one tilde pair with each other, and never with those of two. */
const single = -0x7e

type Delimiters = StateInline['delimiters']

/** `~one~` (GFM §6.5); `~~two~~` is markdown-it's own. More than two are text. */
export function strikethrough(md: MarkdownIt): void {
  md.inline.ruler.before('strikethrough', 'tilde', (state, silent) => {
    if (silent || state.src.charCodeAt(state.pos) !== 0x7e) return false
    const { length, can_open, can_close } = state.scanDelims(state.pos, true)
    if (length === 2) return false
    const token = state.push('text', '', 0)
    token.content = '~'.repeat(length)
    if (length === 1) {
      state.delimiters.push({
        marker: single,
        length: 0,
        token: state.tokens.length - 1,
        end: -1,
        open: can_open,
        close: can_close,
      } as Delimiters[number])
    }
    state.pos += length
    return true
  })
  md.inline.ruler2.before('strikethrough', 'tilde', (state) => {
    pair(state, state.delimiters)
    for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters)
    return true
  })
}

/** markdown-it has found which delimiters belong together; their texts become the tags. */
function pair({ tokens }: StateInline, delimiters: Delimiters): void {
  for (const { marker, end, token } of delimiters) {
    const close = delimiters[end]
    if (marker !== single || !close) continue
    for (const [at, nesting] of [
      [token, 1],
      [close.token, -1],
    ] as const) {
      const tag = tokens[at]
      if (tag)
        Object.assign(tag, {
          type: nesting === 1 ? 's_open' : 's_close',
          tag: 's',
          nesting,
          markup: '~',
          content: '',
        })
    }
  }
}
