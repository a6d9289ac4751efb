import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { wordSet } from '../base/wording.ts'
import { lineOf } from './gfm.ts'

/** `:::cards` … `:::` and other containers of landing pages. Their marks are no text: twins leave them out. */
export const containers = wordSet('cards columns column buttons')

export function container(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  md.block.ruler.before('fence', 'container_mark', readMark, { alt })
  md.core.ruler.after('block', 'containers', pairMarks)
}

function readMark(state: StateBlock, line: number, _: number, silent: boolean): boolean {
  const mark = lineOf(state, line).trimEnd()
  const [, name] = /^:{3,}[ \t]*([a-z]*)$/.exec(mark) ?? []
  if (name === undefined || (name !== '' && !containers.has(name))) return false
  if (silent) return true
  const token = state.push('container_mark', 'div', 0)
  Object.assign(token, { map: [line, line + 1], info: name, content: mark })
  state.line = line + 1
  return true
}

/** A mark without a name closes the last open container in its quote or item. Marks without a partner or deeper than 4 are text. */
function pairMarks(state: StateCore): void {
  const elements: Token[][] = [[]]
  for (const token of state.tokens) {
    const open = elements.at(-1) ?? []
    if (token.nesting === 1) elements.push([])
    else if (token.nesting === -1) elements.pop()
    else if (token.type === 'container_mark' && token.info !== '') open.push(token)
    else if (token.type === 'container_mark') {
      const opening = open.pop()
      if (!opening || open.length > 3) continue
      const attrs = [['class', `container ${opening.info}`]]
      Object.assign(opening, { type: 'container_open', nesting: 1, attrs })
      Object.assign(token, { type: 'container_close', nesting: -1 })
    }
  }
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type !== 'container_mark') return token
    Object.assign(token, { type: 'inline', tag: '', children: [] })
    return [new state.Token('paragraph_open', 'p', 1), token, new state.Token('paragraph_close', 'p', -1)]
  })
}
