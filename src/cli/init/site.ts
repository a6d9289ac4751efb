import type { GeneratorName } from '../../content/generators.ts'
import type { Plain } from '../../content/locate.ts'
import { bytesOf, type ContentSource } from '../../content/source.ts'
import { decodeText } from '../../base/text-file.ts'
import { type AuthorEntry, authorFiles, authorsBelow, authorsIn } from './authors.ts'
import { at, isGroup, parsed, siteUrl, text } from './values.ts'
import { nameInPosts } from './variables.ts'

/** What a site says about itself in its generator's settings. */
export interface Site {
  readonly generator: GeneratorName
  readonly title?: string | undefined
  /** What its package is called, which is for those who install it. */
  readonly packageName?: string | undefined
  readonly description?: string | undefined
  readonly author?: string | undefined
  readonly baseUrl?: string | undefined
  readonly language?: string | undefined
  /** Patterns of addresses as the generator writes them, such as `/blog/:title/`. */
  readonly permalinks: readonly string[]
  /** Authors by the keys that posts name them with. */
  readonly authors: ReadonlyMap<string, AuthorEntry>
  /** Whole settings by the name that posts know them by, such as Jekyll's `site`. */
  readonly namedSettings: ReadonlyMap<string, Plain>
}

/** Settings that can be read without running them, in the order in which they are believed. */
const settingsFiles =
  /^(?:_(?:config|quarto)\.ya?ml|(?:config\/_default\/)?(?:hugo|config|languages(?:\.en)?)\.(?:toml|ya?ml|json)|(?:website\/)?docusaurus\.config\.\w+|(?:(?:docs|src)\/)?\.(?:vuepress|vitepress)\/config\.[cm]?[jt]s|astro\.config\.\w+|gatsby-config\.\w+|(?:src\/)?_data\/(?:metadata|site|meta)\.\w+|mkdocs\.ya?ml|pelicanconf\.py|package\.json)$/
export async function readSite(
  source: ContentSource,
  paths: readonly string[],
  generator: GeneratorName,
): Promise<Site> {
  const files = paths.filter((path) => settingsFiles.test(path)).sort((a, b) => trust(a) - trust(b))
  const found: Partial<Site>[] = []
  const permalinks: string[] = []
  const authors = new Map<string, AuthorEntry>()
  const namedSettings = new Map<string, Plain>()
  let packageName: string | undefined
  for (const path of files) {
    const written = await textOf(source, path)
    if (path.endsWith('.py')) found.push(inPython(written))
    else if (/\.(?:c|m)?[jt]sx?$/.test(path)) found.push(inScript(written))
    else {
      const settings = parsed(path, written)
      const name = nameInPosts(path, generator)
      if (name !== undefined) namedSettings.set(name, settings)
      if (path === 'package.json') packageName = text(settings, 'name')?.replace(/^@[^/]+\//, '')
      found.push(path === 'package.json' ? inPackage(settings) : inSettings(settings, path))
      permalinks.push(...permalinksIn(settings, generator))
      for (const [key, entry] of authorsBelow(at(settings, 'authors'))) authors.set(key, entry)
    }
  }
  // A host's file with nothing but the site's name in it.
  const host = paths.find((path) => /^(?:(?:static|public|docs)\/)?CNAME$/.test(path))
  if (host !== undefined) found.push({ baseUrl: siteUrl(`https://${(await textOf(source, host)).trim()}`) })
  for (const path of paths.filter((one) => authorFiles.test(one)))
    for (const [key, entry] of authorsIn(path, await textOf(source, path))) authors.set(key, entry)
  const first = (key: 'title' | 'description' | 'author' | 'baseUrl' | 'language') =>
    found.map((one) => one[key]).find((value) => value !== undefined && value !== '')
  const baseUrl = first('baseUrl')
  return {
    generator,
    title: first('title') ?? (baseUrl && new URL(baseUrl).host.replace(/^www\./, '')),
    packageName,
    description: first('description'),
    author: first('author'),
    baseUrl,
    language: first('language'),
    permalinks,
    authors,
    namedSettings,
  }
}

/** What is written for readers is believed first. */
function trust(path: string): number {
  return path === 'package.json' ? 2 : /languages/.test(path) ? 1 : 0
}

async function textOf(source: ContentSource, path: string): Promise<string> {
  return decodeText(path, bytesOf(await source.read(path))).value?.text ?? ''
}

/**
 * What a package is called and described as is for those who install it, and its home is often the page of its repository. An author may
 * come with an address.
 */
function inPackage(settings: Plain): Partial<Site> {
  const author = text(settings, 'author', 'author.name')?.replace(/\s*[<(].*$/, '')
  const home = text(settings, 'homepage')
  const isSite = home !== undefined && !/#|\/\/(?:www\.)?(?:github|gitlab|npmjs)\.com\//.test(home)
  return { author, baseUrl: isSite ? siteUrl(home) : undefined }
}

function inSettings(settings: Plain, path: string): Partial<Site> {
  const url = text(settings, 'url', 'baseURL', 'baseurl', 'base_url', 'site_url', 'website.site-url')
  const below = path.startsWith('_config') ? (text(settings, 'baseurl') ?? '') : ''
  return {
    title: text(settings, 'title', 'name', 'site_name', 'website.title', 'languages.en.title', 'en.title'),
    description: text(
      settings,
      'description',
      'tagline',
      'params.description',
      'extra.description',
      'subtitle',
      'site_description',
      'website.description',
    )?.replace(/<[^>]*>/g, ''),
    author: text(
      settings,
      'author',
      'author.name',
      'params.author',
      'params.author.name',
      'extra.author',
      'site_author',
    ),
    baseUrl: siteUrl(url !== undefined && url !== below ? url + below : url),
    language: tag(
      text(
        settings,
        'lang',
        'languageCode',
        'locale',
        'defaultContentLanguage',
        'default_language',
        'language',
      ),
    ),
  }
}

/** A module is not run: what it says in so many words is taken. */
function inScript(script: string): Partial<Site> {
  const said = (...keys: readonly string[]) =>
    keys
      .map((key) => new RegExp(`\\b${key}["']?\\s*:\\s*(["'\`])([^"'\`$\\n]+)\\1`).exec(script)?.[2])
      .find((value) => value !== undefined)
  // `site: preview || 'https://…'`
  const [, , fallback] =
    /\b(?:siteUrl|site|url)\s*:[^,\n]*(?:\|\||\?\?)\s*(["'`])(https?:[^"'`$\n]+)\1/.exec(script) ?? []
  const [, author] = /\bauthor\s*:\s*(?:\{\s*name\s*:\s*)?["'`]([^"'`$\n]+)["'`]/.exec(script) ?? []
  return {
    title: said('title'),
    description: said('description', 'tagline'),
    author,
    baseUrl: siteUrl(said('siteUrl', 'site', 'url') ?? fallback),
    language: tag(said('language', 'lang', 'defaultLocale')),
  }
}

/** The same for Pelican’s settings. */
function inPython(script: string): Partial<Site> {
  const said = (name: string) => new RegExp(`^${name}\\s*=\\s*u?(["'])([^"'\\n]+)\\1`, 'm').exec(script)?.[2]
  return {
    title: said('SITENAME'),
    description: said('SITESUBTITLE'),
    author: said('AUTHOR'),
    baseUrl: siteUrl(said('SITEURL')),
    language: tag(said('DEFAULT_LANG')),
  }
}

/** Where Jekyll, Hexo and Hugo say how addresses are made: for posts, or for each section. */
function permalinksIn(settings: Plain, generator: GeneratorName): string[] {
  if (generator === 'jekyll') {
    const defaults = at(settings, 'defaults')
    const scoped = (Array.isArray(defaults) ? defaults : [])
      .filter((one) => ['posts', '', undefined].includes(text(one, 'scope.type')))
      .flatMap((one) => text(one, 'values.permalink') ?? [])
    return [
      text(settings, 'collections.posts.permalink') ?? scoped[0] ?? text(settings, 'permalink') ?? [],
    ].flat()
  }
  if (generator === 'hexo') return [text(settings, 'permalink') ?? []].flat()
  if (generator !== 'hugo') return []
  const groups = [at(settings, 'permalinks'), at(settings, 'permalinks.page')]
  return groups.flatMap((group) =>
    Object.entries(isGroup(group) ? group : {}).flatMap(([section, pattern]) =>
      typeof pattern === 'string'
        ? [pattern.replaceAll(':sections', section).replaceAll(':section', section)]
        : [],
    ),
  )
}

function tag(language: string | undefined): string | undefined {
  const written = language?.replaceAll('_', '-')
  return written !== undefined && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(written) ? written : undefined
}
