import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import footnotePlugin from 'markdown-it-footnote'
import { isHangul, isUnspaced } from '../base/letters.ts'

/** GitHub's syntax besides autolinks and math, and two extensions: heading ids, and emphasis in scripts without spaces. */
export function gfm(md: MarkdownIt): void {
  for (const plugin of [footnotes, strikethrough, taskLists, alerts, headingIds, tables, unspacedEmphasis])
    md.use(plugin)
}

/** `> [!NOTE]` and GitHub's four other alerts. */
function alerts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'alerts', (state) => {
    const { tokens } = state
    /** Whether each open quote is an alert. */
    const open: boolean[] = []
    /** End of a paragraph that contained only the mark, and is dropped. */
    let empty = 0
    state.tokens = tokens.filter((token, at) => {
      if (at < empty) return false
      if (token.type === 'blockquote_close' && open.pop()) token.type = 'alert_close'
      if (token.type !== 'blockquote_open') return true
      const kind = takeMark(tokens[at + 1], tokens[at + 2])
      open.push(kind !== undefined)
      if (kind === undefined) return true
      token.type = 'alert_open'
      token.meta = { ...token.meta, alert: kind }
      if (tokens[at + 2]?.content === '') empty = at + 4
      return true
    })
  })
  md.renderer.rules['alert_close'] = () => '</div>\n'
}

/** Removes the mark from the first paragraph of a quote, and returns its kind. */
function takeMark(opening: Token | undefined, inline: Token | undefined): string | undefined {
  if (opening?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined
  // As on GitHub, the mark must be alone on its line.
  const [whole, kind] = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i.exec(inline.content) ?? []
  if (whole === undefined || kind === undefined) return undefined
  inline.content = inline.content.slice(whole.length)
  if (inline.map && whole.endsWith('\n')) inline.map = [inline.map[0] + 1, inline.map[1]]
  return kind.toLowerCase()
}

/** `## Heading {#id}`, which many generators support. */
function headingIds(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'heading_ids', ({ tokens }) => {
    tokens.forEach((token, at) => {
      const opening = tokens[at - 1]
      if (token.type !== 'inline' || opening?.type !== 'heading_open') return
      const [written, id] =
        /[ \t]*\{:?[ \t]*#([\w:.-]+)[^}\n]{0,100}\}[ \t]*$/.exec(token.content.slice(-200)) ?? []
      if (written === undefined || id === undefined) return
      token.content = token.content.slice(0, token.content.length - written.length)
      opening.meta = { ...opening.meta, id }
    })
  })
}

/** A marker that no character has, so that single tildes never pair with double ones. */
const single = -0x7e

type Delimiters = StateInline['delimiters']

/** `~one~` (GFM §6.5). markdown-it handles `~~two~~`; more are text. */
function strikethrough(md: MarkdownIt): void {
  md.inline.ruler.before('strikethrough', 'tilde', (state, silent) => {
    if (silent || state.src.charCodeAt(state.pos) !== 0x7e) return false
    const { length, can_open, can_close } = state.scanDelims(state.pos, true)
    if (length === 2) return false
    state.push('text', '', 0).content = '~'.repeat(length)
    const token = state.tokens.length - 1
    const found = { marker: single, length: 0, token, end: -1, open: can_open, close: can_close }
    if (length === 1) state.delimiters.push(found as Delimiters[number])
    state.pos += length
    return true
  })
  md.inline.ruler2.before('strikethrough', 'tilde', (state) => {
    pair(state, state.delimiters)
    for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters)
    return true
  })
}

/** Turns paired delimiters into tags. */
function pair({ tokens }: StateInline, delimiters: Delimiters): void {
  for (const { marker, end, token } of delimiters) {
    const [open, close] = [tokens[token], tokens[delimiters[end]?.token ?? -1]]
    if (marker !== single || !open || !close) continue
    Object.assign(open, { type: 's_open', tag: 's', nesting: 1, markup: '~', content: '' })
    Object.assign(close, { type: 's_close', tag: 's', nesting: -1, markup: '~', content: '' })
  }
}

const tagAlone = /^<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?)>\s*$/i

/** A tag alone on its line ends a table (CommonMark's HTML block 7). markdown-it would add it as a row. */
function tables(md: MarkdownIt): void {
  const original = ruleOf(md.block.ruler, 'html_block')
  md.block.ruler.at(
    'html_block',
    (state, start, end, silent) => {
      // 'table' is missing in the types.
      if (!silent || (state.parentType as string) !== 'table') return original(state, start, end, silent)
      const indent = (state.sCount[start] ?? 0) - state.blkIndent
      return original(state, start, end, silent) || (indent < 4 && tagAlone.test(lineOf(state, start)))
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
}

/** `- [ ] open` and `- [x] done` (GFM §5.3), as disabled checkboxes. A mark is never a reference link. */
function taskLists(md: MarkdownIt): void {
  const marked = new WeakMap<Token, { readonly done: boolean }>()
  md.core.ruler.before('inline', 'task_marks', ({ tokens }) => {
    const lists: Token[] = []
    tokens.forEach((token, at) => {
      if (/^(?:bullet|ordered)_list_open$/.test(token.type)) lists.push(token)
      else if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop()
      const item =
        token.type === 'inline' && tokens[at - 1]?.type === 'paragraph_open' ? tokens[at - 2] : undefined
      if (item?.type !== 'list_item_open') return
      const [whole, box] = /^\[([ \nxX])\](?=\s+\S)/.exec(token.content) ?? []
      if (whole === undefined) return
      token.content = token.content.slice(whole.length)
      marked.set(token, { done: box === 'x' || box === 'X' })
      item.attrJoin('class', 'task-list-item')
      const list = lists.at(-1)
      if (list && list.attrGet('class') === null) list.attrSet('class', 'contains-task-list')
    })
  })
  md.core.ruler.after('inline', 'task_boxes', (state) => {
    for (const paragraph of state.tokens) {
      const mark = marked.get(paragraph)
      if (!mark) continue
      const box = new state.Token('task_box', 'input', 0)
      box.meta = mark
      paragraph.children?.unshift(box)
    }
  })
  md.renderer.rules['task_box'] = (tokens, at) =>
    `<input type="checkbox" disabled${tokens[at]?.meta?.['done'] ? ' checked' : ''}>`
}

/** `**「これ」**です` and `**注意：**请看` are bold: instead of the space that CommonMark requires, a letter is enough. */
function unspacedEmphasis(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline['scanDelims']> {
      const found = super.scanDelims(start, canSplitWord)
      // Only for asterisks.
      if (!canSplitWord || (found.can_open && found.can_close)) return found
      const end = start + found.length
      // The letter before may be a surrogate pair.
      const before = start - ((this.src.charCodeAt(start - 1) & 0xfc00) === 0xdc00 ? 2 : 1)
      const isSpace = (at: number) => at < 0 || this.md.utils.isWhiteSpace(this.src.charCodeAt(at))
      const isLetter = (at: number) => {
        const codePoint = this.src.codePointAt(at) ?? 0
        return isUnspaced(codePoint) || isHangul(codePoint)
      }
      const isInside = end < this.posMax
      return {
        ...found,
        can_open: found.can_open || (isInside && !isSpace(end) && isLetter(before)),
        can_close: found.can_close || (isInside && !isSpace(start - 1) && isLetter(end)),
      }
    }
  }
}

/** GitHub's footnotes, `[^1]` and `[^1]: text`. Replaces two quadratic rules of the plugin. */
export function footnotes(md: MarkdownIt): void {
  md.use(footnotePlugin)
  // `^[…]` is not GitHub's, and its positions cannot be mapped to the source.
  md.inline.ruler.disable('footnote_inline')
  // As on GitHub, a definition ends the text before it.
  md.block.ruler.at('footnote_def', ruleOf(md.block.ruler, 'footnote_def'), {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  const reference = ruleOf(md.inline.ruler, 'footnote_ref')
  md.inline.ruler.at('footnote_ref', (state, silent) => isLabelled(state) && reference(state, silent))
  md.core.ruler.at('footnote_tail', moveFootnotesToEnd)
}

/** The next place where a label ends or breaks off, valid from an offset. */
const labelEnds = new WeakMap<StateInline, { readonly from: number; readonly end: number }>()
const labelEnd = /[\] \n]/g

/** The plugin scans for the end of a label from every `[^`. Remember it instead. */
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

/** By first reference, with the number of references. */
type Footnotes = { readonly list?: readonly { readonly label: string; readonly count: number }[] }

/** The plugin's `footnote_tail`, without copying all tokens for each footnote. */
function moveFootnotesToEnd(state: StateCore): void {
  const { footnotes } = state.env as { footnotes?: Footnotes }
  if (!footnotes) return
  const body: Token[] = []
  /** By label. The last one of a label wins, and definitions can be nested. */
  const notes = new Map<unknown, Token[]>()
  const open: (readonly [label: unknown, note: Token[]])[] = []
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') open.push([token.meta?.label, []])
    else if (token.type === 'footnote_reference_close') notes.set(...(open.pop() ?? ['', []]))
    else (open.at(-1)?.[1] ?? body).push(token)
  }
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

/** Returns the text of a line, without its indentation and quote marks. */
export const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number) =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line])

/** markdown-it has no public way to get a rule. Its plugins use this list, too. */
export function ruleOf<Rule>(ruler: { at(name: string, rule: Rule): void }, name: string): Rule {
  const { __rules__: rules } = ruler as unknown as { __rules__: { name: string; fn: Rule }[] }
  const rule = rules.find((one) => one.name === name)
  if (!rule) throw new Error(`markdown-it has no rule ${name}`)
  return rule.fn
}
