import { slug as slugOf } from 'github-slugger'
import type { ResolvedLink } from './check-body.ts'
import { decoded } from './links.ts'
import type { Heading } from '../markdown/markdown.ts'

/**
 * Each generator makes the fragments of headings in its own way: of "A & B", `a--b` or `a-b`; of "1. Début", `1-début`, `1-debut` or `debut`.
 * A link to a heading of its own document that was written for another generator leads to the one heading that it can mean.
 */
export function toOwnHeadings(
  links: readonly ResolvedLink[],
  path: string,
  slugs: ReadonlySet<string>,
  headings: readonly Pick<Heading, 'slug'>[],
): readonly ResolvedLink[] {
  let meant: ReadonlyMap<string, string | undefined> | undefined
  return links.map((link) => {
    const { target } = link
    if (target.kind !== 'here' || target.path !== path || target.file || target.fragment.length < 2)
      return link
    const written = decoded(target.fragment.slice(1))
    if (slugs.has(written)) return link
    meant ??= spellings(headings)
    const slug = meant.get(lettersOf(written))
    return slug === undefined ? link : { ...link, target: { ...target, fragment: `#${encodeURI(slug)}` } }
  })
}

/** What is left of each heading's fragment in other spellings; undefined for what is left of several. */
function spellings(headings: readonly Pick<Heading, 'slug'>[]): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const { slug } of headings) {
    const letters = lettersOf(slug)
    const ascii = slug.replace(/[^a-z0-9]/g, '')
    for (const key of new Set([letters, ascii, letters.replace(/^[0-9]+/, '')]))
      if (key !== '') found.set(key, found.has(key) ? undefined : slug)
  }
  return found
}

/** Letters without their marks, and digits. */
function lettersOf(fragment: string): string {
  const unmarked = fragment
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  return slugOf(unmarked).replace(/[-_]/g, '')
}
