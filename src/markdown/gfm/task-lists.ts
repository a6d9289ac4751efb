import type { MarkdownIt, Token } from 'markdown-it'

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
