import { groupedBy } from '../../base/grouped.ts'
import { slugify } from '../../archive/names.ts'
import { namedAuthor } from '../../content/archive-keys.ts'
import { isPlaceholder } from '../../content/bylines.ts'
import { readJsValues } from '../../content/js-values.ts'
import type { Plain, SettingsFile } from '../../generators/generator.ts'
import { isGroup, text } from '../../generators/settings.ts'

/** An author that posts refer to by key. */
export interface AuthorEntry {
  readonly name: string
  readonly url?: string | undefined
  readonly email?: string | undefined
  /** As written by the site; after lookup, its path in the folder. */
  readonly picture?: string | undefined
  /** Where the site describes the author. */
  readonly place: string
  /** The file describes only this author. */
  readonly isAlone?: boolean
}

/** An author by one of their keys. Of two keys, the one with the lower rank identifies. */
type AuthorRecord = readonly [key: string, rank: number, entry: AuthorEntry]

const language = /\.[a-z]{2}(?:-[A-Za-z]{2})?(?=\.\w+$)/

/**
 * Returns a lookup of everybody whom a key may mean: the name of a file, a key or an id, which identify; else a full
 * name; else a handle, which is a word that anybody may have chosen.
 */
export function authorFinder(files: readonly SettingsFile[], paths: readonly string[]) {
  const places = new Set(files.map(({ path }) => path))
  // `ada.es.md` translates `ada.md`.
  const isTranslation = (path: string) => language.test(path) && places.has(path.replace(language, ''))
  const records = files.flatMap((file) => (isTranslation(file.path) ? [] : recordsInFile(file)))
  const pictures = paths.filter((path) => /\.(?:png|jpe?g|webp|avif|gif|svg)$/i.test(path))
  const byKey = groupedBy(records, ([key]) => key)
  const bySlug = groupedBy(records, ([key]) => slugify(key))
  return (key: string): AuthorEntry[] => {
    const plain = key.replace(/^@/, '')
    const exact = byKey.get(plain) ?? []
    const matches = [...exact, ...(bySlug.get(slugify(plain) || ' ') ?? [])]
    const best = Math.min(...matches.map(([, rank]) => rank))
    // A different spelling yields to the exact one, except of a handle, where case means nothing.
    const spellings = best === handleRank ? [matches] : [exact, matches]
    const ofBest = spellings.map((all) => all.filter(([, rank]) => rank === best))
    const people: AuthorEntry[] = []
    for (const [, , entry] of ofBest.find((all) => all.length > 0) ?? [])
      if (!people.some((person) => isSame(person.name, entry.name))) people.push(entry)
    return people.map((entry) => ({ ...entry, picture: pictureFile(entry, pictures) }))
  }
}

/** `Ada Lovelace` and `Ada Lovelace, London`. */
function isSame(a: string, b: string): boolean {
  const [name, other] = [`${slugify(a) || a}-`, `${slugify(b) || b}-`]
  return name.startsWith(other) || other.startsWith(name)
}

/** Finds a picture beside the author's file or in a file folder. Bare names are ambiguous, and URLs are not files. */
function pictureFile({ picture = '', place, isAlone = false }: AuthorEntry, paths: readonly string[]) {
  const plain = picture.replace(/^(?:\.{0,2}\/)+/, '')
  const beside = (isAlone ? place.slice(0, place.lastIndexOf('/') + 1) : '') + plain
  if (paths.includes(beside)) return beside
  const found = plain.includes('/') ? paths.filter((path) => `/${path}`.endsWith(`/${plain}`)) : []
  return found.toSorted((a, b) => a.length - b.length)[0]
}

/** A file per author takes the author's key as its own or its folder's name. */
function recordsInFile({ path, text: written, values }: SettingsFile): AuthorRecord[] {
  if (/\.[cm]?[jt]s$/.test(path)) return groupsIn(written).flatMap((group) => recordsIn(group, path))
  const [, name = ''] = /([^/]+?)(?:\/_?index)?(?:\.[a-z]{2})?\.\w+$/.exec(path) ?? []
  const records = recordsOf(name, values, { place: path, isAlone: true })
  return records.length > 0 || /\.(?:mdx?|markdown|html)$/.test(path) ? records : recordsIn(values, path)
}

/** `export const ada = { name: 'Ada' }`, or one object by key. */
function groupsIn(script: string): Plain[] {
  const found = script.matchAll(/^export[ \t]+(?:default[ \t]*|const[ \t]+(\w+)[^=\n]*=[ \t]*)\{/gm)
  return Array.from(found, ({ 0: opened, 1: key, index }): Plain => {
    const value = readJsValues(script, index + opened.length - 1)?.value ?? null
    return key !== undefined && text(value, 'name') !== undefined ? { [key]: value } : value
  })
}

/** Reads maps by key, nested groups, and lists of authors with their own keys. */
function recordsIn(settings: Plain, place: string): AuthorRecord[] {
  if (Array.isArray(settings)) return settings.flatMap((one: Plain) => recordsOf(undefined, one, { place }))
  return Object.entries(isGroup(settings) ? settings : {}).flatMap(([key, entry]) =>
    nameOfAuthor(entry) === undefined ? recordsIn(entry, place) : recordsOf(key, entry, { place }),
  )
}

/** Validators of archive.yaml. */
const { shape } = namedAuthor
const identifiers = ['key', 'id', 'slug']
const handles = 'username short_name nickname nick handle github gitlab twitter mastodon bluesky'.split(' ')

function recordsOf(
  key: string | undefined,
  entry: Plain,
  where: Pick<AuthorEntry, 'place' | 'isAlone'>,
): AuthorRecord[] {
  const name = nameOfAuthor(entry)
  if (name === undefined || isPlaceholder(name)) return []
  const url = ['url', 'website', 'web', 'site', 'homepage', 'link', 'blog']
    .map((one) => text(entry, one))
    .find((one) => one !== undefined && shape.url.safeParse(one).success)
  const email = text(entry, 'email')
  const picture = text(entry, 'picture', 'avatar', 'photo', 'image', 'img', 'profile_image', 'thumbnail')
  const known = {
    name,
    url,
    email: shape.email.safeParse(email).success ? email : undefined,
    picture,
    ...where,
  }
  const identifying = [key, ...identifiers.map((one) => text(entry, one)), name]
  const keys = [...identifying.entries(), ...handles.map((one) => [handleRank, text(entry, one)] as const)]
  return keys.flatMap(([rank, one]) => (one === undefined ? [] : [[one, rank, known] as const]))
}

/** After the file or map key, the identifiers and the name. */
const handleRank = identifiers.length + 2

function nameOfAuthor(entry: Plain): string | undefined {
  if (typeof entry === 'string') return entry
  const parts = [
    text(entry, 'first_name', 'firstname', 'name.first'),
    text(entry, 'last_name', 'lastname', 'name.last'),
  ]
  const whole = parts.filter((part) => part !== undefined).join(' ')
  return (
    text(entry, 'name', 'full_name', 'fullname', 'display_name', 'displayName') ??
    (whole || text(entry, 'title'))
  )
}
