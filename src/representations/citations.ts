import type { Author } from '../archive/authors.ts'
import type { Archive, Post } from '../archive/model.ts'
import { shortened, slugify } from '../archive/names.ts'
import { citation } from '../mcp/posts.ts'
import { memoizeLast } from '../base/caches.ts'
import { en } from '../words/en.ts'
import { oneLine } from './markdown.ts'

/** A post cited in a sentence: the same words on its page and from the MCP tools. */
export function citationText({ title, authors, url, datePublished }: Post, { settings }: Archive): string {
  const names = authors.map(({ name }) => name)
  return citation({ title, authors: names, url, published: datePublished }, settings.title)
}

/** What a document refers to a post by. An id is unique in its archive only, and a bibliography holds more than one. */
export function citationKey({ id }: Post, archive: Archive): string {
  const name = publication(archive)
  return name === '' ? id : `${name}-${id}`
}

const publication = memoizeLast(({ settings }: Archive) => shortened(slugify(settings.title)))

/**
 * A person's name in its two parts, where the archive says which of them is the family name. It cannot be told from the name: it is last in
 * Grace Hopper, first in Mao Zedong, and Sukarno has none.
 */
export function partsOf({ name, type, family }: Author): { family: string; given: string } | null {
  if (type !== 'person' || family === undefined) return null
  const given = name.endsWith(family)
    ? name.slice(0, -family.length)
    : name.startsWith(family)
      ? name.slice(family.length)
      : ''
  return given.trim() === '' ? null : { family, given: given.trim() }
}

/**
 * CSL-JSON, which citation managers and citeproc read: a list of one item. An article of a magazine is dated by the day in every
 * style; one of a journal by the year alone.
 */
export function cslJson(post: Post, archive: Archive) {
  const { settings } = archive
  return [
    {
      id: citationKey(post, archive),
      type: 'article-magazine',
      title: post.title,
      author: post.authors.map((author) => partsOf(author) ?? { literal: author.name }),
      ...(post.datePublished && { issued: { 'date-parts': [post.datePublished.split('-').map(Number)] } }),
      'container-title': settings.title,
      URL: post.url,
      language: settings.language,
      ...(post.tags.length > 0 && { keyword: post.tags.join(',') }),
    },
  ]
}

/** BibTeX, as LaTeX and citation managers read it; in UTF-8, so that a name is written as it is. */
export function bibtex(post: Post, archive: Archive): string {
  const { settings } = archive
  const [year, month, day] = post.datePublished?.split('-') ?? []
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ['title', braced(titleWithCase(post.title))],
    ['author', braced(post.authors.map(bibtexName).join(' and '))],
    ['journal', journal(archive)],
    ['year', year && braced(year)],
    // BibTeX's own names of months are macros, which each style spells in its language.
    ['month', month && months[Number(month) - 1]?.slice(0, 3).toLowerCase()],
    ['day', day && braced(String(Number(day)))],
    // An address is taken as it is, but that its braces must match and a backslash starts a command.
    ['url', braced(post.url.replace(/[{}\\]/g, encodeURIComponent))],
    ['language', braced(settings.language)],
    [
      'keywords',
      post.tags.length === 0
        ? undefined
        : braced(post.tags.map((tag) => (tag.includes(',') ? braced(line(tag)) : line(tag))).join(', ')),
    ],
  ]
  const known = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = ${value}`]))
  return `@article{${citationKey(post, archive)},\n${known.join(',\n')}\n}\n`
}

const journal = memoizeLast(({ settings }: Archive) => braced(titleWithCase(settings.title)))

/** Styles set titles in lower case; a word in braces keeps the capitals that its author gave it. That of a first word always stays. */
function titleWithCase(title: string): string {
  const shown = words(title).map((word, at) => {
    const mayChange = at === 0 ? word.slice(1) : word
    if (mayChange === mayChange.toLowerCase()) return tex(word)
    // After the brace a command would make a "special character" of it, whose letters BibTeX does change.
    return tex(word).startsWith('\\') ? braced(braced(tex(word))) : braced(tex(word))
  })
  return shown.join(' ')
}

/** In a brace of its own, a name is one and is not divided: neither `and` nor a comma in it counts. */
function bibtexName(author: Author): string {
  const parts = partsOf(author)
  if (!parts) return braced(line(author.name))
  const { family, given } = parts
  const startsWithCapital = /^[A-Z]\S*$/.test(family)
  return `${startsWithCapital && isPlain(family) ? line(family) : braced(line(family))}, ${isPlain(given) ? line(given) : braced(line(given))}`
}

/** Nothing but names and initials, joined by spaces or hyphens: what every reader of names divides alike. */
function isPlain(name: string): boolean {
  return /^[^\s!-/:-@[-`{-~]+(?:(?:\.[ -]?|[ -])[^\s!-/:-@[-`{-~]+)*\.?$/.test(name) && !/\band\b/i.test(name)
}

function line(text: string): string {
  return tex(words(text).join(' '))
}

function braced(text: string): string {
  return `{${text}}`
}

/** Whatever separates them: in BibTeX a line end is a space, and control characters are nothing. */
function words(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return text.split(/[\s\u0000-\u001f\u007f]+/).filter((word) => word !== '')
}

/** BibTeX counts every brace, escaped or not, so those of a text are written by name. */
const commands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // Another character in TeX's oldest fonts, which are still its default.
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
}

/** Text in which TeX takes nothing for a mark of its own; two hyphens or quotes side by side would become one sign. */
function tex(text: string): string {
  return text
    .replace(/[\\{}~^<>|]|[&%$#_]/g, (character) => commands[character] ?? `\\${character}`)
    .replace(/-(?=-)|'(?=')|`(?=`)|,(?=,)|[?!](?=`)/g, '$&{}')
}

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

/** References are in English, whatever the language of the archive. */
const { months } = en

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
