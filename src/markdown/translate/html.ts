import type { Edit } from '../edits.ts'
import type { Source } from './source.ts'

/**
 * A post in HTML, as blocks of it in markdown: one ends at an empty line, and what is indented after that is code. So neither is left, but
 * around what becomes markdown itself. Only in `pre` and in code are lines what they are.
 */
export function htmlBlocks({ text: source }: Source): Edit[] {
  const edits: Edit[] = [{ start: 0, end: 0, text: '<div>\n' }]
  const unclosed = new Set<RegExp>()
  opening.lastIndex = 0
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    const [written, pre, liquid, shortcode, alone] = found
    const { index } = found
    const closing = pre ? closings.pre : liquid ? closings.liquid : shortcode ? closings.shortcode : undefined
    if (written.startsWith('\n')) edits.push({ start: index, end: opening.lastIndex, text: '\n' })
    else if (alone) edits.push(...apart(index, opening.lastIndex))
    else if (closing && !unclosed.has(closing)) {
      closing.lastIndex = opening.lastIndex
      if (!closing.test(source)) unclosed.add(closing)
      else {
        const end = closing.lastIndex
        for (const edit of pre ? emptyLines(source.slice(index, end), index) : apart(index, end))
          edits.push(edit)
        opening.lastIndex = end
      }
    }
  }
  // What Word leaves, such as `<o:p>`: no element of HTML, nor anything that a reader of HTML in markdown takes for a tag.
  for (const { 0: tag, index: start } of source.matchAll(/<\/?[a-z]\w*:[\w-]+(?:\s[^<>]*)?>/gi))
    edits.push({ start, end: start + tag.length, text: '' })
  return [...edits, { start: source.length, end: source.length, text: '\n</div>\n' }]
}

/** Where lines matter, where code for a generator begins, another of its tags alone in a line, and the end of any other line. */
const opening =
  /(<pre\b)|(\{%-?\s*highlight\b)|(\{\{[<%]\s*highlight\b)|(?=\{\{)(?<=\n[ \t]*)(\{\{[<%][^\n]*[>%]\}\})(?=[ \t]*(?:\n|$))|\n\s*/gi
const closings = {
  pre: /<\/pre\b/gi,
  liquid: /\{%-?\s*endhighlight\s*-?%\}/g,
  shortcode: /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
}

function apart(start: number, end: number): Edit[] {
  return [start, end].map((at) => ({ start: at, end: at, text: '\n\n' }))
}

/** The same lines, none of which is empty as it is written. */
function emptyLines(pre: string, start: number): Edit[] {
  return Array.from(pre.matchAll(/(?<=\n)[ \t]*\n/g), ({ 0: line, index }) => ({
    start: start + index,
    end: start + index + line.length,
    text: '&#10;',
  }))
}
