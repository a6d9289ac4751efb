import type { Syntax } from './syntaxes/translator.ts'

/** Parsed front matter or settings. Scalars stay text, even `true` and `2024`: the key decides the type. */
export type Plain = string | null | readonly Plain[] | { readonly [key: string]: Plain }

/** What a status in front matter means for a post: public, only for those who have its address, or not published. */
export const visibilities = ['publish', 'unlisted', 'hold'] as const
export type Visibility = (typeof visibilities)[number]

/** Describes a static site generator. Omitted members are those of a plain folder; archive.yaml overrides any. */
export interface Generator {
  /** Value of `generator` in archive.yaml. */
  readonly name: string
  /** Display name. */
  readonly title: string

  /** Files that identify it: each pattern must match one. The first match in the registry wins. */
  readonly markerFiles: readonly RegExp[]
  /** Dot files and folders that are part of a site. */
  readonly dotNames?: readonly string[]

  /** Globs for posts. The first list that matches anything is used. */
  readonly posts: readonly (readonly string[])[]
  readonly pages?: readonly string[]
  /** Folders to look up URLs such as /img/x.png in. */
  readonly files: readonly string[]
  /** The same in a theme, matched against the path of a file. */
  readonly themeFiles?: RegExp
  /** Files in the folders of posts that it ignores by their name. */
  readonly ignoredFiles?: RegExp
  /** Further extensions of posts, if they have front matter. */
  readonly otherEndings?: readonly ('html' | 'txt')[]
  /** Index files of page bundles. The first group is the folder; everything in it belongs to the page. */
  readonly bundles?: RegExp
  /** Folder of posts for `init`. Defaults to a folder with a usual name, or `contentRoot`. */
  readonly postFolder?: RegExp

  /** Its own front matter keys. */
  readonly fields?: OwnNames
  /** Spaces separate tags in a string, unless the key is singular. */
  readonly spacedTags?: true
  /** Its templates usually print titles unescaped, so they are HTML. */
  readonly htmlTitles?: true
  /** Keys and values that keep a post out of lists, besides `unlisted: true`. */
  readonly unlisted?: Readonly<Record<string, readonly string[]>>
  /** Its own values of `status`. */
  readonly statuses?: Readonly<Record<string, Visibility>>
  /** Keys and values that keep a post off the site, besides `draft: true`. */
  readonly unpublished?: Readonly<Record<string, readonly string[]>>
  /** Publishes future posts by default. */
  readonly showsFuture?: true

  /** Paths of tag lists (`{tag}`) and of numbered pages (`{n}`), below each folder of posts. */
  readonly oldTags?: readonly string[]
  readonly oldPages?: readonly string[]
  /** Default post URLs. */
  readonly oldUrls?: readonly string[]
  /** Feeds of the generator or its recommended plug-ins. */
  readonly oldFeeds?: readonly string[]
  /** Prefix of a path that is not part of the URL. Defaults to the base of the posts' glob. */
  readonly contentRoot?: RegExp
  /** Files whose URL is their path, whatever their front matter or the site's code says. */
  readonly fileRoutes?: RegExp
  /** End of a path, without extension, that takes its name from its folder. */
  readonly indexFile?: RegExp
  /** How it spells names in URLs. Defaults to the file name. */
  readonly spelling?: 'lower' | 'slug' | 'trimmed'
  /** Start of a file name that is not part of the URL. */
  readonly namePrefix?: RegExp
  /** Aliases without a leading slash are relative to the folder of the page's URL. */
  readonly relativeAliases?: true
  /**
   * Dates are in the site's time zone, whatever offset is written. If none is set, it is the build machine's, usually
   * UTC, and URLs may have either day.
   */
  readonly ownTimeZone?: true
  /** Time zone for all dates, whatever offset is written. */
  readonly timeZone?: 'UTC'
  /** YAML timestamps without an offset are UTC, although dates are in the site's time zone. */
  readonly bareTimes?: 'UTC'
  /** The first group has the folders that are categories of the post. */
  readonly categoryFolders?: RegExp
  /** The site's own code decides URLs; no settings describe them. */
  readonly programmedAddresses?: true
  /** The files of that code. The first group is a route with `[parameters]`. */
  readonly routeFiles?: RegExp
  /** Without this word in them, or in the settings files of another generator, the default URLs hold. */
  readonly routeWord?: RegExp

  /** Syntaxes in posts besides markdown; `mdx` if it reads all markdown as MDX, `jsx` if a site may. */
  readonly syntaxes?: readonly Syntax[]
  /** Files where a post named in a tag or link may be, with `{name}`. */
  readonly namedPosts?: readonly string[]
  /** Rewrites generator-specific links to plain ones. */
  plainLink?(href: string): string

  /** Its settings files, by precedence. They are never executed. */
  readonly settingsFiles?: readonly RegExp[]
  /** Reads one of them. Defaults to common key names. */
  readSettings?(file: SettingsFile): SiteSettings
  /** Path prefixes of author data. */
  readonly authorFolders?: RegExp
  /** Name of a settings file in templates; undefined if it has none. */
  nameInPosts?(path: string): string | undefined

  /** Shape of a new post if the site has no post to follow. */
  readonly newPost?: {
    /** File name without extension. Defaults to `{slug}`. */
    readonly file?: string
    /** Defaults to `draft: true`. */
    readonly draft?: readonly [key: string, value: string]
  }
}

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
  /** IANA name, for generators with `ownTimeZone`. */
  readonly timeZone?: string | undefined
  /** Whether future posts are published. */
  readonly future?: boolean | undefined
  /** Globs for posts. */
  readonly posts?: readonly string[] | undefined
  /** Files that the site leaves out by their path. */
  readonly ignored?: readonly (string | RegExp)[] | undefined
  readonly syntaxes?: readonly Syntax[] | undefined
  /** Folders of files, or their paths by folder. */
  readonly files?: readonly (string | Readonly<Record<string, string>>)[] | undefined
  /** Post URLs on the old site. */
  readonly addresses?: Addresses | undefined
  /** The same by section, the first folder below `contentRoot`; undefined for the default. */
  readonly addressesIn?: ((section: string) => Addresses | undefined) | undefined
}

/** URL patterns in the form of `oldUrls`, and placeholders without an equivalent. */
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
export const postsByName = ['_posts/{name}.md', '_posts/{name}.markdown']

const names = (list: string): readonly string[] => list.split(/\s+/)

/** Front matter keys by Citable's field names. The first with a value wins; case does not matter. A dot leads into a group. */
export const fieldNames = {
  title: names('title'),
  published:
    names(`published publish date.created date pubDate publishDate publish_date pub_date datePublished
    date_published publishedAt published_at publishedOn published_on publishedTime published_time created
    created_at createdAt isPublished public`),
  modified: names(`modified updated date.updated lastmod last_modified_at last_modified lastModified
    last_updated lastUpdated updatedDate updatedAt updated_at updateDate dateModified date_modified
    modified_time modifiedDate revised`),
  summary: names(`summary description excerpt spoiler subtitle tldr abstract dek standfirst blurb
    metaDescription meta_description`),
  authors: names('authors author byline by author_name authorName writer writers'),
  tags: names('tags tag topics topic keywords categories category labels'),
  /** The tags that become part of URLs. */
  categories: names('categories category'),
  slug: names('slug'),
  oldAddresses: names(`permalink path url aliases alias redirect_from redirectFrom redirects old_urls
    oldUrls oldUrl`),
  draft: names('draft isDraft unpublished private isPrivate'),
  status: names('status visibility privacy'),
  unlisted: names('unlisted hidden'),
  /** The first day a post is shown, if later than its date. */
  shownFrom: [] as readonly string[],
  /** The day from which a post is no longer shown. */
  expires: [] as readonly string[],
  /** Shown at the top of the home page. */
  featured: names('featured pinned sticky'),
  image: names(`image images cover banner coverImage cover_image heroImage hero_image hero featured_image
    featuredImage thumbnail socialImage social_image socialImg ogImage og_image twitterImage twitter_image
    twitterImg resources.cover`),
  imageAlt: names('imageAlt image_alt coverAlt cover_alt coverImageAlt heroImageAlt bannerAlt alt'),
  canonical: names('canonical canonical_url canonicalUrl canonicalLink original_url originalUrl'),
  /** Where a page without text leads. */
  redirect: names('redirect redirect_to redirectTo redirect_url redirectUrl'),
  series: names('series'),
  seriesNumber: names('seriesNumber series_number seriesOrder series_order part'),
  changes: names('changes'),
}

export type FieldName = keyof typeof fieldNames

export type OwnNames = Partial<Readonly<Record<FieldName, readonly string[]>>>
