import { isTimeZone } from '../base/dates.ts'
import { regex } from '../base/regex.ts'
import type { Addresses, Generator, Plain, SettingsFile, SettingsKeys, SiteSettings } from './generator.ts'

/** Reads common key names, and those in `keys`. A Python module has no common names. */
export function readSettings(file: SettingsFile, keys: SettingsKeys = {}): SiteSettings {
  if (/\.[cm]?[jt]sx?$/.test(file.path)) return moduleSettings(file.text)
  const isPython = file.path.endsWith('.py')
  const values = isPython ? pythonValues(file.text) : file.values
  const first = (key: keyof SettingsKeys, ...usual: string[]) =>
    text(values, ...(isPython ? [] : usual), ...(keys[key] ?? []))
  return {
    title: first('title', 'title', 'name'),
    description: first('description', 'description', 'tagline', 'subtitle')?.replace(/<[^>]*>/g, ''),
    author: first('author', 'author', 'author.name', 'author.display_name', 'owner', 'owner.name'),
    baseUrl: siteUrl(first('url', 'url', 'baseURL', 'baseurl', 'base_url')),
    language: languageTag(first('language', 'lang', 'languageCode', 'locale', 'language')),
    future: yesOrNo(first('future')),
    ignored: keys.ignored?.flatMap((key) => texts(values, key)),
  }
}

/** What the generator reads from one of its settings files. */
export const siteSettings = ({ settings }: Generator, file: SettingsFile): SiteSettings =>
  settings?.read?.(file) ?? readSettings(file, settings?.keys)

/** A fallback, as in `site: preview || 'https://…'`. Bounded, because each key would search the rest of the line. */
const fallbackUrl = regex(
  '',
  /\b(?:siteUrl|site|url)\s*:[^,\n]{0,200}(?:\|\||\?\?)/,
  String.raw`\s*(["'\`])(https?:[^"'\`$\n]+)\1`,
)
const scriptAuthor = regex(
  'i',
  /\b(?:site_?)?author(?:_?name)?["']?\s*[:=]\s*/,
  String.raw`(?:\{\s*["']?name["']?\s*:\s*)?(["'\`])((?:(?!\1)[^$\n])+)\1`,
)

/** Reads literals from a module without running it. */
function moduleSettings(script: string): SiteSettings {
  const literal = (...keys: readonly string[]) =>
    keys
      .map((key) => new RegExp(`\\b${key}["']?\\s*:\\s*(["'\`])([^"'\`$\\n]+)\\1`).exec(script)?.[2])
      .find((value) => value !== undefined)
  const url = siteUrl(literal('siteUrl', 'site', 'url') ?? fallbackUrl.exec(script)?.[2])
  const [base = ''] = /^\/.+/.exec(literal('baseUrl', 'base', 'basePath', 'pathPrefix') ?? '') ?? []
  return {
    title: literal('title'),
    description: literal('description', 'tagline'),
    author: scriptAuthor.exec(script)?.[2],
    baseUrl: url && siteUrl(url.endsWith(base.replace(/\/$/, '')) ? url : url + base),
    language: languageTag(literal('language', 'lang', 'defaultLocale')),
  }
}

const pythonAssignment = regex(
  'gm',
  /^(\w+)\s*=\s*/,
  String.raw`(?:u?(["'])((?:(?!\2).)+)\2|(True|False)\b|[[(]([^\])]*))`,
)

/** `NAME = 'text'`, `NAME = True` and `NAME = ['a', 'b']` on lines of a Python module. The first of a name counts. */
export function pythonValues(script: string): { readonly [name: string]: Plain } {
  const assignments = [...script.matchAll(pythonAssignment)].map(
    ([, name = '', , value, flag, list = '']) => {
      const items = Array.from(list.matchAll(/(["'])(.*?)\1/g), ([, , item = '']) => item)
      return [name, value ?? flag ?? items] as const
    },
  )
  return Object.fromEntries(assignments.reverse())
}

export function yesOrNo(word: string | undefined): boolean | undefined {
  if (/^(?:true|yes|on)$/i.test(word ?? '')) return true
  return /^(?:false|no|off)$/i.test(word ?? '') ? false : undefined
}

/** Our placeholders for each of theirs. With several, a site uses the first that a post has. */
type Placeholders = Readonly<Record<string, readonly string[]>>

const sameNames = ['year', 'month', 'day', 'i_month', 'i_day', 'categories']
const usualPlaceholders: Placeholders = {
  ...Object.fromEntries(sameNames.map((name) => [name, [`{${name}}`]])),
  output_ext: ['.html'],
}

/** `/:year/:title/` → `/{year}/{slug}/`. `own` adds placeholders. */
export function colonPatterns(permalinks: readonly string[], own: Placeholders): Addresses {
  const placeholders = { ...usualPlaceholders, ...own }
  const lost: string[] = []
  const patterns = permalinks.flatMap((permalink) => {
    const unknown = permalink.includes(':') ? [] : [permalink]
    let expanded = ['']
    for (const [written, name] of permalink.matchAll(/:([a-z_]+)|[^:]+/g)) {
      const parts = name === undefined ? [written] : ownProperty(placeholders, name)
      if (!parts) unknown.push(written)
      expanded = expanded.flatMap((before) => (parts ?? []).map((part) => before + part))
    }
    lost.push(...unknown)
    return unknown.length > 0 ? [] : expanded.map((pattern) => pattern.replace(/^(?!\/)/, '/'))
  })
  return { patterns, lost }
}

/** Ignores inherited properties: names come from users. */
export const ownProperty = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Returns a public URL without trailing slashes. */
export function siteUrl(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\/[^\s/]+/.test(url) || !URL.canParse(url)) return undefined
  const isLocal = /^(?:localhost|127\.[\d.]+)$/.test(new URL(url).hostname)
  return isLocal ? undefined : url.replace(/(?<!\/)\/+$/, '')
}

/** IANA names only: other names differ between machines. */
export const timeZone = (name: string | undefined) =>
  name !== undefined && isTimeZone(name) ? name : undefined

function languageTag(language: string | undefined): string | undefined {
  const tag = language?.replaceAll('_', '-')
  return tag !== undefined && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) ? tag : undefined
}

export function isGroup(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(value: Plain, path: string): Plain | undefined {
  return path.split('.').reduce<Plain | undefined>((here, step) => {
    const group = isGroup(here) ? here : {}
    // Some generators ignore the case of keys: `[Params]`, `[params]`.
    const isStep = (name: string) => name.toLowerCase() === step.toLowerCase()
    return ownProperty(group, step) ?? ownProperty(group, Object.keys(group).find(isStep) ?? step)
  }, value)
}

/** Returns the first of these that is text, as one line. */
export function text(value: Plain, ...paths: readonly string[]): string | undefined {
  const lines = paths.map((path) => valueAt(value, path))
  return lines.map((line) => (typeof line === 'string' ? line.replace(/\s+/g, ' ').trim() : '')).find(Boolean)
}

/** Returns the texts in a list, or a text alone. */
export const texts = (value: Plain, path: string): readonly string[] =>
  [valueAt(value, path) ?? []].flat().filter((item) => typeof item === 'string')

const usualAuthorFolders = /^(?:(?:src|docs|website)\/)?(?:(?:_?data|content|lib|config)\/|_)?/
const people =
  'author people person team member contributor committer maintainer writer editor staff alumni blogger bios?'
const authorFile = regex(
  '',
  `[\\w-]*(?:${people.replaceAll(' ', '|')})[\\w-]*`,
  /(?:\.(?:ya?ml|toml|json|[cm]?[jt]s)|\/.+\.(?:ya?ml|toml|json|mdx?|markdown|html))$/,
)

/** Returns files about authors: one for all, such as `_data/authors.yml`, or one each, such as `_people/ada.md`. */
export function authorFilesIn(paths: readonly string[], { settings }: Generator): string[] {
  const { authorFolders = usualAuthorFolders } = settings ?? {}
  const pattern = new RegExp(authorFolders.source + authorFile.source, 'i')
  return paths.filter((path) => pattern.test(path))
}

/** Spells a path as generators do that keep letters. */
export const lowerCase = (path: string) => path.toLowerCase().replace(/\s+/g, '-')
