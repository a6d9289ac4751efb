import frontMatterKeys from './fields.json' with { type: 'json' }
import type { Syntax, SyntaxName } from './syntaxes/translator.ts'

/**
 * A static site generator: where its posts are, what their front matter means, and what they contain besides markdown.
 * Omitted rules are those of a plain folder, and archive.yaml overrides any. docs/LIBRARY.md has an example.
 */
export interface Generator {
  /** Value of `generator` in archive.yaml. */
  readonly name: string
  /** Display name. */
  readonly title: string
  /** Files that identify a site: each pattern must match one. */
  readonly detect: readonly RegExp[]
  readonly layout: LayoutRules
  readonly fields: FieldRules
  readonly addresses: AddressRules
  /** By name, or as functions that turn one into markdown. */
  readonly syntaxes: readonly Syntax[]
  /** What `citable init` reads from a site's settings. */
  readonly settings?: SettingsRules
}

export interface LayoutRules {
  /** Globs for posts. The first list that matches anything is used. */
  readonly posts: readonly (readonly string[])[]
  readonly pages?: readonly string[]
  /** Folders to look up URLs such as /img/x.png in. */
  readonly files: readonly string[]
  /** The same in a theme, matched against the path of a file. */
  readonly themeFiles?: RegExp
  /** Files in the folders of posts that it ignores by their name. */
  readonly ignored?: RegExp
  /** Further extensions of posts, if they have front matter. */
  readonly endings?: readonly ('html' | 'txt')[]
  /** Index files of page bundles. The first group is the folder; everything in it belongs to the page. */
  readonly bundles?: RegExp
  /** Dot files and folders that are part of a site. */
  readonly dotNames?: readonly string[]
  /** Folder of posts for `init`. Defaults to a folder with a usual name, or the start of addresses. */
  readonly postFolder?: RegExp
  /** Shape of a new post if the site has no post to follow. */
  readonly newPost?: {
    /** File name without extension. Defaults to `{slug}`. */
    readonly file?: string
    /** Defaults to `draft: true`. */
    readonly draft?: readonly [key: string, value: string]
  }
}

/** What a status in front matter means for a post: public, only for those who have its address, or not published. */
export const visibilities = ['publish', 'unlisted', 'hold'] as const
export type Visibility = (typeof visibilities)[number]

type KeysWithValues = Readonly<Record<string, readonly string[]>>

export interface FieldRules {
  /** Its own keys, by Citable's names. */
  readonly names?: OwnNames
  /** Spaces separate tags in a string, unless the key is singular. */
  readonly spacedTags?: true
  /** Its templates usually print titles unescaped, so they are HTML. */
  readonly htmlTitles?: true
  /** Its own values of `status`. */
  readonly statuses?: Readonly<Record<string, Visibility>>
  /** Keys and values that keep a post out of lists, besides `unlisted: true`. */
  readonly unlisted?: KeysWithValues
  /** Keys and values that keep a post off the site, besides `draft: true`. */
  readonly unpublished?: KeysWithValues
  /** Publishes future posts by default. */
  readonly showsFuture?: true
  /**
   * Time zone for all dates, whatever offset is written. `site`: the site's; if none is set, it is the build machine's,
   * usually UTC, and URLs may have either day.
   */
  readonly zone?: 'UTC' | 'site'
  /** YAML timestamps without an offset are UTC, although dates are in the site's time zone. */
  readonly bareTimes?: 'UTC'
}

export interface AddressRules {
  /** Default URLs of posts, with parts such as `{year}` and `{slug}`. Citations follow the first. */
  readonly posts?: readonly string[]
  /** Feeds of the generator or its recommended plug-ins. */
  readonly feeds?: readonly string[]
  /** Paths of tag lists (`{tag}`) and of numbered pages (`{n}`), below each folder of posts. */
  readonly tags?: readonly string[]
  readonly pages?: readonly string[]
  /** Start of a path that is not part of the URL. Defaults to the base of the posts' glob. */
  readonly root?: RegExp
  /** Files whose URL is their path, whatever their front matter or the site's code says. */
  readonly routedFiles?: RegExp
  /** End of a path, without extension, that takes its name from its folder. */
  readonly indexFile?: RegExp
  /** How it spells names in URLs. Defaults to the file name. */
  readonly spell?: (path: string, slugify: (name: string) => string) => string
  /** Start of a file name that is not part of the URL. */
  readonly namePrefix?: RegExp
  /** Aliases without a leading slash are relative to the folder of the page's URL. */
  readonly relativeAliases?: true
  /** The first group has the folders that are categories of the post. */
  readonly categoryFolders?: RegExp
  /** The site's own code decides URLs, no settings: its files. The first group is a route with `[parameters]`. */
  readonly code?: RegExp
  /** Without this word in that code, or in the settings of another generator, the default URLs hold. */
  readonly setBy?: RegExp
  /** Rewrites generator-specific links to plain ones. */
  readonly link?: (href: string) => string
}

export interface SettingsRules {
  /** By precedence. They are never executed. */
  readonly files: readonly RegExp[]
  /** Its names for usual settings; a dot leads into a group. */
  readonly keys?: SettingsKeys
  /** Reads one of the files, instead of or besides common names and `keys`. */
  readonly read?: (file: SettingsFile) => SiteSettings
  /** Path prefixes of author data. */
  readonly authorFolders?: RegExp
  /** Name of a settings file in templates; undefined if it has none. */
  readonly nameInPosts?: (path: string) => string | undefined
}

export type SettingsKeys = Readonly<
  Partial<Record<'title' | 'description' | 'author' | 'url' | 'language' | 'future' | 'ignored', string[]>>
>

/** Parsed front matter or settings. Scalars stay text, even `true` and `2024`: the key decides the type. */
export type Plain = string | null | readonly Plain[] | { readonly [key: string]: Plain }

export interface SettingsFile {
  readonly path: string
  readonly text: string
  /** Parsed YAML, TOML or JSON; null for code. */
  readonly values: Plain
}

/** Settings read from a site. */
export interface SiteSettings {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly author?: string | undefined
  readonly baseUrl?: string | undefined
  readonly language?: string | undefined
  /** IANA name, for generators with the site's time zone. */
  readonly timeZone?: string | undefined
  /** Whether future posts are published. */
  readonly future?: boolean | undefined
  /** Globs for posts. */
  readonly posts?: readonly string[] | undefined
  /** Files that the site leaves out by their path. */
  readonly ignored?: readonly (string | RegExp)[] | undefined
  readonly syntaxes?: readonly SyntaxName[] | undefined
  /** Folders of files, or their paths by folder. */
  readonly files?: readonly (string | Readonly<Record<string, string>>)[] | undefined
  /** Post URLs on the old site. */
  readonly addresses?: Addresses | undefined
  /** The same by section, the first folder below the root of addresses; undefined for the default. */
  readonly addressesIn?: ((section: string) => Addresses | undefined) | undefined
}

/** URL patterns, and placeholders without an equivalent. */
export interface Addresses {
  readonly patterns: readonly string[]
  readonly lost: readonly string[]
}

export const markdown = '*.{md,markdown,mdx}'
export const markdownOrHtml = '*.{md,markdown,mdx,html}'

/** Usual names of folders with posts. */
export const sectionNames = ['posts', 'post', 'blog', 'articles', 'news', 'writing', 'notes'] as const
export const sections = `{${sectionNames.join(',')}}`

/** One feed for the site and one per section. */
export const sectionFeeds = ['/index.xml', ...sectionNames.map((name) => `/${name}/index.xml`)]

export const postsFolder = /^.*\b_posts(?=\/)/

/** What front matter can say of a post. Spelled out, because published types cannot refer to JSON. */
export type FieldName =
  | 'title'
  | 'published'
  | 'modified'
  | 'summary'
  | 'authors'
  | 'tags'
  | 'categories'
  | 'slug'
  | 'oldAddresses'
  | 'draft'
  | 'status'
  | 'unlisted'
  | 'shownFrom'
  | 'expires'
  | 'featured'
  | 'image'
  | 'imageAlt'
  | 'canonical'
  | 'redirect'
  | 'series'
  | 'seriesNumber'
  | 'changes'

export type OwnNames = Partial<Readonly<Record<FieldName, readonly string[]>>>

/** Usual front matter keys. The first with a value wins; case does not matter. A dot leads into a group. */
export const fieldNames = Object.fromEntries(
  Object.entries(frontMatterKeys satisfies Record<FieldName, string>).map(([name, keys]) => [
    name,
    keys === '' ? [] : keys.split(' '),
  ]),
) as unknown as Readonly<Record<FieldName, readonly string[]>>
