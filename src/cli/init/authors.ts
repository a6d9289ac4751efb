import { readJsValues } from '../../content/js-values.ts'
import type { Plain } from '../../content/locate.ts'
import { isGroup, parsed, siteUrl, text } from './values.ts'

/** Who is meant by the keys that posts name their authors with. */
export interface AuthorEntry {
  readonly name: string
  readonly url?: string | undefined
  readonly email?: string | undefined
}

export const authorFiles =
  /^(?:(?:(?:docs|src)\/)?_?data\/(?:authors|people|team|members|contributors)\.(?:ya?ml|toml|json)|(?:website\/)?blog\/authors\.ya?ml|(?:src\/)?(?:data\/|lib\/|content\/|config\/)?authors\.[cm]?[jt]s)$/

export function authorsIn(path: string, written: string): [string, AuthorEntry][] {
  return (/\.[cm]?[jt]s$/.test(path) ? groupsIn(written) : [parsed(path, written)]).flatMap(entriesIn)
}

/** Those that the settings of a site have among them. */
export function authorsBelow(settings: Plain | undefined): [string, AuthorEntry][] {
  return isGroup(settings) ? entriesIn(settings) : []
}

/** `export const ada = { name: 'Ada' }`, or one object of them by key. */
function groupsIn(script: string): Plain[] {
  const found = script.matchAll(/^export[ \t]+(?:default[ \t]*|const[ \t]+(\w+)[^=\n]*=[ \t]*)\{/gm)
  return Array.from(found, ({ 0: opened, 1: key, index }): Plain => {
    const value = readJsValues(script, index + opened.length - 1)?.value ?? null
    return key !== undefined && text(value, 'name') !== undefined ? { [key]: value } : value
  })
}

/** By key, or in lists of people who each say what they are called. */
function entriesIn(settings: Plain): [string, AuthorEntry][] {
  if (Array.isArray(settings))
    return settings.flatMap((one: Plain) => {
      const key = text(one, 'username', 'key', 'id', 'slug', 'nickname', 'handle', 'github')
      return key === undefined ? [] : entryOf(key, one)
    })
  return Object.entries(isGroup(settings) ? settings : {}).flatMap(([key, entry]) =>
    Array.isArray(entry) ? entriesIn(entry) : entryOf(key, entry),
  )
}

function entryOf(key: string, entry: Plain): [string, AuthorEntry][] {
  const name = typeof entry === 'string' ? entry : text(entry, 'name', 'display_name', 'title')
  const url = [text(entry, 'url'), text(entry, 'website'), text(entry, 'web'), text(entry, 'site')].find(
    (one) => siteUrl(one),
  )
  const email = text(entry, 'email')
  if (name === undefined) return []
  return [[key, { name, url, email: email?.includes('@') ? email : undefined }]]
}
