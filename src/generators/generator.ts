import type { Syntax } from '../markdown/translate/source.ts'

/** A scalar is its text, `true` and `2024` too: the key decides what it means. An empty one and `~` are null. */
export type Plain = string | null | readonly Plain[] | { readonly [key: string]: Plain }

/** All that Citable knows of a static site generator, unless archive.yaml says otherwise. What is left out is as in a plain folder. */
export interface Generator {
  /** As archive.yaml has it. */
  readonly name: string
  /** As people write it. */
  readonly title: string

  /** Files in the root that tell it apart; a site is of the first generator of the registry of which every pattern matches one. */
  readonly signs: readonly RegExp[]
  /** Names that begin with a dot and are not hidden all the same. */
  readonly dotNames?: readonly string[]

  /** Where posts are, as globs; the first of the lists that matches anything is meant. */
  readonly posts: readonly (readonly string[])[]
  readonly pages?: readonly string[]
  /** Folders that addresses such as /img/x.png lead into. */
  readonly files: readonly string[]
  /** The same of a theme, by the path of a file in it. */
  readonly themeFiles?: RegExp
  /** Endings besides those of markdown that a post may have, if it has front matter. */
  readonly otherEndings?: readonly ('html' | 'txt')[]
  /** The files that make one page of their folder, which is the first group, and of whatever else is in it or below. */
  readonly bundles?: RegExp
  /** The folder that `init` names for a post; without it, one that is called like a place for posts, else `contentRoot`. */
  readonly postFolder?: RegExp

  /** Names in front matter that no other generator has. */
  readonly fields?: OwnNames
  /** Tags in one text are separated by spaces, unless their key is in the singular. */
  readonly spacedTags?: true
  /** Keys that keep a post out of every list, besides `unlisted: true`, each with the values that do so. */
  readonly unlisted?: Readonly<Record<string, readonly string[]>>
  /** Keys of the first day on which it shows a post, where that is not its date, and of the one from which it does not. */
  readonly shown?: { readonly from: string; readonly until: string }
  /** It publishes posts of days to come, unless its settings say otherwise. */
  readonly showsFuture?: true

  /** Where it listed the posts of a `{tag}`, and the pages of a list by their number `{n}`, below each folder that it had posts in. */
  readonly oldTags?: readonly string[]
  readonly oldPages?: readonly string[]
  /** Where it published a post by default. */
  readonly oldUrls?: readonly string[]
  /** Where it, or what its documentation recommends for it, published a feed. */
  readonly oldFeeds?: readonly string[]
  /** What it takes from a path before it makes an address of the rest; without it, the folder that the posts' glob begins in. */
  readonly contentRoot?: RegExp
  /** The end of a path, without its ending, that is named by its folder. */
  readonly indexFile?: RegExp
  /** How it spells names in addresses, when not as the files have them. */
  readonly spelling?: 'lower' | 'slug' | 'trimmed'
  /** An alias without a slash in front is below the folder of the page's own address. */
  readonly relativeAliases?: true
  /** The day is that of the site's own time zone, whatever zone the date is written in; where nothing sets one, an address may have either. */
  readonly ownTimeZone?: true
  /** The zone whose day it shows for every moment, whatever zone that is written in. */
  readonly timeZone?: 'UTC'
  /** A timestamp of YAML without an offset is a time of UTC, though the day is that of the site's own time zone. */
  readonly bareTimes?: 'UTC'
  /** Folders that are categories of the post, as the first group. */
  readonly categoryFolders?: RegExp
  /** A program of the site makes its addresses, and no settings tell of them. */
  readonly programmedAddresses?: true

  /** What posts may hold besides markdown. */
  readonly syntaxes?: readonly Syntax[]
  /** The files that a post may be in whose name a tag or a link gives, with `{name}` for it. */
  readonly namedPosts?: readonly string[]
  /** A link in a notation of its own, as others would write it. */
  plainLink?(href: string): string

  /** Its settings, in the order in which they are believed. Nothing is run: what is written out is taken. */
  readonly settingsFiles?: readonly RegExp[]
  /** What one of them says; without it, what the names in most settings say. */
  readSettings?(file: SettingsFile): SiteSettings
  /** The folders that tell who its authors are, as the beginning of a path. */
  readonly authorFolders?: RegExp
  /** The name that posts know such a file by; undefined where they do not. */
  nameInPosts?(path: string): string | undefined

  /** How a new post looks where there is none to follow. */
  readonly newPost?: {
    /** The file's name without its ending; `{slug}` by default. */
    readonly file?: string
    readonly notation?: 'yaml' | 'comment'
    readonly dateKey?: string
    /** Key and value; `draft: true` by default. */
    readonly draft?: readonly [key: string, value: string]
  }
}

export interface SettingsFile {
  readonly path: string
  readonly text: string
  /** Of YAML, TOML and JSON; null for programs. */
  readonly values: Plain
}

/** What a site says of itself. */
export interface SiteSettings {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly author?: string | undefined
  readonly baseUrl?: string | undefined
  readonly language?: string | undefined
  /** Where `ownTimeZone` is true of the generator, that zone, as IANA calls it. */
  readonly timeZone?: string | undefined
  /** Whether posts of days to come are published. */
  readonly future?: boolean | undefined
  /** Where posts are, as globs. */
  readonly posts?: readonly string[] | undefined
  /** Where posts were. */
  readonly addresses?: Addresses | undefined
}

/** Patterns of addresses as `oldUrls` has them, and the placeholders that have no counterpart. */
export interface Addresses {
  readonly patterns: readonly string[]
  readonly lost: readonly string[]
}

export const markdown = '*.{md,markdown,mdx}'
export const orHtml = '*.{md,markdown,mdx,html}'

/** What folders of posts are called. */
export const sectionNames = ['posts', 'post', 'blog', 'articles', 'news', 'writing', 'notes'] as const
export const sections = `{${sectionNames.join(',')}}`

/** A feed of the site, and one of each section. */
export const feedsOfSections = ['/index.xml', ...sectionNames.map((name) => `/${name}/index.xml`)]

/** The folder `_posts`, wherever it is. */
export const postsFolder = /^.*\b_posts(?=\/)/
export const namedInPosts = ['_posts/{name}.md', '_posts/{name}.markdown']

const names = (list: string): readonly string[] => list.split(/\s+/)

/**
 * Front matter keys by Citable's names: those that generators, themes and people use. The first with a value counts; letter case does not.
 * A dot leads into a group.
 */
export const fieldNames = {
  title: names('title'),
  published: names(`published date.created date pubDate publishDate publish_date pub_date datePublished
    date_published publishedAt published_at publishedOn published_on publishedTime published_time created
    created_at createdAt`),
  modified: names(`modified updated date.updated lastmod last_modified_at last_modified lastModified
    last_updated lastUpdated updatedDate updatedAt updated_at updateDate dateModified date_modified
    modified_time modifiedDate revised`),
  summary: names(`summary description excerpt spoiler subtitle tldr abstract dek standfirst blurb
    metaDescription meta_description`),
  authors: names('authors author byline by author_name authorName writer writers'),
  tags: names('tags tag topics topic keywords categories category labels'),
  /** Of the tags, those that generators make addresses of. */
  categories: names('categories category'),
  slug: names('slug'),
  oldAddresses: names(`permalink path url aliases alias redirect_from redirectFrom redirects old_urls
    oldUrls oldUrl`),
  draft: names('draft isDraft unpublished status'),
  unlisted: names('unlisted hidden'),
  /** At the top of the home page. */
  featured: names('featured pinned sticky'),
  image: names(`image images cover banner coverImage cover_image heroImage hero_image hero featured_image
    featuredImage thumbnail socialImage social_image socialImg ogImage og_image twitterImage twitter_image
    twitterImg resources.cover`),
  imageAlt: names('imageAlt image_alt coverAlt cover_alt coverImageAlt heroImageAlt bannerAlt alt'),
  canonical: names('canonical canonical_url canonicalUrl canonicalLink original_url originalUrl'),
  series: names('series'),
  seriesNumber: names('seriesNumber series_number seriesOrder series_order part'),
  changes: names('changes'),
}

export type FieldName = keyof typeof fieldNames

export type OwnNames = Partial<Readonly<Record<FieldName, readonly string[]>>>
