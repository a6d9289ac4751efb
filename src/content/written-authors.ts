import { type BylinePart, readByline } from './bylines.ts'
import type { Field } from './fields.ts'
import type { ParsedValue } from './locate.ts'

/** Somebody named as an author: as a name, a key into the archive's list, or with an address. */
export interface WrittenAuthor {
  readonly name: string
  readonly url?: string
  readonly email?: string
  readonly family?: string
  readonly type?: 'person' | 'organization'
  readonly offset: number
  /** Of a byline of which the text alone does not tell who are people; `name` is all of it, or the first of them. */
  readonly parts?: readonly BylinePart[]
}

/** The authors that a key names: those of a list, of a line of text, or one with an address and the like. */
export function writtenAuthors(field: Field): WrittenAuthor[] {
  return entriesOf(field).flatMap((entry, _, { length }) => authorsIn(entry, length > 1))
}

export function unnamedAuthors(field: Field): Pick<Field, 'key' | 'offset'>[] {
  return entriesOf(field).flatMap((entry) =>
    entry.value !== null && authorsIn(entry).length === 0 ? [{ key: field.key, offset: entry.offset }] : [],
  )
}

function entriesOf(field: Field): ParsedValue[] {
  return Array.isArray(field.value) ? [...field.parts.values()] : [field]
}

function authorsIn({ value, offset, parts }: ParsedValue, isEntry = false): WrittenAuthor[] {
  if (typeof value === 'string') {
    const { people, parts: doubted } = readByline(value, isEntry)
    return people.map((person, nth) => ({
      ...person,
      offset,
      ...(doubted && nth === 0 && { parts: doubted }),
    }))
  }
  if (value === null || Array.isArray(value)) return []
  const text = (...keys: readonly string[]) =>
    keys
      .map((key) => parts.get(key)?.value)
      .map((found) => (typeof found === 'string' ? found.trim() : ''))
      .find((found) => found !== '')
  const name = text('name', 'display_name', 'displayName', 'key', 'title', 'user', 'id', 'slug', 'username')
  if (name === undefined) return []
  const url = text('url', 'website', 'homepage', 'link', 'href')
  const email = text('email', 'mail')
  const family = text('family', 'familyName', 'family_name', 'lastName', 'last_name', 'surname')
  const kind = text('type', '@type', 'kind')?.toLowerCase()
  const type = kind === 'person' || kind === 'organization' ? kind : undefined
  return [
    {
      name,
      offset,
      ...(url && { url }),
      ...(email && { email }),
      ...(family && { family }),
      ...(type && { type }),
    },
  ]
}
