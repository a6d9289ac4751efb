import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import footnotePlugin from 'markdown-it-footnote'

/** GitHub's footnotes, `[^1]` and `[^1]: text`, by the usual plugin; two of its rules cost the square of what is written. */
export function footnotes(md: MarkdownIt): void {
  md.use(footnotePlugin)
  // `^[…]` is not GitHub's, and what is in it could not be found again in the source.
  md.inline.ruler.disable('footnote_inline')
  // A definition ends whatever text is before it, as at GitHub.
  md.block.ruler.at('footnote_def', ruleOf(md.block.ruler, 'footnote_def'), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  const reference = ruleOf(md.inline.ruler, 'footnote_ref')
  md.inline.ruler.at('footnote_ref', (state, silent) => isLabelled(state) && reference(state, silent))
  md.core.ruler.at('footnote_tail', moveToEnd)
}

/** The plugin looks for the end of a label from every `[^` to the end of the paragraph; here that is looked for once. */
function isLabelled(state: StateInline): boolean {
  const { src, pos, posMax } = state
  if (!src.startsWith('[^', pos)) return false
  let known = labelEnds.get(state)
  if (!known || pos < known.from || pos + 2 > known.end) {
    labelEnd.lastIndex = pos + 2
    known = { from: pos, end: labelEnd.exec(src)?.index ?? src.length }
    labelEnds.set(state, known)
  }
  return src[known.end] === ']' && known.end < posMax
}

/** Where no label ends: from an offset up to where one does, or cannot go on. */
const labelEnds = new WeakMap<StateInline, { readonly from: number; readonly end: number }>()
const labelEnd = /[\] \n]/g

interface Footnotes {
  /** In the order in which they are first referred to, with the number of times. */
  readonly list?: readonly { readonly label: string; readonly count: number }[]
}

/** The plugin's `footnote_tail`, but for copying all tokens before it for each footnote. */
function moveToEnd(state: StateCore): void {
  const { footnotes } = state.env as { footnotes?: Footnotes }
  if (!footnotes) return
  const { body, notes } = takeApart(state.tokens)
  state.tokens = body
  if (!footnotes.list) return
  const push = (type: string, nesting: -1 | 0 | 1, meta?: object) => {
    const token = new state.Token(type, '', nesting)
    if (meta) token.meta = meta
    body.push(token)
  }
  push('footnote_block_open', 1)
  for (const [id, { label, count }] of footnotes.list.entries()) {
    push('footnote_open', 1, { id, label })
    const note = notes.get(label) ?? []
    const last = note.at(-1)?.type === 'paragraph_close' ? note.pop() : undefined
    for (const token of note) body.push(token)
    for (let subId = 0; subId < count; subId++) push('footnote_anchor', 0, { id, subId, label })
    if (last) body.push(last)
    push('footnote_close', -1)
  }
  push('footnote_block_close', -1)
}

/** The text, and each footnote's own tokens by its label; of two with one label the last counts. */
function takeApart(tokens: readonly Token[]): { body: Token[]; notes: Map<string, Token[]> } {
  const body: Token[] = []
  const notes = new Map<string, Token[]>()
  // A definition may be in another one; its tokens are its own all the same.
  const open: { readonly label: string; readonly tokens: Token[] }[] = []
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open')
      open.push({ label: String(token.meta?.label ?? ''), tokens: [] })
    else if (token.type === 'footnote_reference_close') {
      const note = open.pop()
      if (note) notes.set(note.label, note.tokens)
    } else (open.at(-1)?.tokens ?? body).push(token)
  }
  return { body, notes }
}

/** markdown-it replaces rules but hands none out; the list it keeps them in is stable and used by its plugins. */
export function ruleOf<Rule>(ruler: { at(name: string, rule: Rule): void }, name: string): Rule {
  const { __rules__: rules } = ruler as unknown as { __rules__: { name: string; fn: Rule }[] }
  const rule = rules.find((one) => one.name === name)
  if (!rule) throw new Error(`markdown-it has no rule ${name}`)
  return rule.fn
}
