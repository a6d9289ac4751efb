import { decodeText, TextFile } from '../../base/text-file.ts'
import { readByline } from '../../content/bylines.ts'
import { layoutOf } from '../../content/layout.ts'
import { type ParsedValue, readYaml } from '../../content/yaml.ts'
import { readMatter } from '../../content/matter.ts'
import { settingsPath } from '../../content/settings.ts'
import { bytesOf, type ContentSource } from '../../content/source.ts'
import { readToml } from '../../content/toml.ts'
import type { Generator, Plain, SettingsFile, SiteSettings } from '../../generators/generator.ts'
import { authorFilesIn, valueAt, isGroup, readSettings, siteUrl, text } from '../../generators/settings.ts'
import { foldersAbove } from '../output/inspect-folder.ts'
import { grouped } from '../../archive/lists.ts'
import { none } from '../../generators/none.ts'
import { detectGenerator } from '../../generators/registry.ts'
import { slugify } from '../../archive/names.ts'
import { namedAuthor } from '../../content/archive-keys.ts'
import { readJsValues } from '../../content/js-values.ts'

export interface InitSite extends SiteSettings {
  /** What its package is called, which is for those who install it. */
  readonly packageName?: string | undefined
  /** Who is cited for a post that names nobody, with an own page where one is known. */
  readonly publisher?: AuthorEntry | undefined
  /** Whom posts mean by a key. */
  readonly authorNamed: (key: string) => AuthorEntry | undefined
  /** What others may do with its texts, in markdown. */
  readonly terms?: string | undefined
  /** Whole settings by the name that posts know them by. */
  readonly namedSettings: ReadonlyMap<string, Plain>
}

export async function readSite(
  source: ContentSource,
  paths: readonly string[],
  generator: Generator,
): Promise<InitSite> {
  const { settingsFiles = [] } = generator
  const files = await readAll(settingsFiles.flatMap((file) => paths.filter((path) => file.test(path))))
  const [manifest] = await readAll(paths.filter((path) => path === 'package.json'))
  // A host's file with nothing but the site's name in it.
  const [host] = await readAll(paths.filter((path) => /^(?:(?:static|public|docs)\/)?CNAME$/.test(path)))
  const people = await readAll(authorFilesIn(paths, generator))
  const stated = await readAll(paths.filter((path) => licenseFiles.test(path)))
  const found: SiteSettings[] = [
    ...files.map((file) => generator.readSettings?.(file) ?? readSettings(file)),
    ...(manifest ? [inPackage(manifest.values)] : []),
    ...(host ? [{ baseUrl: siteUrl(`https://${host.text.trim()}`) }] : []),
  ]
  const first = <K extends keyof SiteSettings>(key: K): SiteSettings[K] =>
    found.map((one) => one[key]).find((value) => value !== undefined && value !== '')
  const baseUrl = first('baseUrl')
  const groups = files.flatMap(({ values }) => authorGroups.map((group) => valueAt(values, group) ?? null))
  const authorNamed = authorFinder(people, groups.filter(isGroup), paths)
  const author = first('author')
  const [named] = author === undefined ? [] : readByline(author, true).people
  return {
    title: first('title') ?? (baseUrl && new URL(baseUrl).host.replace(/^www\./, '')),
    packageName: manifest && text(manifest.values, 'name')?.replace(/^@[^/]+\//, ''),
    description: first('description'),
    // `default` is who writes where a post does not say it.
    publisher: (author === undefined ? undefined : (authorNamed(author) ?? named)) ?? authorNamed('default'),
    baseUrl,
    language: first('language'),
    timeZone: first('timeZone'),
    future: first('future'),
    terms: [...files.map(termsInSettings), ...stated.map(termsInFile)].find((one) => one !== undefined),
    posts: first('posts'),
    addresses: first('addresses'),
    authorNamed,
    namedSettings: new Map(
      files.flatMap(({ path, values }) => {
        const name = generator.nameInPosts?.(path)
        return name === undefined ? [] : [[name, values]]
      }),
    ),
  }

  function readAll(wanted: readonly string[]): Promise<SettingsFile[]> {
    return Promise.all(
      wanted.map(async (path) => {
        const written = decodeText(path, bytesOf(await source.read(path))).value?.text ?? ''
        return { path, text: written, values: valuesOf(path, written) }
      }),
    )
  }
}

/** Where settings have a group of authors by their keys. */
const authorGroups = ['authors', 'params.authors', 'extra.authors']

/** The values of a file of settings, or of front matter, whatever is wrong with it; a program has none. */
function valuesOf(path: string, written: string): Plain {
  if (/\.(?:mdx?|markdown|html)$/.test(path))
    return readMatter(new TextFile(path, written)).value?.root.value ?? null
  if (!/\.(?:ya?ml|toml|json)$/.test(path)) return null
  const file = new TextFile(path, written)
  const { value }: { value: ParsedValue | undefined } = path.endsWith('.toml')
    ? readToml(file, written, 0)
    : readYaml(file, written, 0)
  return value?.value ?? null
}

/**
 * What a package is called and described as is for those who install it, and its home is often the page of its repository. An author may
 * come with an address.
 */
function inPackage(settings: Plain): SiteSettings {
  const author = text(settings, 'author', 'author.name')?.replace(/\s*[<(].*$/, '')
  const home = text(settings, 'homepage')
  const isSite = home !== undefined && !/#|\/\/(?:www\.)?(?:github|gitlab|npmjs)\.com\//.test(home)
  return { author, baseUrl: isSite ? siteUrl(home) : undefined }
}

/** What posts name between two braces, such as `{{ site.images }}`, with its value, if the settings have a text or a number for it. */
export function variablesUsed(
  texts: readonly string[],
  settings: ReadonlyMap<string, Plain>,
): Map<string, string> {
  const matches = texts.flatMap((text) => [...text.matchAll(expression)])
  const names = new Set(matches.map(([, name, param]) => name ?? `site.params.${param}`))
  const found = new Map<string, string>()
  for (const name of [...names].filter((one) => !known.has(one)).sort()) {
    const dot = name.indexOf('.')
    const value = valueAt(settings.get(name.slice(0, dot)) ?? null, name.slice(dot + 1))
    const isPlain = typeof value === 'number' || (typeof value === 'string' && !/\{[{%]/.test(value))
    if (isPlain) found.set(name, String(value).replace(/\s+/g, ' ').trim())
  }
  return found
}

/** `{{ site.name }}`, and `{{< param "name" >}}` of shortcodes. */
const expression = /\{\{-?[ \t]*([A-Za-z_]\w*(?:\.[\w-]+)+)|\{\{[<%]\s*param\s+["'`]?([\w.-]+)/g

/** The archive has its own values for these. */
const known: ReadonlySet<string> = new Set(['site.url', 'site.baseurl', 'site.title'])

export function within(source: ContentSource, folder: string): ContentSource {
  const start = `${folder}/`
  return {
    list: async () =>
      (await source.list()).flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : [])),
    read: (path) => source.read(start + path),
  }
}

export function withSettings(source: ContentSource, text: string): ContentSource {
  return {
    list: async () => [...new Set([...(await source.list()), settingsPath])],
    read: async (path) => (path === settingsPath ? text : source.read(path)),
  }
}

/**
 * Where a repository has its site, when that is one or two folders down and no generator was run at the top: the one with the most
 * posts. A folder of posts at the top is meant itself.
 */
export function siteBelow(paths: readonly string[]): string | undefined {
  if (detectGenerator(paths) !== none || paths.some((path) => path.startsWith('posts/'))) return undefined
  let best: { readonly folder: string; readonly count: number } | undefined
  for (const [folder, inside] of foldersIn(paths)) {
    const { name: generator, posts } = detectGenerator(inside)
    if (generator === none.name) continue
    const count = Math.max(
      ...posts.map((globs) => layoutOf(inside, { generator, posts: globs }).posts.length),
    )
    if (count > (best?.count ?? 0)) best = { folder, count }
  }
  return best?.folder
}

/** Folders down to the second, each with its files as seen from it. */
function foldersIn(paths: readonly string[]): Map<string, string[]> {
  const groups = grouped(paths, (path) => {
    const above = foldersAbove(path).slice(0, 2)
    const foreign = above.findIndex((folder) => notOurs.has(folder.slice(folder.indexOf('/') + 1)))
    return foreign === -1 ? above : above.slice(0, foreign)
  })
  return new Map(
    Array.from(groups, ([folder, inside]) => [folder, inside.map((path) => path.slice(folder.length + 1))]),
  )
}

/** What others wrote, and what only looks like a site. */
const notOurs: ReadonlySet<string> = new Set(['node_modules', 'vendor', 'test', 'tests', 'fixtures'])

/** The terms that a text states, as markdown; undefined where it names no license for texts. */
export function termsIn(text: string): string | undefined {
  const [, parts = '', version = '4.0'] = patterns.map((one) => one.exec(text)).find(Boolean) ?? []
  if (parts !== '') return creativeCommons(parts, version)
  if (/\bCC0\b|publicdomain\/zero\/1\.0/i.test(text))
    return '[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/)'
  return /\ball rights reserved\b/i.test(text) ? 'All rights reserved.' : undefined
}

/** By address, by short name, by full name. */
const patterns = [
  /creativecommons\.org\/licenses\/(by(?:-nc)?(?:-nd|-sa)?)\/(\d\.\d)/i,
  /\bCC[ -]?(BY(?:[ -]NC)?(?:[ -](?:ND|SA))?)(?![ -]?\w*[A-Za-z])[ -]?v?(\d\.\d)?/i,
  /\b(Attribution(?:[ -]Non-?Commercial)?(?:[ -](?:No-?Deriv\w+|Share-?Alike))?)[ -](\d\.\d)/i,
  /^(by(?:-nc)?(?:-nd|-sa)?)$/i,
]

function creativeCommons(parts: string, version: string): string {
  const code = parts
    .toLowerCase()
    .replace('attribution', 'by')
    .replace(/non-?commercial/, 'nc')
    .replace(/no-?deriv\w+/, 'nd')
    .replace(/share-?alike/, 'sa')
    .replaceAll(' ', '-')
  const name = `CC ${code.toUpperCase()} ${version}`
  return `[${name}](https://creativecommons.org/licenses/${code}/${version}/)`
}

/** What settings say under a key for it, wherever it is in them; and what a program assigns to one. */
export function termsInSettings({ text, values }: SettingsFile): string | undefined {
  const written =
    values === null
      ? Array.from(withoutComments(text).matchAll(assigned), ([, value = '']) => value)
      : valuesIn(values)
  return written.map(termsIn).find((terms) => terms !== undefined)
}

const withoutComments = (script: string) => script.replace(/^\s*(?:#|\/\/).*$/gm, '')
const aboutTerms = /licen[cs]e|copyright|rights|creative_?commons/i
const assigned = /^.*(?:licen[cs]e|copyright|rights)\w*["']?\s*[:=]([\s\S]{0,400})/gim

function valuesIn(values: Plain, isAbout = false): string[] {
  if (typeof values === 'string') return isAbout ? [values] : []
  if (Array.isArray(values)) return values.flatMap((one: Plain) => valuesIn(one, isAbout))
  return Object.entries(isGroup(values) ? values : {}).flatMap(([key, value]) =>
    valuesIn(value, isAbout || aboutTerms.test(key)),
  )
}

/** Files that state the terms of the texts. A license of code names none of those above, but for the words that reserve rights. */
export const licenseFiles =
  /^(?:(?:content|docs|_posts|posts|blog|src)\/)?LICEN[CS]E(?:[-_.]\w+)*$|^(?:_includes|layouts\/(?:_?partials|_default)|templates|_layouts)\/(?:[\w-]+\/)?[\w-]*footer[\w-]*\.\w+$/i

export function termsInFile({ text }: Pick<SettingsFile, 'text'>): string | undefined {
  const terms = termsIn(text)
  return terms?.startsWith('[') ? terms : undefined
}

/** The terms that most posts name, if none names others. */
export function termsOfPosts(named: readonly (string | undefined)[]): string | undefined {
  const terms = named.flatMap((one) => (one === undefined ? [] : (termsIn(one) ?? '')))
  const [first, ...others] = new Set(terms)
  return others.length === 0 && terms.length * 2 > named.length ? first || undefined : undefined
}

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
      const slug = slugify(key)
      if (slug !== '' && !spelt.has(slug)) spelt.set(slug, entry)
    }
  return (key) => {
    const plain = key.replace(/^@/, '')
    const entry = exact.get(plain) ?? spelt.get(slugify(plain))
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
