import type { Author } from '../archive/authors.ts'
import type { Archive, Post } from '../archive/model.ts'
import { shortened, slugged } from '../archive/names.ts'
import { citation } from '../mcp/posts.ts'
import { memoizeLast } from '../base/caches.ts'

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

const publication = memoizeLast(({ settings }: Archive) => shortened(slugged(settings.title)))

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
    ['month', month && months[Number(month) - 1]],
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

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

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
