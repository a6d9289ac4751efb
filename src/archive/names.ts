import { fnvHash, hex } from '../base/digest.ts'
import { groupedBy } from '../base/grouped.ts'
import { latinLetters } from '../base/letters.ts'

/** Returns a name as a URL slug (a–z, 0–9, hyphens), or '' for a name in another script. */
export function slugify(name: string): string {
  return plainLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/**
 * Returns the slug of a tag. It depends on the tag alone, so no other tag can move its page. Tags that differ only in
 * case, accents or separators share a slug. If the slug loses more than that, as for `c++`, a hash is appended.
 */
export function nameInPath(name: string): string {
  const slug = slugify(name)
  const isWhole = /^[a-z0-9]+(?:[\s_./:-]+[a-z0-9]+)*$/.test(plainLetters(name))
  return isWhole ? shortened(slug) : withHash(slug, name.normalize('NFC').toLowerCase())
}

const longestSlug = 60

/** Limits the length of a slug. */
export const shortened = (slug: string) => (slug.length <= longestSlug ? slug : withHash(slug, slug))

const withHash = (slug: string, name: string) =>
  slug === '' ? fnv1a(name) : `${slug.slice(0, longestSlug)}-${fnv1a(name)}`

function plainLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[ß-ŧ]/g, (letter) => latinLetters[letter] ?? letter)
}

/** FNV-1a in hex: a short, stable name for text that has no slug. */
export const fnv1a = (name: string) => hex(fnvHash(name))

/**
 * Returns the numbering of names such as `week-01` and `week-02`, or `041-salt` and `042-sand`, if at least three in four
 * names differ only by a number, with fewer gaps than numbers. A single name counts if it has the contract's form.
 */
export function numberedNames(names: readonly string[]) {
  const read = names.flatMap((name) => {
    const [, before = '', digits, after = ''] = /^(\D*?)(\d+)(?:([-_. ]).+)?$/.exec(name) ?? []
    return digits === undefined ? [] : [{ form: `${before}#${after}`, before, digits, after }]
  })
  // Sorting is stable: of equals, the first.
  const byForm = [...groupedBy(read, ({ form }) => form).values()]
  const [alike = []] = byForm.sort((a, b) => b.length - a.length)
  const numbers = [...new Set(alike.map(({ digits }) => Number(digits)))].sort((a, b) => a - b)
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
  const newest = alike.find(({ digits }) => Number(digits) === last)
  const isUsual = alike.length > 1 ? alike.length * 4 >= names.length * 3 : /^week-\d{2}$/.test(names.join())
  if (!newest || !isUsual || last - first >= 2 * numbers.length) return undefined
  // Years (`2019-review`) and versions (`v1-0`, `v1-1`) are not numbering.
  const isDistinct = numbers.length * 2 > alike.length
  if (!isDistinct || (first >= 1900 && last < 2100)) return undefined
  const { before, digits, after } = newest
  return {
    last,
    /** Returns the name for a number; `rest` follows it if names have words after the number. */
    named: (number: number, rest: string) =>
      `${before}${String(number).padStart(digits.length, '0')}${after === '' ? '' : after + rest}`,
  }
}
