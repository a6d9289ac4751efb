import { type ArchiveSettings, fallbackAuthor } from '../content/archive-keys.ts'
import { type BylinePart, isKey, isPlaceholder, type WrittenAuthor } from '../content/bylines.ts'
import { defined } from '../content/fields.ts'
import type { Content } from '../content/read.ts'
import type { SourceDocument } from '../content/document.ts'
import { authorKeyed } from '../content/settings.ts'
import { isWebAddress } from '../base/paths.ts'

/** An author as shown and cited. */
export interface Author extends Omit<WrittenAuthor, 'offset' | 'parts' | 'byline'> {
  /** From archive.yaml; a name alone does not tell. */
  readonly type: 'person' | 'organization'
}

export interface Byline {
  /** Falls back to the archive's author. */
  readonly authors: readonly [Author, ...Author[]]
  /** Ambiguous bylines, unknown author keys, and names that are nobody's. */
  readonly doubts: readonly Doubt[]
}

type Doubt = Pick<WrittenAuthor, 'name' | 'offset'> & { readonly kind: 'byline' | 'key' | 'placeholder' }

/** Resolves authors. An ambiguous byline is split, or loses an affiliation, where other posts tell. */
export function bylineReader({
  posts,
  settings,
}: Pick<Content, 'posts' | 'settings'>): (post: SourceDocument) => Byline {
  const keyed = (name: string) => authorKeyed(name, settings)
  const named = posts.flatMap(({ facts }) => facts.authors)
  const names = new Set([
    ...Object.values(settings.authors).map(({ name }) => name),
    ...named.filter(({ parts }) => parts === undefined).map(({ name }) => name),
  ])
  const isKnown = ({ name }: BylinePart) => keyed(name) !== undefined || names.has(name)
  const affiliations = affiliationsIn(named)
  return ({ facts }) => {
    const people = facts.authors.flatMap(resolveByline)
    const [first, ...rest] = people
      .filter(({ name }) => keyed(name) || !isPlaceholder(name))
      .map((person) => creditedAuthor(person, settings))
    const authors: Byline['authors'] = first ? [first, ...rest] : [publisherOf(settings)]
    return { authors, doubts: people.flatMap(doubtAbout) }
  }

  function resolveByline(author: WrittenAuthor): WrittenAuthor[] {
    const { name, parts = [], offset } = author
    const [first] = parts
    if (!first || keyed(name)) return [author]
    if (parts.some((part) => part.name === name)) return [author]
    // `Ada Lovelace, Engines`, if another post names her alone, or somebody else of the same affiliation.
    const isAffiliation = (part: BylinePart) =>
      part.separator === ',' &&
      !part.isPerson &&
      (affiliations.has(part.name) || (isKnown(first) && !isKnown(part)))
    const people = parts.filter((part) => !isAffiliation(part))
    const isResolved = people.length < parts.length ? people.every(isWhole) : people.every(isKnown)
    return isResolved ? people.map((person) => ({ name: person.name, offset })) : [author]
  }

  function doubtAbout({ name, byline, offset }: WrittenAuthor): Doubt[] {
    if (byline !== undefined) return [{ name: byline, offset, kind: 'byline' }]
    if (keyed(name)) return []
    if (isPlaceholder(name)) return [{ name, offset, kind: 'placeholder' }]
    return isKey(name) || !/\p{L}/u.test(name) ? [{ name, offset, kind: 'key' }] : []
  }
}

/** A single word may be a family name before a first name. */
const isWhole = ({ name }: BylinePart) => name.includes(' ')

/** Text after a comma that follows the names of at least two people. */
function affiliationsIn(authors: readonly WrittenAuthor[]): ReadonlySet<string> {
  const people = new Map<string, Set<string>>()
  for (const { parts: [person, place, ...more] = [] } of authors) {
    if (!person || !isWhole(person) || place?.separator !== ',' || more.length > 0) continue
    people.set(place.name, (people.get(place.name) ?? new Set()).add(person.name))
  }
  return new Set(Array.from(people).flatMap(([place, { size }]) => (size > 1 ? [place] : [])))
}

function creditedAuthor(
  { name, url, email, family, type = 'person' }: WrittenAuthor,
  settings: ArchiveSettings,
): Author {
  const known = authorKeyed(name, settings)
  if (known) return withoutPicture(known)
  if (name === settings.author.name) return publisherOf(settings)
  const webAddress = url !== undefined && isWebAddress(url) ? url : undefined
  return withoutPicture({ name, url: webAddress, email, family, type })
}

/** Whether archive.yaml says who publishes. */
export const hasPublisher = ({ author }: ArchiveSettings) => author.name !== fallbackAuthor

export const publisherOf = ({ author }: ArchiveSettings): Author => withoutPicture(author)

const withoutPicture = ({ name, url, email, family, type }: ArchiveSettings['author']): Author =>
  defined<Author>({ name, type, url, email, family })
