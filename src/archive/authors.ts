import { type ArchiveSettings, fallbackAuthor } from '../content/archive-keys.ts'
import { type BylinePart, isKey, isPlaceholder, type WrittenAuthor } from '../content/bylines.ts'
import { defined } from '../content/fields.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { authorKeyed } from '../content/settings.ts'
import { isWebAddress } from '../base/paths.ts'

/** An author as shown and cited. */
export interface Author extends Omit<WrittenAuthor, 'offset' | 'parts' | 'byline'> {
  /** From archive.yaml; a name alone does not tell. */
  readonly type: 'person' | 'organization'
}

export interface Bylines {
  /** Falls back to the archive's author. */
  of(post: SourceDocument): readonly [Author, ...Author[]]
  /** Ambiguous bylines, unknown author keys, and names that are nobody's. */
  doubts(post: SourceDocument): readonly Doubt[]
}

type Doubt = Pick<WrittenAuthor, 'name' | 'offset'> & { readonly kind: 'byline' | 'key' | 'placeholder' }

/**
 * Resolves authors. An ambiguous byline is split if other posts name all of its parts; a part that follows the names
 * of several people is an affiliation.
 */
export function bylinesOf({ posts, settings }: Pick<Content, 'posts' | 'settings'>): Bylines {
  const keyed = (name: string) => authorKeyed(name, settings)
  const written = posts.flatMap(({ facts }) => facts.authors)
  const names = new Set([
    ...Object.values(settings.authors).map(({ name }) => name),
    ...written.filter(({ parts }) => parts === undefined).map(({ name }) => name),
  ])
  const affiliations = affiliationsIn(written)
  return {
    of({ facts }) {
      const people = facts.authors
        .flatMap(resolveByline)
        .filter(({ name }) => keyed(name) || !isPlaceholder(name))
      const [first, ...rest] = people.map(authorOf)
      return first ? [first, ...rest] : [publisherOf(settings)]
    },
    doubts: ({ facts }) =>
      facts.authors.flatMap((author): Doubt[] => {
        const all = resolveByline(author)
        const { byline, offset } = author
        if (byline !== undefined && all[0] === author) return [{ name: byline, offset, kind: 'byline' }]
        return all
          .filter(({ name }) => !keyed(name))
          .flatMap(({ name, offset }): Doubt[] => {
            if (isPlaceholder(name)) return [{ name, offset, kind: 'placeholder' }]
            return isKey(name) || !/\p{L}/u.test(name) ? [{ name, offset, kind: 'key' }] : []
          })
      }),
  }

  function resolveByline(author: WrittenAuthor): WrittenAuthor[] {
    const { name, parts, offset } = author
    if (!parts || keyed(name) || parts.some((part) => part.name === name)) return [author]
    const named = (people: readonly BylinePart[]) => people.map((one) => ({ name: one.name, offset }))
    const people = parts.filter((part) => part.before !== 'comma' || !affiliations.has(part.name))
    if (people.length < parts.length && people.every(isWhole)) return named(people)
    const isKnown = (part: BylinePart) => keyed(part.name) !== undefined || names.has(part.name)
    if (parts.every(isKnown)) return named(parts)
    // `Ada Lovelace, countess`, if another post names her alone.
    const [person, ...more] = parts
    const isDescription = more.length === 1 && more[0]?.before === 'comma' && !more[0].isPerson
    return person && isDescription && isWhole(person) && isKnown(person) ? named([person]) : [author]
  }

  function authorOf({ name, url, email, family, type = 'person' }: WrittenAuthor): Author {
    const known = keyed(name)
    if (known) return plain(known)
    if (name === settings.author.name) return publisherOf(settings)
    return plain({ name, url: url !== undefined && isWebAddress(url) ? url : undefined, email, family, type })
  }
}

/** A single word may be a family name before a first name. */
function isWhole({ name }: BylinePart): boolean {
  return name.includes(' ')
}

/** Text after a comma that follows the names of at least two people. */
function affiliationsIn(authors: readonly WrittenAuthor[]): ReadonlySet<string> {
  const people = new Map<string, Set<string>>()
  for (const { parts: [person, place, ...more] = [] } of authors) {
    if (!person || !isWhole(person) || place?.before !== 'comma' || more.length > 0) continue
    people.set(place.name, (people.get(place.name) ?? new Set()).add(person.name))
  }
  return new Set(Array.from(people).flatMap(([place, { size }]) => (size > 1 ? [place] : [])))
}

/** Whether archive.yaml says who publishes. */
export function hasPublisher({ author }: ArchiveSettings): boolean {
  return author.name !== fallbackAuthor
}

export function publisherOf({ author }: ArchiveSettings): Author {
  return plain(author)
}

function plain({ name, url, email, family, type }: ArchiveSettings['author']): Author {
  return defined<Author>({ name, type, url, email, family })
}
