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
type Byline = { readonly people: readonly Person[] } & Pick<WrittenAuthor, 'parts'>

/** A segment of a byline, and the separator before it. */
export interface BylinePart {
  readonly name: string
  readonly before: 'comma' | 'and' | 'ampersand' | 'semicolon' | undefined
  /** An affiliation or address of its own follows, so it is a person. */
  readonly isPerson?: true
}

/**
 * Parses a byline: `Ada Lovelace, Charles Babbage and Mary Somerville`, `[Ada](https://…) (London)`, `Ada <ada@example.org>`.
 * “Lovelace, Ada” is one person: a line is split only where each part could be a full name. An ambiguous line is one author with
 * `parts`. In a list entry (`isEntry`), commas do not separate people. A line that is one of the `known` names is that author.
 */
export function readByline(byline: string, isEntry = false, known: ReadonlySet<string> = noNames): Byline {
  const text = withoutHtml(byline)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^by:? +|^(?:and|&) +/i, '')
  if (known.has(text)) return { people: [{ name: text }] }
  const written = withSuffixes(partsOf(withoutWikiLink(text), isEntry))
  const people = written.map((part) => personIn(part.name))
  if (!people[0]?.name) return { people: [] }
  if (people.length === 1) return { people }
  const parts = people.map(({ name }, nth): BylinePart => {
    const part = written[nth]
    return { name, before: part?.before, ...(part?.name !== name && { isPerson: true }) }
  })
  if (people.some(({ url }) => url !== undefined)) {
    const isNamed = ({ url }: Person, nth: number) =>
      url !== undefined || !['comma', 'semicolon'].includes(parts[nth]?.before ?? '')
    const isAmbiguous = people.some((one, nth) => !isNamed(one, nth) && kindOf(one.name) === 'name')
    return { people: people.filter(isNamed), ...(isAmbiguous && { parts }) }
  }
  return isListOfPeople(parts) ? { people } : { people: [{ name: text }], parts }
}

const noNames: ReadonlySet<string> = new Set()

/** Unwraps a wiki link: `[[Ada]]`, `[[people/Ada Lovelace|Ada]]`. */
export function withoutWikiLink(text: string): string {
  const [, name = '', label] = /^\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]$/.exec(text) ?? []
  return name === '' ? text : (label ?? name.slice(name.lastIndexOf('/') + 1)).trim()
}

/** Returns whether a name looks like a key or handle rather than a person's name. */
export function isKey(name: string): boolean {
  return /^@?[a-z\d_.-]+$/.test(name)
}

/** What systems write where nobody entered a name. */
export function isPlaceholder(name: string): boolean {
  return /^(?:unknown(?: author)?|admin(?:istrator)?|root|author(?: name)?|your name)$/i.test(name)
}

/** Matches “The Review” and “Acme Research Group”. */
export function isGroupName(name: string): boolean {
  return /^the /i.test(name) || name.split(' ').some((word) => organizationWord.test(word))
}

/** Decodes `&#160;`, whose semicolon separates nobody. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (entity) => decodeHTML(entity))
}

/** Only complete elements count as HTML. Other angle brackets belong to the name. */
function withoutHtml(text: string): string {
  const linked = text.replace(/<a(\s[^<>]*)>([^<>]+)<\/a>/gi, (whole, attributes: string, label: string) => {
    const [, url] = /\shref=["']([^"'<>\s]+)["']/i.exec(attributes) ?? []
    return url === undefined ? whole : `[${label}](${url})`
  })
  return decodeEntities(
    linked.replace(/<([a-z]+)(?:\s[^<>]*)?>([^<>]*)<\/\1>/gi, '$2').replace(/<br ?\/?>/gi, ' '),
  )
}

/** Splits at separators outside brackets. Where semicolons separate people, commas belong to names. */
function partsOf(text: string, isEntry: boolean): BylinePart[] {
  const parts: BylinePart[] = []
  const add = (end: number) => {
    const name = text.slice(start, end).trim()
    if (name !== '') parts.push({ name, before: parts.length === 0 ? undefined : before })
  }
  const separate = (at: number, length: number, kind: BylinePart['before']) => {
    add(at)
    start = at + length
    before = kind
  }
  const hasSemicolons = /[;、]/.test(text)
  let [start, depth] = [0, 0]
  let before: BylinePart['before']
  for (const { 0: sign, index } of text.matchAll(/[()[\]]|[;、,]|(?<=\s)[&＆](?=\s)|(?<=[\s,])and(?=\s)/g)) {
    const isSeparator = depth === 0 && !(sign === ',' && (isEntry || hasSemicolons))
    // `[Ada](…) (London) [Charles](…)`
    const isNext = sign === '[' && text[index - (text[index - 1] === ' ' ? 2 : 1)] === ')'
    if (isNext && isSeparator) separate(index, 0, 'comma')
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1)
    else if (isSeparator) separate(index, sign.length, separators[sign] ?? 'and')
  }
  add(text.length)
  return parts
}

const separators: Readonly<Record<string, BylinePart['before']>> = {
  ',': 'comma',
  ';': 'semicolon',
  '、': 'semicolon',
  '&': 'ampersand',
  '＆': 'ampersand',
}

/** Joins suffixes to the name before: `Sammy Davis, Jr.`, `Acme, Inc.` */
function withSuffixes(parts: readonly BylinePart[]): BylinePart[] {
  const joined: BylinePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last && part.before === 'comma' && suffix.test(part.name))
      joined.splice(-1, 1, { ...last, name: `${last.name}, ${part.name}` })
    else joined.push(part)
  }
  return joined
}

const suffix =
  /^(?:jr|sr|ii|iii|iv|esq|ph\.? ?d|m\.?d|m\.?sc|b\.?sc|m\.?a|b\.?a|mba|mph|cpa|r\.?n|inc|llc|llp|ltd|limited|gmbh|ag|s\.?a|corp|co|plc|pty|b\.?v|e\.? ?v)\b\.?(?: ltd\.?)?(?: \([^()]*\))?$/i

/** Strips the affiliation, handle or address: `Ada (London)`, `Ada ([@ada](https://…))`. */
function personIn(text: string): Person {
  const [, name, url] = /^\[([^[\]]+)\]\(([^()\s]+)\)/.exec(text) ?? []
  if (name !== undefined && url !== undefined) return { name: name.trim(), url }
  const [, called, handle] = /^([^[\]()]+) \(\[[^[\]]+\]\(([^()\s]+)\)\)/.exec(text) ?? []
  if (called !== undefined && handle !== undefined) return { name: called, url: handle }
  const [, owner, email] = /^([^<>]+) <([^<>@\s]+@[^<>\s]+)>$/.exec(text) ?? []
  if (owner !== undefined && email !== undefined) return { name: owner.trim(), email }
  return { name: withoutAffiliation(text.replace(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1')) }
}

/** After a single word, brackets may hold the rest of the name. */
function withoutAffiliation(written: string): string {
  let name = written
  while (name.endsWith(')')) {
    const opened = name.lastIndexOf('(')
    const before = name.slice(0, Math.max(opened, 0)).trimEnd()
    const isOther = before.includes(' ') || (before !== '' && name.startsWith('@', opened + 1))
    if (!isOther) break
    name = before
  }
  return name
}

/** Two single words may be a family name and a first name, or a company; only “and” makes them two people. */
function isListOfPeople(parts: readonly BylinePart[]): boolean {
  if (parts.some(({ before }) => before === 'semicolon')) return true
  const kinds = parts.map(({ name }) => kindOf(name))
  const isAll = (...kind: readonly Kind[]) => kinds.every((one) => kind.includes(one))
  if (isAll('key')) return true
  if (isAll('name', 'group') && kinds.includes('name')) return true
  const isDistinct = new Set(parts.map(({ name }) => name)).size === parts.length
  return isAll('word', 'group') && isDistinct && (parts.length > 2 || parts[1]?.before === 'and')
}

/** `name`: a full name. `word`: one word that may be a name. `group`: “the” something. */
type Kind = 'name' | 'word' | 'key' | 'group' | 'other'

function kindOf(text: string): Kind {
  if (text.startsWith('@')) return 'name'
  if (isKey(text)) return 'key'
  const words = text.replace(/,.*$/, '').split(' ')
  if (/^the$/i.test(words[0] ?? '') && words.length > 1) return 'group'
  if (words.length > mostWords || !words.every((word) => nameWord.test(word) || particle.test(word)))
    return 'other'
  if (words.some((word) => organizationWord.test(word))) return 'other'
  return words.length > 1 ? 'name' : 'word'
}

const mostWords = 6

/** A capitalized word, a word in a script without case, or a quoted nickname. */
const nameWord =
  /^(?:["“«'(]?(?:\p{Lu}|\p{Lo}|\p{Lt})[\p{L}\p{M}.'’‘`-]*["”»')]?|(?:d|l|al|el|ad|as|an|ul|t)['’-]\p{Lu}\S*)$/u

const particle =
  /^(?:van|von|vom|der|den|de|da|do|dos|das|del|della|di|du|des|la|le|los|las|el|al|bin|bint|ibn|ben|ten|ter|te|zu|zum|zur|und|y|e|i|af|av|kyzy|uulu|oglu|qizi|st\.?|'t|’t)$/

/** Words in company names and job titles. */
const organizationWord =
  /^(?:team|group|company|corporation|corp\.?|inc\.?|ltd\.?|llc|gmbh|foundation|institute|university|college|school|department|committee|association|society|labs?|laboratory|center|centre|staff|editors?|council|community|developers?|maintainers?|contributors?|project|software|engineer|engineering|manager|director|officer|president|founder|co-founder|architect|lead|leads|head|senior|principal|professor|cto|ceo|coo|cfo|vp|research|marketing|security|cloud|technologies|systems|solutions)$/i

/** Returns the authors of a field: a list, a byline, or one author with details. */
export function writtenAuthors(field: Field, known?: ReadonlySet<string>): WrittenAuthor[] {
  const entries = itemsOf(field)
  const listed = Array.isArray(field.value) ? entries.length : 0
  return entries.flatMap((entry) => authorsIn(entry, listed, known))
}

export function unnamedAuthors(field: Field): Pick<Field, 'key' | 'offset'>[] {
  return itemsOf(field).flatMap((entry) =>
    entry.value !== null && authorsIn(entry).length === 0 ? [{ key: field.key, offset: entry.offset }] : [],
  )
}

/** The entries of a list, of which there are `listed`, are not in doubt. */
function authorsIn(
  { value, offset, parts }: ParsedValue,
  listed = 0,
  known?: ReadonlySet<string>,
): WrittenAuthor[] {
  if (typeof value === 'string') {
    const { people, parts: ambiguous } = readByline(value, listed > 1, known)
    const doubt = ambiguous && listed === 0 && { parts: ambiguous, byline: value.replace(/\s+/g, ' ').trim() }
    return people.map((one, nth) => ({ ...one, offset, ...(nth === 0 && doubt) }))
  }
  if (value === null || Array.isArray(value)) return []
  const text = (...keys: readonly string[]) =>
    keys
      .map((key) => parts.get(key)?.value)
      .map((found) => (typeof found === 'string' ? found.trim() : ''))
      .find((found) => found !== '')
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
