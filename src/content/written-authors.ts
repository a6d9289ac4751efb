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
}

/**
 * The authors that a key names. A list has several; a text is one, for only a reader knows whether "Ada and Charles" are two. A name
 * may come with an address: `Ada <ada@example.org>`, `[Ada](https://example.org)`, `Ada ([@ada](https://example.org))`; of those with links there may be several.
 */
export function writtenAuthors(field: Field): WrittenAuthor[] {
  return entriesOf(field).flatMap(one)
}

export function unnamedAuthors(field: Field): Pick<Field, 'key' | 'offset'>[] {
  return entriesOf(field).flatMap((entry) =>
    entry.value !== null && one(entry).length === 0 ? [{ key: field.key, offset: entry.offset }] : [],
  )
}

function entriesOf(field: Field): ParsedValue[] {
  return Array.isArray(field.value) ? [...field.parts.values()] : [field]
}

function one({ value, offset, parts }: ParsedValue): WrittenAuthor[] {
  if (typeof value === 'string') return named(value, offset)
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

/** Notes link to the notes about people and subjects: `[[Ada]]`, `[[people/Ada Lovelace|Ada]]`. */
export function withoutWikiLink(text: string): string {
  const [, name = '', label] = /^\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]$/.exec(text) ?? []
  return name === '' ? text : (label ?? name.slice(name.lastIndexOf('/') + 1)).trim()
}

/** Whole elements are HTML; whatever else is in angle brackets is part of a name. */
function withoutHtml(text: string): string {
  const linked = text.replace(/<a\s[^<>]*?href=["']([^"'<>\s]+)["'][^<>]*>([^<>]+)<\/a>/gi, '[$2]($1)')
  return linked.replace(/<([a-z]+)(?:\s[^<>]*)?>([^<>]*)<\/\1>/gi, '$2').replace(/<br ?\/?>/gi, ' ')
}

function named(written: string, offset: number): WrittenAuthor[] {
  const text = withoutWikiLink(withoutHtml(written).replace(/\s+/g, ' ').trim())
  if (text.includes('](')) return linked(text).map((author) => ({ ...author, offset }))
  const [, name, email] = /^([^<>]+) <([^<>@\s]+@[^<>\s]+)>$/.exec(text) ?? []
  if (name !== undefined && email !== undefined) return [{ name: name.trim(), email, offset }]
  return text === '' ? [] : [{ name: text, offset }]
}

/**
 * Links are people, one after the other: `[Ada](…) (London), [Charles](…)`. What is said of them besides is no name, and markdown is
 * none either.
 */
function linked(text: string): { name: string; url?: string }[] {
  if (text.startsWith('['))
    return Array.from(text.matchAll(person), ([, name = '', url = '', other = '']) =>
      other === '' ? { name, url } : { name: other },
    )
  const [, name, url] = /^((?:(?!\band\b|&)[^[\](),])+) \(\[[^[\]]+\]\(([^()\s]+)\)\)(?:,|$)/.exec(text) ?? []
  if (name !== undefined && url !== undefined) return [{ name, url }]
  const plain = text.replace(/ \(\[[^[\]]+\]\([^()\s]+\)\)/g, '')
  return [{ name: plain.replace(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1') }]
}

/** Somebody at the beginning or after a separator; without a link, only after the last “and”. */
const person = /(?:^|[,;&] ?|\band )(?:and )?\[([^[\]]+)\]\(([^()\s]+)\)|(?:\band|&) ([^[\](),;&]{1,100})$/g
