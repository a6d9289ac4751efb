import { oneLine } from '../base/escape.ts'
import type { Author } from '../archive/authors.ts'
import type { Archive, Post } from '../archive/model.ts'
import { shortened, slugify } from '../archive/names.ts'
import { citationOf } from '../mcp/posts.ts'
import en from '../words/en.json' with { type: 'json' }
import { joinNames } from '../words/format.ts'

/** References are always in English. */
const { months } = en
const serialComma = { and: { between: ', ', last: ', and ' } }

/** Returns a citation as a sentence, the same as in the MCP tools. */
export function citationText({ title, authors, url, datePublished }: Post, { settings }: Archive): string {
  const names = authors.map(({ name }) => name)
  return citationOf({ title, authors: names, url, published: datePublished }, settings.title)
}

/** Returns a BibTeX key. The publication's name keeps it unique among several archives. */
function citationKey({ id }: Post, archive: Archive): string {
  const name = shortened(slugify(archive.settings.title))
  return name === '' ? id : `${name}-${id}`
}

/**
 * Splits a person's name, if the archive states the family name. It cannot be derived: it comes last in Grace Hopper, first in
 * Mao Zedong, and Sukarno has none.
 */
export function nameParts({ name, type, family }: Author): { family: string; given: string } | null {
  if (type !== 'person' || family === undefined) return null
  const given = name.endsWith(family)
    ? name.slice(0, -family.length)
    : name.startsWith(family)
      ? name.slice(family.length)
      : ''
  return given.trim() === '' ? null : { family, given: given.trim() }
}

/** Returns CSL-JSON with one item. All styles print the full date of a magazine article, but only the year of a journal article. */
export function cslJson(post: Post, archive: Archive) {
  const { settings } = archive
  return [
    {
      id: citationKey(post, archive),
      type: 'article-magazine',
      title: post.title,
      author: post.authors.map((author) => nameParts(author) ?? { literal: author.name }),
      ...(post.datePublished && { issued: { 'date-parts': [post.datePublished.split('-').map(Number)] } }),
      'container-title': settings.title,
      URL: post.url,
      language: settings.language,
      ...(post.tags.length > 0 && { keyword: post.tags.join(',') }),
    },
  ]
}

/** Returns BibTeX in UTF-8. */
export function bibtex(post: Post, archive: Archive): string {
  const { settings } = archive
  const [year, month, day] = post.datePublished?.split('-') ?? []
  const tags = post.tags.map((tag) => (tag.includes(',') ? braced(texLine(tag)) : texLine(tag)))
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ['title', braced(titleWithCase(post.title))],
    ['author', braced(post.authors.map(bibtexName).join(' and '))],
    ['journal', braced(titleWithCase(settings.title))],
    ['year', year && braced(year)],
    // A month is a BibTeX macro, which each style localizes.
    ['month', month && months[Number(month) - 1]?.slice(0, 3).toLowerCase()],
    ['day', day && braced(String(Number(day)))],
    // A URL is verbatim, except for braces, which must balance, and backslashes, which start a command.
    ['url', braced(post.url.replace(/[{}\\]/g, encodeURIComponent))],
    ['language', braced(settings.language)],
    ['keywords', tags.length > 0 ? braced(tags.join(', ')) : undefined],
  ]
  const known = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = ${value}`]))
  return `@article{${citationKey(post, archive)},\n${known.join(',\n')}\n}\n`
}

/** Protects capitals with braces, because styles lowercase titles. The first letter is always kept. */
function titleWithCase(title: string): string {
  const shown = wordsWithin(title).map((word, at) => {
    const affected = at === 0 ? word.slice(1) : word
    if (affected === affected.toLowerCase()) return tex(word)
    // A brace followed by a command is a "special character", in which BibTeX does change case.
    return tex(word).startsWith('\\') ? braced(braced(tex(word))) : braced(tex(word))
  })
  return shown.join(' ')
}

/** Braces protect a name from being split at `and` or a comma. */
function bibtexName(author: Author): string {
  const parts = nameParts(author)
  if (!parts) return braced(texLine(author.name))
  const { family, given } = parts
  const write = (name: string, isSafe: boolean) => (isSafe ? texLine(name) : braced(texLine(name)))
  const startsWithCapital = /^[A-Z]\S*$/.test(family)
  return `${write(family, startsWithCapital && isSplitAlike(family))}, ${write(given, isSplitAlike(given))}`
}

/** Whether a name has only words and initials, joined by spaces or hyphens, which every parser splits alike. */
function isSplitAlike(name: string): boolean {
  return /^[^\s!-/:-@[-`{-~]+(?:(?:\.[ -]?|[ -])[^\s!-/:-@[-`{-~]+)*\.?$/.test(name) && !/\band\b/i.test(name)
}

const texLine = (text: string): string => tex(wordsWithin(text).join(' '))

const braced = (text: string): string => `{${text}}`

function wordsWithin(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
  return text.split(/[\s\u0000-\u001f\u007f]+/).filter((word) => word !== '')
}

/** BibTeX counts even escaped braces, so they are written as commands. */
const commands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // TeX's default fonts have other characters at these positions.
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
}

/** Escapes text for TeX and breaks up ligatures such as `--`. */
function tex(text: string): string {
  return text
    .replace(/[\\{}~^<>|]|[&%$#_]/g, (character) => commands[character] ?? `\\${character}`)
    .replace(/-(?=-)|'(?=')|`(?=`)|,(?=,)|[?!](?=`)/g, '$&{}')
}

/**
 * References in common styles, as plain text. Tested against citeproc-js, which is not used because of its 970 KB and copyleft
 * license (CPAL or AGPL). Names without known parts stay as written.
 */
export function references({ title, authors, url, datePublished }: Post, { settings }: Archive) {
  const [year, month = 1, day] = datePublished?.split('-').map(Number) ?? []
  const monthName = months[month - 1] ?? ''
  // MLA abbreviates all months but May, June and July.
  const shortMonth =
    monthName.length < 5 ? monthName : `${monthName.slice(0, monthName === 'September' ? 4 : 3)}.`
  const dated = (text: string) => (year === undefined ? [] : [text])
  // Inverts only the first name, by which bibliographies are sorted.
  const names = authors.map((author, at) => (at === 0 ? familyFirst(author) : author.name))
  const quoted = `“${oneLine(title)}${/[.?!…]$/.test(title) ? '' : '.'}”`
  return {
    APA: sentence(
      joinNames(authors.map(withInitials), { and: { between: ', ', last: ', & ' } }),
      `(${dated(`${year}, ${monthName} ${day}`)[0] ?? 'n.d.'})`,
      title,
      settings.title,
      url,
    ),
    MLA: sentence(
      names.length > 2 ? `${names[0]}, et al` : joinNames(names, serialComma),
      quoted,
      [settings.title, ...dated(`${day} ${shortMonth} ${year}`), url].join(', '),
    ),
    Chicago: sentence(
      joinNames(names, serialComma),
      quoted,
      [settings.title, ...dated(`${monthName} ${day}, ${year}`)].join(', '),
      url,
    ),
  }
}

/** https://en.wikipedia.org/wiki/RIS_(file_format) */
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

function familyFirst(author: Author): string {
  const parts = nameParts(author)
  return parts ? `${parts.family}, ${parts.given}` : author.name
}

function withInitials(author: Author): string {
  const parts = nameParts(author)
  if (!parts) return author.name
  const initials = parts.given.split(/\s+/).map((name) => name.replace(/[^-]+/g, (one) => `${[...one][0]}.`))
  return `${parts.family}, ${initials.join(' ')}`
}

/** Ends each part with a full stop, unless it has its own punctuation or is a URL. */
const sentence = (...parts: readonly string[]): string =>
  parts.map((part) => (/[.?!…”]$|^https?:/.test(part) ? part : `${oneLine(part)}.`)).join(' ')
