import type { Edit } from '../edits.ts'
import { codeRanges, within } from './code.ts'

/** `![alt](picture.png =300x200)`, as many a parser takes sizes: to CommonMark it is no picture at all. */
export function imageSizes(source: string): Edit[] {
  if (!source.includes(' =')) return []
  const isCode = within(codeRanges(source))
  return Array.from(source.matchAll(/(?<=\]\([^()\s]{1,1000})[ \t]+=(?:\d+%?)?x?(?:\d+%?)?[ \t]*(?=\))/g))
    .filter(({ index }) => !isCode(index))
    .map(({ 0: size, index: start }) => ({ start, end: start + size.length, text: '' }))
}
