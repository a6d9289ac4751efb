import type { Edit } from '../edits.ts'
import { codeRanges, within } from './code.ts'

/**
 * `![alt](picture.png =300x200)`, as many a parser takes sizes, and `![alt](my picture.png)`, as kramdown and editors of notes take spaces: to
 * CommonMark neither is a picture.
 */
export function imageDestinations(source: string): Edit[] {
  if (!/\]\([^()\n]* /.test(source)) return []
  const isCode = within(codeRanges(source))
  return Array.from(source.matchAll(image)).flatMap(({ 0: whole, index, groups }): Edit[] => {
    const { opening = '', path = '', size = '' } = groups ?? {}
    if (isCode(index) || (size === '' && !path.includes(' '))) return []
    const start = index + opening.length
    const text = path.includes(' ') ? `<${path}>` : path
    return [{ start, end: start + whole.length - opening.length, text }]
  })
}

const image =
  /(?<opening>!\[[^[\]\n]{0,500}\]\()(?<path>[^()<>"'\n]{1,1000}?)(?<size>[ \t]+=(?:\d+%?)?x?(?:\d+%?)?[ \t]*)?(?=\)|[ \t]+"[^"\n]{0,500}"\))/g
