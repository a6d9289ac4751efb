import { fold, isUnspaced } from '../../base/letters.ts'

/** A post in the file that search fields load. `#` and a fragment follow a heading whose fragment is not `fragmentOf` it. */
export type TitleRow = readonly [path: string, title: string, ...headings: string[]]

export const fragmentOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

/**
 * Returns a function that finds titles and headings by the beginnings of their words, in any order. Titles that begin with the query come
 * first, then other titles, then headings; some of the words may be those of their post's title.
 */
export function titleFinder(rows: readonly TitleRow[]) {
  const entries = rows.flatMap(([path, title, ...headings]) => {
    const above = searchable(title)
    const below = headings.map((heading) => {
      const [, label = '', id = fragmentOf(label)] = /^(.*?)(?:#([^#]*))?$/.exec(heading) ?? []
      return { href: `${path}#${id}`, label, post: title, text: searchable(label) + above, above }
    })
    return [{ href: path, label: title, post: '', text: above, above: '' }, ...below]
  })
  return (query: string) => {
    const words = searchable(query).match(/\S+/g) ?? []
    // Where spaces do not separate words, one may be anywhere.
    const needles = words.map((word) => (isUnspaced(word.codePointAt(0) ?? 0) ? word : ` ${word}`))
    const isIn = (text: string) => needles.every((needle) => text.includes(needle))
    const found = entries.filter(({ text, above }) => isIn(text) && !isIn(above))
    const titles = found.filter(({ post }) => post === '')
    const starting = titles.filter(({ text }) => text.startsWith(` ${words.join(' ')}`))
    return [...new Set([...starting, ...titles, ...found])].slice(0, 8)
  }
}

/** Folded words, each after a space. */
const searchable = (text: string) => fold(text.normalize('NFKC')).replace(/[^\p{L}\p{M}\p{N}]+|^/gu, ' ')
