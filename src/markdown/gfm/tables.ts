import type MarkdownIt from 'markdown-it'
import { ruleOf } from '../rules.ts'

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
