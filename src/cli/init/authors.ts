import { slugged } from '../../archive/names.ts'
import { namedAuthor } from '../../content/archive-keys.ts'
import { readJsValues } from '../../content/js-values.ts'
import type { Plain, SettingsFile } from '../../generators/generator.ts'
import { isGroup, text } from '../../generators/settings.ts'

/** Who is meant by the keys that posts name their authors with. */
export interface AuthorEntry {
  readonly name: string
  readonly url?: string | undefined
  readonly email?: string | undefined
  /** As the site names it; once it is found, its path in the folder. */
  readonly picture?: string | undefined
  /** The file that is about nobody else. */
  readonly file?: string | undefined
}

/** Somebody, and everything that posts may call them by; the first is what the file has as the key. */
interface AuthorRecord {
  readonly keys: readonly string[]
  readonly entry: AuthorEntry
}

/** Finds whom posts mean, in all of the files that say it. A key as it is written comes before one that is spelt otherwise. */
export function authorFinder(
  files: readonly SettingsFile[],
  groups: readonly Plain[],
  paths: readonly string[] = [],
): (key: string) => AuthorEntry | undefined {
  const records = [...groups.flatMap(recordsIn), ...files.flatMap(recordsInFile)]
  const pictures = paths.filter((path) => /\.(?:png|jpe?g|webp|avif|gif|svg)$/i.test(path))
  const exact = new Map<string, AuthorEntry>()
  const spelt = new Map<string, AuthorEntry>()
  for (const { keys, entry } of records)
    for (const key of [...keys, entry.name]) {
      if (!exact.has(key)) exact.set(key, entry)
      const slug = slugged(key)
      if (slug !== '' && !spelt.has(slug)) spelt.set(slug, entry)
    }
  return (key) => {
    const plain = key.replace(/^@/, '')
    const entry = exact.get(plain) ?? spelt.get(slugged(plain))
    return entry && { ...entry, picture: pictureOf(entry, pictures) }
  }
}

/** Beside the author's own file, or in one of the folders that a site takes files from. A bare name may be anybody's, and an address is no file. */
function pictureOf({ picture = '', file = '' }: AuthorEntry, paths: readonly string[]): string | undefined {
  const plain = picture.replace(/^(?:\.{0,2}\/)+/, '')
  const beside = file.slice(0, file.lastIndexOf('/') + 1) + plain
  if (paths.includes(beside)) return beside
  const found = plain.includes('/') ? paths.filter((path) => `/${path}`.endsWith(`/${plain}`)) : []
  return found.toSorted((a, b) => a.length - b.length)[0]
}

/** A file for each of them is called as its author is, or is in a folder that is. */
function recordsInFile({ path, text: written, values }: SettingsFile): AuthorRecord[] {
  if (/\.[cm]?[jt]s$/.test(path)) return groupsIn(written).flatMap(recordsIn)
  const [, name = ''] = /([^/]+?)(?:\/_?index)?(?:\.[a-z]{2})?\.\w+$/.exec(path) ?? []
  const alone = (nameIn(values) === undefined ? [] : recordOf(name, values)).map(({ keys, entry }) => ({
    keys,
    entry: { ...entry, file: path },
  }))
  return alone.length > 0 || /\.(?:mdx?|markdown|html)$/.test(path) ? alone : recordsIn(values)
}

/** `export const ada = { name: 'Ada' }`, or one object of them by key. */
function groupsIn(script: string): Plain[] {
  const found = script.matchAll(/^export[ \t]+(?:default[ \t]*|const[ \t]+(\w+)[^=\n]*=[ \t]*)\{/gm)
  return Array.from(found, ({ 0: opened, 1: key, index }): Plain => {
    const value = readJsValues(script, index + opened.length - 1)?.value ?? null
    return key !== undefined && text(value, 'name') !== undefined ? { [key]: value } : value
  })
}

/** By key, in groups of them, or in lists of people who each say what they are called. */
function recordsIn(settings: Plain): AuthorRecord[] {
  if (Array.isArray(settings)) return settings.flatMap((one: Plain) => recordOf(undefined, one))
  return Object.entries(isGroup(settings) ? settings : {}).flatMap(([key, entry]) =>
    Array.isArray(entry) || nameIn(entry) === undefined ? recordsIn(entry) : recordOf(key, entry),
  )
}

function recordOf(key: string | undefined, entry: Plain): AuthorRecord[] {
  const name = nameIn(entry)
  const others = handles.flatMap((one) => text(entry, one) ?? [])
  const keys = [...(key === undefined ? [] : [key]), ...others]
  if (name === undefined || keys.length === 0) return []
  const url = ['url', 'website', 'web', 'site', 'homepage', 'link', 'blog']
    .map((one) => text(entry, one))
    .find((one) => one !== undefined && shape.url.safeParse(one).success)
  const email = text(entry, 'email')
  const picture = text(entry, 'picture', 'avatar', 'photo', 'image', 'img', 'profile_image', 'thumbnail')
  const known = { name, url, email: shape.email.safeParse(email).success ? email : undefined, picture }
  return [{ keys, entry: known }]
}

/** What archive.yaml takes. */
const { shape } = namedAuthor

const handles = 'key username short_name slug id nickname nick handle github'.split(' ')

function nameIn(entry: Plain): string | undefined {
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
