import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { SourceDocument } from '../content/read.ts'
import { isWebAddress } from '../base/paths.ts'

/** Who wrote a post, as they are shown and cited. */
export interface Author {
  readonly name: string
  readonly url?: string
  readonly email?: string
  /** The part of a person's name that is the family name. */
  readonly family?: string
  /** As archive.yaml says: a name alone does not tell. */
  readonly type: 'person' | 'organization'
}

/** The authors that a post names, by name or by a key of archive.yaml; the archive's own where it names none. Never empty. */
export function authorsOf(
  { facts }: SourceDocument,
  settings: ArchiveSettings,
): readonly [Author, ...Author[]] {
  const named = facts.authors.flatMap(({ name, url, email, family, type = 'person' }): Author[] => {
    const known = byKeys(name, settings)
    if (known.length > 0) return known.map(plain)
    if (name === settings.author.name) return [publisherOf(settings)]
    return [
      plain({ name, url: url !== undefined && isWebAddress(url) ? url : undefined, email, family, type }),
    ]
  })
  const [first, ...rest] = named
  return first ? [first, ...rest] : [publisherOf(settings)]
}

/** Who publishes the archive. */
export function publisherOf({ author }: ArchiveSettings): Author {
  return plain(author)
}

/** A key of `authors`, or several in one text. Whether a text without keys names two people, only a reader knows. */
function byKeys(text: string, { authors }: ArchiveSettings) {
  const written = text.split(/,|&|\band\b/).map((key) => key.trim())
  const keys = [text, ...written].map((key) => key.replace(/^@/, ''))
  const [whole, ...parts] = keys.map((key) => (Object.hasOwn(authors, key) ? authors[key] : undefined))
  if (whole) return [whole]
  const known = parts.filter((part) => part !== undefined)
  return known.length === parts.length ? known : []
}

function plain({
  name,
  url,
  email,
  family,
  type,
}: {
  name: string
  url?: string | undefined
  email?: string | undefined
  family?: string | undefined
  type: Author['type']
}): Author {
  return {
    name,
    type,
    ...(url === undefined ? {} : { url }),
    ...(email === undefined ? {} : { email }),
    ...(family === undefined ? {} : { family }),
  }
}
