import { decodeHTML } from 'entities'
import { defined, type Field } from './fields.ts'
import { itemsOf, type ParsedValue } from './yaml.ts'

/** An author in front matter: a name, a key into the archive's `authors`, or a group of keys. */
export interface WrittenAuthor {
  readonly name: string
  readonly url?: string
  readonly email?: string
  readonly family?: string
  readonly type?: 'person' | 'organization'
  readonly offset: number
  /** Set on the first author of an ambiguous byline. The caller decides with the names that the site knows. */
  readonly parts?: readonly BylinePart[]
  /** Set with `parts`: the whole line. */
  readonly byline?: string
}

type Person = Pick<WrittenAuthor, 'name' | 'url' | 'email'>

/** A segment of a byline, and the separator before it. */
export interface BylinePart extends Person {
  readonly separator: string | undefined
  /** A full name, or one with an affiliation or address of its own. */
  readonly isPerson: boolean
}

/** Returns the authors of a field, a list, a byline or one author with details, and the entries that name nobody. */
export function readAuthors(field: Field, known: ReadonlySet<string> = new Set()) {
  const entries = itemsOf(field)
  const listed = Array.isArray(field.value) ? entries.length : 0
  const read = entries.map((entry) => ({ entry, authors: authorsIn(entry, listed, known) }))
  return {
    authors: read.flatMap(({ authors }) => authors),
    unnamed: read.flatMap(({ entry, authors }) =>
      entry.value !== null && authors.length === 0 ? [entry] : [],
    ),
  }
}

/** The entries of a list, of which there are `listed`, are not in doubt. */
function authorsIn(
  { value, offset, parts }: ParsedValue,
  listed: number,
  known: ReadonlySet<string>,
): WrittenAuthor[] {
  if (typeof value === 'string') {
    const byline = readByline(value, listed > 1, known)
    const isDoubtful = byline.parts && listed === 0
    const doubt = isDoubtful && { parts: byline.parts, byline: value.replace(/\s+/g, ' ').trim() }
    return byline.people.map((person, at) => ({ ...person, offset, ...(at === 0 && doubt) }))
  }
  if (value === null || Array.isArray(value)) return []
  const text = (...keys: readonly string[]) =>
    keys
      .map((key) => parts.get(key)?.value)
      .find((value): value is string => typeof value === 'string' && value.trim() !== '')
      ?.trim()
  const name = text('name', 'display_name', 'displayName', 'key', 'title', 'user', 'id', 'slug', 'username')
  if (name === undefined) return []
  const kind = text('type', '@type', 'kind')?.toLowerCase()
  const author = defined<WrittenAuthor>({
    name: decodeEntities(name).replace(/\s+/g, ' ').trim(),
    offset,
    parts: undefined,
    byline: undefined,
    url: text('url', 'website', 'homepage', 'link', 'href'),
    email: text('email', 'mail'),
    family: text('family', 'familyName', 'family_name', 'lastName', 'last_name', 'surname'),
    type: kind === 'person' || kind === 'organization' ? kind : undefined,
  })
  return [author]
}

/**
 * Parses a byline: `Ada Lovelace, Charles Babbage and Mary Somerville`, `[Ada](https://…) (London)`, `Ada <ada@example.org>`.
 * A comma separates full names only: “Lovelace, Ada” is one person. An ambiguous line is one author with `parts`. In a list
 * entry (`isEntry`), commas do not separate people. A line that is one of the `known` names is that author.
 */
export function readByline(byline: string, isEntry = false, known: ReadonlySet<string> = new Set()) {
  const text = withoutHtml(byline)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^by:? +|^(?:and|&) +/i, '')
    // Ada, on behalf of the team → Ada
    .replace(/[ ,]+on behalf of [^()]*$/i, '')
  if (known.has(text)) return { people: [{ name: text }] }
  const parts = splitText(withoutWikiLink(text), isEntry)
  if (parts.some(({ url }) => url !== undefined)) {
    // `[Ada](https://…), who likes [ships](https://…)`: beside linked people, what follows a comma is no name.
    const isNamed = ({ url, separator = '' }: BylinePart) => url !== undefined || !/[,;、]/.test(separator)
    const isAmbiguous = parts.some((part) => !isNamed(part) && part.isPerson)
    return { people: peopleIn(parts.filter(isNamed)), ...(isAmbiguous && { parts }) }
  }
  if (parts.length < 2 || isListOfPeople(parts)) return { people: peopleIn(parts) }
  return { people: [{ name: text }], parts }
}

const peopleIn = (parts: readonly BylinePart[]): Person[] =>
  parts.map(({ separator: _, isPerson: __, ...person }) => person)

/** Unwraps a wiki link: `[[Ada]]`, `[[people/Ada Lovelace|Ada]]`. */
export function withoutWikiLink(text: string): string {
  const [, name = '', label] = /^\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]$/.exec(text) ?? []
  return name === '' ? text : (label ?? name.slice(name.lastIndexOf('/') + 1)).trim()
}

/** Returns whether a name looks like a key or handle rather than a person's name. */
export const isKey = (name: string) => /^@?[a-z\d_.-]+$/.test(name)

/** What systems write where nobody entered a name. */
export const isPlaceholder = (name: string) =>
  /^(?:unknown(?: author)?|admin(?:istrator)?|root|author(?: name)?|your name)$/i.test(name)

/** Matches “The Review” and “Acme Research Group”. */
export const isGroupName = (name: string) => /^the /i.test(name) || groupWord.test(name)

/** Decodes `&#160;`, whose semicolon separates nobody. */
const decodeEntities = (text: string) =>
  text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (entity) => decodeHTML(entity))

/** Only complete elements count as HTML. Other angle brackets belong to the name. */
function withoutHtml(text: string): string {
  // <a href="https://…">Ada</a> → [Ada](https://…)
  const linked = text.replace(/<a(\s[^<>]*)>([^<>]+)<\/a>/gi, (whole, attributes: string, label: string) => {
    const [, url] = /\shref=["']([^"'<>\s]+)["']/i.exec(attributes) ?? []
    return url === undefined ? whole : `[${label}](${url})`
  })
  return decodeEntities(
    linked.replace(/<([a-z]+)(?:\s[^<>]*)?>([^<>]*)<\/\1>/gi, '$2').replace(/<br ?\/?>/gi, ' '),
  )
}

const brackets = /\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\]/g
/** Also between `[Ada](…) [Charles](…)`, but not in `Acme, Inc.` */
const withoutCommas = /[;、]|(?<=\s)[&＆](?=\s)|(?<=[\s,])and(?=\s)|(?<=\)) ?(?=\[)/g
const withCommas = new RegExp(`,(?! ?(?:jr|sr|ii|iii|inc|llc|ltd|gmbh)\\b)|${withoutCommas.source}`, 'gi')

/** Splits at separators outside brackets. Drops what a comma adds to a name: a date, a role, `updated by …`. */
function splitText(text: string, isEntry: boolean): BylinePart[] {
  // Ada (London, UK) → Ada (··········)
  const outline = text.replace(brackets, (all) => `${all[0]}${'·'.repeat(all.length - 2)}${all.at(-1)}`)
  // Where semicolons separate people, commas belong to names.
  const separators = isEntry || /[;、]/.test(outline) ? withoutCommas : withCommas
  const parts: BylinePart[] = []
  let start = 0
  let separator: string | undefined
  for (const { 0: sign, index } of `${outline};`.matchAll(separators)) {
    const part = text.slice(start, index).trim()
    if (part !== '' && !(separator === ',' && addition.test(part))) {
      const person = personIn(part)
      const isPerson = isFullName(person.name) || person.name !== part
      parts.push({ ...person, separator: parts.length === 0 ? undefined : separator, isPerson })
    }
    start = index + sign.length
    separator = sign
  }
  return parts
}

const role =
  '(?:author|chair|director|editor|engineer|founder|intern|lead|manager|president|professor|student)s?'
const addition = new RegExp(`\\b(?:19|20)\\d\\d\\b|(?:^| )(?:at|by|for|from|of|on) |\\b${role}\\b`, 'i')

/** Strips the affiliation, handle or address: `Ada (London)`, `Ada ([@ada](https://…))`. */
function personIn(text: string): Person {
  const [, name, url] = /^\[([^[\]]+)\]\(([^()\s]+)\)/.exec(text) ?? []
  if (name !== undefined && url !== undefined) return { name: name.trim(), url }
  const [, called, handle] = /^([^[\]()]+) \(\[[^[\]]+\]\(([^()\s]+)\)\)/.exec(text) ?? []
  if (called !== undefined && handle !== undefined) return { name: called, url: handle }
  const [, owner, email] = /^([^<>]+) <([^<>@\s]+@[^<>\s]+)>$/.exec(text) ?? []
  if (owner !== undefined && email !== undefined) return { name: owner.trim(), email }
  const plain = text.replace(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1')
  const [, before = '', inside = ''] = /^([^(]*[^(\s]) \((.*)\)$/.exec(plain) ?? []
  // After a single word, brackets may hold the rest of the name.
  return { name: before.includes(' ') || inside.startsWith('@') ? before : plain }
}

/** Full names, of which only the first stands without “and”; keys; or single words with “and” before the last. */
function isListOfPeople(parts: readonly BylinePart[]): boolean {
  const names = parts.map(({ name }) => name)
  if (parts.some(({ separator }) => /[;、]/.test(separator ?? '')) || names.every(isKey)) return true
  if (parts[0]?.isPerson) return parts.every(({ isPerson, separator }) => isPerson || separator !== ',')
  const areDistinctWords = new Set(names).size === names.length && names.every((name) => word.test(name))
  return areDistinctWords && parts.at(-1)?.separator === 'and'
}

/** Capitalized words, or those of a script without case, around any others, such as `van`; or a handle. */
const isFullName = (name: string) =>
  name.startsWith('@') || (fullName.test(name) && !isGroupName(name) && !addition.test(name))

/** `Ada`, `d'Alembert`, `“Manolo”` */
const letters = String.raw`(?:\p{Ll}{1,2}['’-])?[\p{Lu}\p{Lo}\p{Lt}][\p{L}\p{M}.'’‘\x60-]*`
const capitalized = `["“«'(]?${letters}["”»')]?`
const word = new RegExp(`^${capitalized}$`, 'u')
const fullName = new RegExp(`^${capitalized} (?:\\S+ ){0,4}${capitalized}$`, 'u')

const groupWords = [
  ...['association', 'center', 'centre', 'committee', 'community', 'company', 'contributors', 'council'],
  ...['developers', 'foundation', 'gmbh', 'group', 'inc', 'institute', 'lab', 'labs', 'llc', 'ltd'],
  ...['maintainers', 'project', 'research', 'society', 'solutions', 'staff', 'systems', 'team', 'university'],
]
const groupWord = new RegExp(`\\b(?:${groupWords.join('|')})\\b`, 'i')
