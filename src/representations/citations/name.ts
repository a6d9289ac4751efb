import type { Author } from '../../archive/authors.ts'

export interface NameParts {
  readonly family: string
  readonly given: string
}

/**
 * A person's name in its two parts, where the archive says which of them is the family name. It cannot be told from the name: it is last in
 * Grace Hopper, first in Mao Zedong, and Sukarno has none.
 */
export function partsOf({ name, type, family }: Author): NameParts | null {
  if (type !== 'person' || family === undefined) return null
  const given = name.endsWith(family)
    ? name.slice(0, -family.length)
    : name.startsWith(family)
      ? name.slice(family.length)
      : ''
  return given.trim() === '' ? null : { family, given: given.trim() }
}
