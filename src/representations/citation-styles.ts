import type { Author } from '../archive/authors.ts'
import type { Archive, Post } from '../archive/model.ts'
import { partsOf } from './citations.ts'
import { oneLine } from './markdown.ts'

/**
 * A post as a reference in the styles that readers are asked for, as plain text. By hand, and held against citeproc-js by a test: that has
 * 970 KB and a copyleft licence (CPAL or AGPL). Names whose parts are not known stay as they are written.
 */
export const citationStyles = {
  APA: (post: Post, { settings }: Archive) =>
    sentence(
      joined(post.authors.map(withInitials), ', ', ', & '),
      `(${date(post, (year, month, day) => `${year}, ${months[month - 1]} ${day}`) ?? 'n.d.'})`,
      post.title,
      settings.title,
      post.url,
    ),
  MLA: (post: Post, { settings }: Archive) =>
    sentence(
      shortList(post.authors),
      quoted(post.title),
      [settings.title, date(post, (year, month, day) => `${day} ${shortMonth(month)} ${year}`), post.url]
        .filter(Boolean)
        .join(', '),
    ),
  Chicago: (post: Post, { settings }: Archive) =>
    sentence(
      joined(post.authors.map(inverted), ', ', ', and '),
      quoted(post.title),
      [settings.title, date(post, (year, month, day) => `${months[month - 1]} ${day}, ${year}`)]
        .filter(Boolean)
        .join(', '),
      post.url,
    ),
} as const

/** https://en.wikipedia.org/wiki/RIS_(file_format), which every citation manager imports. */
export function ris(post: Post, { settings }: Archive): string {
  const fields: readonly (readonly [tag: string, value: string | null | undefined])[] = [
    ['TY', 'BLOG'],
    ['TI', post.title],
    ...post.authors.map((author) => ['AU', familyFirst(author)] as const),
    ['PY', post.datePublished?.slice(0, 4)],
    ['DA', post.datePublished?.replaceAll('-', '/')],
    ['T2', settings.title],
    ['UR', post.url],
    ['LA', settings.language],
    ...post.tags.map((tag) => ['KW', tag] as const),
    ['ER', ''],
  ]
  const known = fields.flatMap(([tag, value]) => (value == null ? [] : [`${tag}  - ${oneLine(value)}\n`]))
  return known.join('')
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** MLA's: all but May, June and July are shortened. */
function shortMonth(month: number): string {
  const name = months[month - 1] ?? ''
  return name.length < 5 ? name : `${name.slice(0, name === 'September' ? 4 : 3)}.`
}

function date(
  { datePublished }: Post,
  write: (year: number, month: number, day: number) => string,
): string | undefined {
  const [year = 0, month = 1, day = 1] = datePublished?.split('-').map(Number) ?? []
  return datePublished === null ? undefined : write(year, month, day)
}

function familyFirst(author: Author): string {
  const parts = partsOf(author)
  return parts ? `${parts.family}, ${parts.given}` : author.name
}

function withInitials(author: Author): string {
  const parts = partsOf(author)
  if (!parts) return author.name
  const initials = parts.given.split(/\s+/).map((name) => name.replace(/[^-]+/g, (one) => `${[...one][0]}.`))
  return `${parts.family}, ${initials.join(' ')}`
}

/** Only the first name is turned around: the list is sorted by it. */
function inverted(author: Author, at: number): string {
  return at === 0 ? familyFirst(author) : author.name
}

/** Two at most; more are not named. */
function shortList(authors: readonly Author[]): string {
  const names = authors.map(inverted)
  return names.length > 2 ? `${names[0]}, et al` : joined(names, ', ', ', and ')
}

function joined(names: readonly string[], between: string, last: string): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(between)}${last}${names.at(-1)}`
}

function quoted(title: string): string {
  return `“${oneLine(title)}${/[.?!…]$/.test(title) ? '' : '.'}”`
}

/** Each part ends with a full stop, unless it ends with a mark of its own, or is an address. */
function sentence(...parts: readonly string[]): string {
  return parts.map((part) => (/[.?!…”]$|^https?:/.test(part) ? part : `${oneLine(part)}.`)).join(' ')
}
