import { decodeText, TextFile } from '../../base/text-file.ts'
import { readJsValues } from '../../content/js-values.ts'
import type { ParsedValue, Plain } from '../../content/locate.ts'
import { bytesOf, type ContentSource } from '../../content/source.ts'
import { readToml } from '../../content/toml.ts'
import { readYaml } from '../../content/yaml.ts'
import type { Generator, SettingsFile, SiteSettings } from '../../generators/generator.ts'
import { at, isGroup, readSettings, siteUrl, text } from '../../generators/settings.ts'

/** What a site says about itself in its generator's settings. */
export interface InitSite extends SiteSettings {
  /** What its package is called, which is for those who install it. */
  readonly packageName?: string | undefined
  /** Authors by the keys that posts name them with. */
  readonly authors: ReadonlyMap<string, AuthorEntry>
  /** Whole settings by the name that posts know them by. */
  readonly namedSettings: ReadonlyMap<string, Plain>
}

/** Who is meant by the keys that posts name their authors with. */
export interface AuthorEntry {
  readonly name: string
  readonly url?: string | undefined
  readonly email?: string | undefined
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
  const people = await readAll(paths.filter((path) => authorFiles.test(path)))
  const found: SiteSettings[] = [
    ...files.map((file) => generator.readSettings?.(file) ?? readSettings(file)),
    ...(manifest ? [inPackage(manifest.values)] : []),
    ...(host ? [{ baseUrl: siteUrl(`https://${host.text.trim()}`) }] : []),
  ]
  const first = <K extends keyof SiteSettings>(key: K): SiteSettings[K] =>
    found.map((one) => one[key]).find((value) => value !== undefined && value !== '')
  const baseUrl = first('baseUrl')
  return {
    title: first('title') ?? (baseUrl && new URL(baseUrl).host.replace(/^www\./, '')),
    packageName: manifest && text(manifest.values, 'name')?.replace(/^@[^/]+\//, ''),
    description: first('description'),
    author: first('author'),
    baseUrl,
    language: first('language'),
    posts: first('posts'),
    addresses: first('addresses'),
    authors: new Map([
      ...files.flatMap(({ values }) => authorsBelow(at(values, 'authors'))),
      ...people.flatMap(authorsIn),
    ]),
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

/** The values of a file of settings, whatever is wrong with it; a program has none. */
function valuesOf(path: string, written: string): Plain {
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

const authorFiles =
  /^(?:(?:(?:docs|src)\/)?_?data\/(?:authors|people|team|members|contributors)\.(?:ya?ml|toml|json)|(?:website\/)?blog\/authors\.ya?ml|(?:src\/)?(?:data\/|lib\/|content\/|config\/)?authors\.[cm]?[jt]s)$/

function authorsIn({ path, text: written, values }: SettingsFile): [string, AuthorEntry][] {
  return (/\.[cm]?[jt]s$/.test(path) ? groupsIn(written) : [values]).flatMap(entriesIn)
}

/** Those that the settings of a site have among them. */
function authorsBelow(settings: Plain | undefined): [string, AuthorEntry][] {
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

/** What posts name between two braces, such as `{{ site.images }}`, with its value, if the settings have a text or a number for it. */
export function variablesUsed(
  texts: readonly string[],
  settings: ReadonlyMap<string, Plain>,
): Map<string, string> {
  const names = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(expression), ([, name = '']) => name)),
  )
  const found = new Map<string, string>()
  for (const name of [...names].filter((one) => !known.has(one)).sort()) {
    const dot = name.indexOf('.')
    const value = at(settings.get(name.slice(0, dot)) ?? null, name.slice(dot + 1))
    const isPlain = typeof value === 'number' || (typeof value === 'string' && !/\{[{%]/.test(value))
    if (isPlain) found.set(name, String(value).replace(/\s+/g, ' ').trim())
  }
  return found
}

const expression = /\{\{-?[ \t]*([A-Za-z_]\w*(?:\.[\w-]+)+)/g

/** The archive has its own values for these. */
const known: ReadonlySet<string> = new Set(['site.url', 'site.baseurl', 'site.title'])
