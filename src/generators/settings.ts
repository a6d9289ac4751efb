import { isTimeZone } from '../base/dates.ts'
import type { Addresses, Plain, SettingsFile, SiteSettings, Generator } from './generator.ts'

/** Keys of a site's settings; a dot leads into a group. */
type SettingsKeys = Readonly<
  Partial<Record<'title' | 'description' | 'author' | 'url' | 'language' | 'future' | 'ignored', string[]>>
>

/** Reads common key names, plus those in `own`. */
export function readSettings(
  { path, text: written, values }: SettingsFile,
  own: SettingsKeys = {},
): SiteSettings {
  if (/\.[cm]?[jt]sx?$/.test(path)) return readScript(written)
  const first = (key: keyof SettingsKeys, ...usual: string[]) => text(values, ...usual, ...(own[key] ?? []))
  return {
    title: first('title', 'title', 'name'),
    description: first('description', 'description', 'tagline', 'subtitle')?.replace(/<[^>]*>/g, ''),
    author: first('author', 'author', 'author.name', 'author.display_name', 'owner', 'owner.name'),
    baseUrl: siteUrl(first('url', 'url', 'baseURL', 'baseurl', 'base_url')),
    language: languageTag(first('language', 'lang', 'languageCode', 'locale', 'language')),
    future: yesOrNo(first('future')),
    ignored: own.ignored?.flatMap((key) => texts(values, key)),
  }
}

/** Reads literals from a module without running it. */
function readScript(script: string): SiteSettings {
  const literal = (...keys: readonly string[]) =>
    keys
      .map((key) => new RegExp(`\\b${key}["']?\\s*:\\s*(["'\`])([^"'\`$\\n]+)\\1`).exec(script)?.[2])
      .find((value) => value !== undefined)
  // `site: preview || 'https://…'`. Bounded, because each key would search the rest of the line.
  const [, , fallback] =
    /\b(?:siteUrl|site|url)\s*:[^,\n]{0,200}(?:\|\||\?\?)\s*(["'`])(https?:[^"'`$\n]+)\1/.exec(script) ?? []
  const [, , author] =
    /\b(?:site_?)?author(?:_?name)?["']?\s*[:=]\s*(?:\{\s*["']?name["']?\s*:\s*)?(["'`])((?:(?!\1)[^$\n])+)\1/i.exec(
      script,
    ) ?? []
  const url = siteUrl(literal('siteUrl', 'site', 'url') ?? fallback)
  const [base = ''] = /^\/.+/.exec(literal('baseUrl', 'base', 'basePath', 'pathPrefix') ?? '') ?? []
  return {
    title: literal('title'),
    description: literal('description', 'tagline'),
    author,
    baseUrl: url && siteUrl(url.endsWith(base.replace(/\/$/, '')) ? url : url + base),
    language: languageTag(literal('language', 'lang', 'defaultLocale')),
  }
}

export function yesOrNo(word: string | undefined): boolean | undefined {
  if (/^(?:true|yes|on)$/i.test(word ?? '')) return true
  return /^(?:false|no|off)$/i.test(word ?? '') ? false : undefined
}

/** `NAME = True` on a line of a Python module. */
export function pythonBoolean(script: string, name: string): boolean | undefined {
  return yesOrNo(new RegExp(`^${name}\\s*=\\s*(True|False)\\b`, 'm').exec(script)?.[1])
}

/** `NAME = 'value'` on a line of a Python module. */
export function pythonText(script: string, name: string): string | undefined {
  return new RegExp(`^${name}\\s*=\\s*u?(["'])((?:(?!\\1).)+)\\1`, 'm').exec(script)?.[2]
}

/** `NAME = ['value', 'value']` in a Python module. */
export function pythonTexts(script: string, name: string): string[] {
  const [, list = ''] = new RegExp(`^${name}\\s*=\\s*[[(]([^\\])]*)`, 'm').exec(script) ?? []
  return Array.from(list.matchAll(/(["'])(.*?)\1/g), ([, , value = '']) => value)
}

/** Our placeholders for each of theirs. With several, a site uses the first that a post has. */
type Placeholders = Readonly<Record<string, readonly string[]>>

const placeholders: Placeholders = {
  ...Object.fromEntries(
    ['year', 'month', 'day', 'i_month', 'i_day', 'categories'].map((name) => [name, [`{${name}}`]]),
  ),
  output_ext: ['.html'],
}

/** Converts permalinks such as `/:year/:title/` to patterns of `oldUrls`. `own` adds placeholders. */
export function colonPatterns(permalinks: readonly string[], own: Placeholders): Addresses {
  const all = permalinks.map((permalink) => patternsOf(permalink, own))
  return { patterns: all.flatMap(({ patterns }) => patterns), lost: all.flatMap(({ lost }) => lost) }
}

function patternsOf(permalink: string, own: Placeholders): Addresses {
  if (!permalink.includes(':')) return { patterns: [], lost: [permalink] }
  const lost: string[] = []
  let patterns = ['']
  for (const [, name, written = ''] of permalink.matchAll(/:([a-z_]+)|([^:]+)/g)) {
    const known = name === undefined ? [written] : (ownProperty(own, name) ?? ownProperty(placeholders, name))
    if (known === undefined) lost.push(`:${name}`)
    patterns = patterns.flatMap((before) => (known ?? ['']).map((part) => before + part))
  }
  if (lost.length > 0) return { patterns: [], lost }
  return { patterns: patterns.map((one) => (one.startsWith('/') ? one : `/${one}`)), lost }
}

/** Ignores inherited properties: names come from users. */
export function ownProperty<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Returns a public URL without trailing slashes. */
export function siteUrl(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\/[^\s/]+/.test(url) || !URL.canParse(url)) return undefined
  return /^(?:localhost|127\.[\d.]+)$/.test(new URL(url).hostname)
    ? undefined
    : url.replace(/(?<!\/)\/+$/, '')
}

/** IANA names only: other names differ between machines. */
export function timeZone(name: string | undefined): string | undefined {
  return name !== undefined && isTimeZone(name) ? name : undefined
}

export function languageTag(language: string | undefined): string | undefined {
  const written = language?.replaceAll('_', '-')
  return written !== undefined && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(written) ? written : undefined
}

export function isGroup(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(value: Plain, path: string): Plain | undefined {
  let here: Plain | undefined = value
  for (const step of path.split('.'))
    here = isGroup(here) ? (ownProperty(here, step) ?? ignoringCase(here, step)) : undefined
  return here
}

/** Some generators ignore the case of keys: `[Params]`, `[params]`. */
function ignoringCase(group: { readonly [key: string]: Plain }, step: string): Plain | undefined {
  const key = Object.keys(group).find((one) => one.toLowerCase() === step.toLowerCase())
  return key === undefined ? undefined : group[key]
}

/** Returns the first of these that is text, as one line. */
export function text(value: Plain, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const found = valueAt(value, path)
    const line = typeof found === 'string' ? found.replace(/\s+/g, ' ').trim() : ''
    if (line !== '') return line
  }
  return undefined
}

/** Returns the texts in a list, or a text alone. */
export function texts(value: Plain, path: string): readonly string[] {
  return [valueAt(value, path) ?? []].flat().filter((one) => typeof one === 'string')
}

/** Returns files about authors: one for all, such as `_data/authors.yml`, or one each, such as `_people/ada.md`. */
export function authorFilesIn(paths: readonly string[], { authorFolders = usualFolders }: Generator) {
  const pattern = new RegExp(`${authorFolders.source}${people.source}`, 'i')
  return paths.filter((path) => pattern.test(path))
}

const usualFolders = /^(?:(?:src|docs|website)\/)?(?:(?:_?data|content|lib|config)\/|_)?/

const people =
  /[\w-]*(?:author|people|person|team|member|contributor|committer|maintainer|writer|editor|staff|alumni|blogger|bios?)[\w-]*(?:\.(?:ya?ml|toml|json|[cm]?[jt]s)|\/.+\.(?:ya?ml|toml|json|mdx?|markdown|html))$/
