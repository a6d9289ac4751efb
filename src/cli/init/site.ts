import { decodeText, TextFile } from '../../base/text-file.ts'
import { isPlaceholder, readByline } from '../../content/bylines.ts'
import { decodeTextEntities } from '../../content/facts.ts'
import { readYaml } from '../../content/yaml.ts'
import type { SourceDocument } from '../../content/document.ts'
import { readMatter } from '../../content/matter.ts'
import { settingsPath } from '../../content/settings.ts'
import type { ContentSource } from '../../content/source.ts'
import { readToml } from '../../content/toml.ts'
import type { Generator, Plain, SettingsFile, SiteSettings } from '../../generators/generator.ts'
import { authorFilesIn, isGroup, siteSettings, siteUrl, text, valueAt } from '../../generators/settings.ts'
import { type AuthorEntry, authorFinder } from './authors.ts'
import { bytesOf } from '../../base/utf8.ts'

/** What a site says of itself. */
export interface InitSite extends SiteSettings {
  /** Of all files. */
  readonly ignored: readonly (string | RegExp)[]
  /** Name in package.json. */
  readonly packageName: string | undefined
  /** Default author. `default` is a common key for one. */
  readonly publisher: Omit<AuthorEntry, 'place'> | undefined
  /** License, in markdown. */
  readonly terms: string | undefined
  /** Everybody whom a key may mean. */
  authorsCalled(key: string): readonly AuthorEntry[]
  /** Settings by their name in templates. */
  readonly namedSettings: ReadonlyMap<string, Plain>
}

/** Settings keys that hold authors by key. */
const authorGroups = ['authors', 'params.authors', 'extra.authors']

/** Files that may name a license for texts. Code licenses match none of the patterns above. */
const licenseFiles = [
  /^(?:(?:content|docs|_posts|posts|blog|src)\/)?LICEN[CS]E(?:[-_.]\w+)*$/i,
  /^(?:_includes|layouts\/(?:_?partials|_default)|templates|_layouts)\/(?:[\w-]+\/)?[\w-]*footer[\w-]*\.\w+$/i,
]

export async function readSite(
  source: ContentSource,
  paths: readonly string[],
  generator: Generator,
): Promise<InitSite> {
  const matching = (...patterns: RegExp[]) =>
    readAll(patterns.flatMap((pattern) => paths.filter((path) => pattern.test(path))))
  const files = await matching(...(generator.settings?.files ?? []))
  const [manifest] = await matching(/^package\.json$/)
  // Contains only the domain.
  const [host] = await matching(/^(?:(?:static|public|docs)\/)?CNAME$/)
  const people = await readAll(authorFilesIn(paths, generator))
  const licenses = await matching(...licenseFiles)
  const found: SiteSettings[] = [
    ...files.map((file) => siteSettings(generator, file)),
    ...(manifest ? [packageSettings(manifest.values)] : []),
    ...(host ? [{ baseUrl: siteUrl(`https://${host.text.trim()}`) }] : []),
  ]
  const settings: SiteSettings = Object.assign({}, ...found.toReversed().map(withoutEmpty))
  const { author, baseUrl } = settings
  const groups = files.flatMap(({ values, ...file }) =>
    authorGroups.map((group) => ({ ...file, values: valueAt(values, group) ?? null })),
  )
  const authorsCalled = authorFinder([...groups.filter(({ values }) => isGroup(values)), ...people], paths)
  const authorNamed = (key: string) => {
    const [entry, ...others] = authorsCalled(key)
    return others.length === 0 ? entry : undefined
  }
  const [named] = author === undefined || isPlaceholder(author) ? [] : readByline(author, true).people
  return {
    ...settings,
    ignored: found.flatMap(({ ignored = [] }) => ignored),
    title: settings.title
      ? decodeTextEntities(settings.title, generator.fields.htmlTitles)
      : baseUrl && new URL(baseUrl).host.replace(/^www\./, ''),
    packageName: manifest && text(manifest.values, 'name')?.replace(/^@[^/]+\//, ''),
    publisher: (author === undefined ? undefined : (authorNamed(author) ?? named)) ?? authorNamed('default'),
    terms:
      files.map(termsInSettings).find((terms) => terms !== undefined) ??
      // “All rights reserved” there is about code.
      licenses.map(({ text }) => termsIn(text)).find((terms) => terms?.startsWith('[')),
    authorsCalled,
    namedSettings: new Map(
      files.flatMap(({ path, values }) => {
        const name = generator.settings?.nameInPosts?.(path)
        return name === undefined ? [] : [[name, values] as const]
      }),
    ),
  }

  async function readAll(wanted: readonly string[]): Promise<SettingsFile[]> {
    const texts = await readTexts(source, wanted)
    return texts.map(({ path, text }) => ({ path, text, values: valuesOf(path, text) }))
  }
}

/** A file that is not text counts as empty. */
export function readTexts(source: ContentSource, paths: readonly string[]) {
  return Promise.all(
    paths.map(async (path) => {
      const { value } = decodeText(path, bytesOf(await source.read(path)))
      return { path, text: value?.text ?? '' }
    }),
  )
}

function withoutEmpty(settings: SiteSettings): SiteSettings {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** Parses settings or front matter, ignoring errors; null for code. */
function valuesOf(path: string, written: string): Plain {
  const file = new TextFile(path, written)
  if (/\.(?:mdx?|markdown|html)$/.test(path)) return readMatter(file).value?.root.value ?? null
  if (!/\.(?:ya?ml|toml|json)$/.test(path)) return null
  return (path.endsWith('.toml') ? readToml : readYaml)(file, written, 0).value?.value ?? null
}

/** Ignores the package's name and description, which are for its users, and a homepage at its repository. */
function packageSettings(settings: Plain): SiteSettings {
  const author = text(settings, 'author', 'author.name')?.replace(/\s*[<(].*$/, '')
  const home = text(settings, 'homepage')
  const isSite = home !== undefined && !/#|\/\/(?:www\.)?(?:github|gitlab|npmjs)\.com\//.test(home)
  return { author, baseUrl: isSite ? siteUrl(home) : undefined }
}

/** `{{ site.name }}`, `{{< param "name" >}}` */
const expression = /\{\{-?[ \t]*([A-Za-z_]\w*(?:\.[\w-]+)+)|\{\{[<%]\s*param\s+["'`]?([\w.-]+)/g
/** Defined by the archive itself. */
const known: ReadonlySet<string> = new Set(['site.url', 'site.baseurl', 'site.title'])

/** Returns variables in posts, such as `{{ site.images }}`, that the settings define as text or numbers. */
export function variablesUsed(texts: readonly string[], settings: ReadonlyMap<string, Plain>) {
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

export function withSettings(source: ContentSource, text: string): ContentSource {
  return {
    list: async () => [...new Set([...(await source.list()), settingsPath])],
    read: async (path) => (path === settingsPath ? text : source.read(path)),
  }
}

/** URL, short name, full name, bare code. */
const patterns = [
  /creativecommons\.org\/licenses\/(by(?:-nc)?(?:-nd|-sa)?)\/(\d\.\d)/i,
  /\bCC[ -]?(BY(?:[ -]NC)?(?:[ -](?:ND|SA))?)(?![ -]?\w*[A-Za-z])[ -]?v?(\d\.\d)?/i,
  /\b(Attribution(?:[ -]Non-?Commercial)?(?:[ -](?:No-?Deriv\w+|Share-?Alike))?)[ -](\d\.\d)/i,
  /^(by(?:-nc)?(?:-nd|-sa)?)$/i,
]

/** Returns the license for texts that a text names, as markdown. */
export function termsIn(text: string): string | undefined {
  const [, parts = '', version = '4.0'] = patterns.map((one) => one.exec(text)).find(Boolean) ?? []
  if (parts !== '') return creativeCommons(parts, version)
  if (/\bCC0\b|publicdomain\/zero\/1\.0/i.test(text))
    return '[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/)'
  return /\ball rights reserved\b/i.test(text) ? 'All rights reserved.' : undefined
}

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

const commentLines = /^\s*(?:#|\/\/).*$/gm
const assigned = /^.*(?:licen[cs]e|copyright|rights)\w*["']?\s*[:=]([\s\S]{0,400})/gim

/** Reads license keys at any depth, and assignments in code. */
function termsInSettings({ text, values }: SettingsFile): string | undefined {
  const written =
    values === null
      ? Array.from(text.replace(commentLines, '').matchAll(assigned), ([, value = '']) => value)
      : valuesIn(values)
  return written.map(termsIn).find((terms) => terms !== undefined)
}

const aboutTerms = /licen[cs]e|copyright|rights|creative_?commons/i

function valuesIn(values: Plain, isAbout = false): string[] {
  if (typeof values === 'string') return isAbout ? [values] : []
  if (Array.isArray(values)) return values.flatMap((one: Plain) => valuesIn(one, isAbout))
  return Object.entries(isGroup(values) ? values : {}).flatMap(([key, value]) =>
    valuesIn(value, isAbout || aboutTerms.test(key)),
  )
}

/** Returns the license that most posts name, if they agree. */
export function termsOfPosts(posts: readonly SourceDocument[]): string | undefined {
  const terms = posts.flatMap(({ file }) => {
    const { value } = readMatter(file).value?.root.parts.get('license') ?? {}
    return typeof value === 'string' ? (termsIn(value) ?? '') : []
  })
  const [first, ...others] = new Set(terms)
  return others.length === 0 && terms.length * 2 > posts.length ? first || undefined : undefined
}
