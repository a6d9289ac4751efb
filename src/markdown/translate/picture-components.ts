import type { Edit } from '../edits.ts'
import { Brackets } from './brackets.ts'
import { codeRanges, within } from './code.ts'
import { readTag } from './jsx.ts'
import { meaningOf } from './meanings.ts'

/**
 * `<DashImage src="a.png" />` in markdown that is not MDX: what a site's own component shows, if that is a picture or a film. Everything else
 * between angle brackets is left to HTML, whose elements have no name of this form.
 */
export function pictureComponents(source: string): Edit[] {
  const marks = Array.from(source.matchAll(/<(?=[A-Z][a-z][A-Za-z]*\s[^<>]*\bsrc=)/g))
  if (marks.length === 0) return []
  const isCode = within(codeRanges(source))
  const brackets = new Brackets(source)
  return marks.flatMap(({ index: start }): Edit[] => {
    const tag = isCode(start) ? undefined : readTag(source, start, brackets, () => undefined)?.tag
    const meaning = tag && meaningOf(tag, { inside: '', address: () => undefined })
    return tag && meaning ? [{ start, end: tag.end, text: meaning.open + (meaning.close ?? '') }] : []
  })
}
