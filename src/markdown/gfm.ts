import type MarkdownIt from 'markdown-it'
import type { StateCore, StateInline, Token } from 'markdown-it'
import { isHangul, isUnspaced } from '../base/unspaced-scripts.ts'
import { ruleOf } from './footnotes.ts'

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

/** `www.example.org` and `ada@example.org` in a sentence (GFM §6.9). Full URLs are found while a line is read. */
export function autolinks(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'autolinks', (state) => {
    for (const block of state.tokens) {
      if (block.type !== 'inline' || !block.children || !/www\.|@/.test(block.content)) continue
      let links = 0
      block.children = block.children.flatMap((token) => {
        if (opens(token)) links++
        else if (closes(token)) links--
        return token.type === 'text' && links === 0 ? linked(token, state) : [token]
      })
    }
  })
}

function opens({ type, content }: Token): boolean {
  return type === 'link_open' || (type === 'html_inline' && /^<a[\s>]/i.test(content))
}

function closes({ type, content }: Token): boolean {
  return type === 'link_close' || (type === 'html_inline' && /^<\/a\s*>/i.test(content))
}

const address =
  /(?<=^|[\s*_~([\]])www\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*[^\s<]{0,2000}|(?<![A-Za-z0-9._+-])[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){1,8}(?![-_])/g

function linked(token: Token, state: StateCore): Token[] {
  const { content } = token
  const pieces: Token[] = []
  let done = 0
  for (const { 0: found, index } of content.matchAll(address)) {
    const isMail = !found.startsWith('www.')
    const shown = isMail ? found.replace(/[.]+$/, '') : trimmed(found)
    if (isMail && /[-_]$/.test(shown)) continue
    if (index > done) pieces.push(text(content.slice(done, index), state, token.level))
    const open = new state.Token('link_open', 'a', 1)
    open.attrSet('href', state.md.normalizeLink(`${isMail ? 'mailto:' : 'http://'}${shown}`))
    pieces.push(open, text(shown, state, token.level + 1), new state.Token('link_close', 'a', -1))
    done = index + shown.length
  }
  if (pieces.length === 0) return [token]
  if (done < content.length) pieces.push(text(content.slice(done), state, token.level))
  return pieces
}

function text(content: string, state: StateCore, level: number): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  token.level = level
  return token
}

/** Without the punctuation of the sentence around it; a parenthesis belongs to the address that opened it. */
function trimmed(url: string): string {
  let end = url.length
  let unopened = (url.match(/\)/g)?.length ?? 0) - (url.match(/\(/g)?.length ?? 0)
  for (; end > 0; end--) {
    const last = url[end - 1] ?? ''
    if (last === ')' ? unopened <= 0 : !/[?!.,:;*_~'"]/.test(last)) break
    if (last === ')') unopened--
  }
  return url.slice(0, end)
}

/** `## Heading {#id}`, as many generators let authors name their anchors. */
export function headingIds(md: MarkdownIt): void {
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

export function ownId(meta: unknown): string | undefined {
  const id = (meta as { id?: unknown } | null)?.id
  return typeof id === 'string' ? id : undefined
}

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

/**
 * A tag alone on its line does not end a paragraph, but it ends a table (CommonMark's HTML block of the seventh kind). markdown-it asks
 * as it does for a paragraph, and would make it one more row.
 */
export function tables(md: MarkdownIt): void {
  const original = ruleOf(md.block.ruler, 'html_block')
  md.block.ruler.at(
    'html_block',
    (state, start, end, silent) => {
      // The types leave this parent out.
      if (!silent || (state.parentType as string) !== 'table') return original(state, start, end, silent)
      const indent = (state.sCount[start] ?? 0) - state.blkIndent
      const line = state.src.slice(
        (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0),
        state.eMarks[start],
      )
      return original(state, start, end, silent) || (indent < 4 && tagAlone.test(line))
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
}

const tagAlone = /^<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?)>\s*$/i

/** `- [ ] open` and `- [x] done` (GFM §5.3), as boxes that nobody can tick. A mark is no link, even if there is a definition for it. */
export function taskLists(md: MarkdownIt): void {
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

/**
 * `**「これ」**です` and `**注意：**请看` are bold for whoever wrote them. CommonMark has asterisks beside a punctuation mark open or close only
 * where a space or another mark is on their other side, which these scripts do not write: a letter of theirs does, too.
 */
export function unspacedEmphasis(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline['scanDelims']> {
      const found = super.scanDelims(start, canSplitWord)
      // Underscores are for scripts with spaces.
      if (!canSplitWord || (found.can_open && found.can_close)) return found
      const end = start + found.length
      return {
        ...found,
        can_open:
          found.can_open || (end < this.posMax && !isSpaceAt(this, end) && isUnspacedBefore(this, start)),
        can_close: found.can_close || (start > 0 && !isSpaceAt(this, start - 1) && isUnspacedAt(this, end)),
      }
    }
  }
}

function isSpaceAt({ src, md }: StateInline, at: number): boolean {
  return md.utils.isWhiteSpace(src.charCodeAt(at))
}

function isUnspacedAt({ src, posMax }: StateInline, at: number): boolean {
  return at < posMax && isLetter(src.codePointAt(at) ?? 0)
}

function isUnspacedBefore({ src }: StateInline, at: number): boolean {
  const isPair = (src.charCodeAt(at - 1) & 0xfc00) === 0xdc00
  return at > 0 && isLetter(src.codePointAt(at - (isPair ? 2 : 1)) ?? 0)
}

function isLetter(codePoint: number): boolean {
  return isUnspaced(codePoint) || isHangul(codePoint)
}
