import type { PageHook } from '../base/hooks.ts'
import type { TextFile } from '../base/text-file.ts'
import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { OwnFields, SourceDocument } from '../content/document.ts'
import type { SearchText } from '../markdown/units.ts'
import type { Theme } from '../pages/theme.ts'
import type { Byline } from './authors.ts'
import type { List } from './lists.ts'
import type { OldAddress } from './old-addresses.ts'
import type { Urls } from './urls.ts'

/** A post or page before its body is parsed: its identity and addresses. */
export interface PlannedDocument {
  readonly kind: 'post' | 'page'
  readonly source: SourceDocument
  /** A page's id is its name in the URL. */
  readonly id: string
  /** Without a date, for a title. */
  readonly fileName: string
  /** Service path of the HTML page. */
  readonly path: string
  readonly oldAddresses: readonly OldAddress[]
  /** Published, but in no list, feed, sitemap or search. */
  readonly isUnlisted: boolean
}

export interface PlannedPost extends PlannedDocument, Byline {
  /** Path on the original site, with `originals`. */
  readonly originalPath?: string | undefined
  /** The file name gives no slug, so the id is a hash. */
  readonly hasHashId: boolean
  /** YYYY-MM-DD */
  readonly datePublished: string | null
  readonly tags: readonly string[]
  readonly series: string
  readonly seriesLabel: string
  readonly seriesNumber: number
}

/** Anything with an HTML page and a markdown twin. */
export interface Document extends Shown {
  /** Service path of the HTML page. */
  readonly path: string
  readonly title: string
  readonly summary: string
  /** ISO 8601 date-time of the last change, if known. */
  readonly changedAt: string | null
}

/** A body as readers get it. */
export interface Shown {
  /** With absolute links, so that quotes work anywhere. */
  readonly markdown: string
  /** Addresses are paths in slots, which `bodyHtml` and `feedHtml` fill. */
  readonly html: string
}

/** What a post keeps of its body. */
export interface BodyText {
  /** The rendered text. It may be in a cache: a large archive does not fit in memory twice. */
  readonly shown: () => Shown
  readonly searchText: SearchText
  readonly headings: readonly OutlineHeading[]
  /** Digest of the HTML and markdown, if cached. */
  readonly digest?: string | undefined
}

/** In words, and the markdown in UTF-16 code units. */
export type BodyLength = Readonly<Record<'wordCount' | 'length', number>>

export interface Page extends Document, Pick<BodyText, 'headings' | 'digest'> {}

/** A heading in the table of contents. Its id is the URL fragment. */
export type OutlineHeading = { readonly id: string; readonly text: string; readonly level: number }

export interface Post extends Page, PostFacts, BodyText {
  /** Everything but the body. */
  readonly facts: PostFacts
}

/**
 * A post that loads its text when it is used; a spread of it has none. A class, because each object literal with a getter has its own hidden
 * class in V8, and what reads ten thousand of those takes many times as long.
 */
class ParsedPost {
  readonly facts: PostFacts
  readonly shown: () => Shown

  constructor({ headings, searchText, digest, shown }: BodyText, facts: PostFacts) {
    this.facts = facts
    this.shown = shown
    Object.assign(this, { headings, searchText, digest }, facts)
  }

  get markdown(): string {
    return this.shown().markdown
  }

  get html(): string {
    return this.shown().html
  }
}

export const withFacts = (body: BodyText, facts: PostFacts): Post => new ParsedPost(body, facts) as Post

/** Everything about a post but its body. */
export interface PostFacts
  extends Pick<Document, 'path' | 'title' | 'summary' | 'changedAt'>,
    BodyLength,
    Pick<
      PlannedPost,
      'id' | 'isUnlisted' | 'datePublished' | 'tags' | 'authors' | 'series' | 'seriesLabel' | 'seriesNumber'
    > {
  /** The URL to cite: its own, or the original's. */
  readonly url: string
  /** False if the summary comes from the body. */
  readonly hasOwnSummary: boolean
  /** Reading time. */
  readonly minutes: number
  readonly dateModified: string | null
  /** The day of `dateModified` in the author's time zone. */
  readonly dayModified: string | null
  /** The author's note on the last change. */
  readonly changes: string | null
  readonly image: Image | null
  /** Pinned to the top of the home page. */
  readonly isFeatured: boolean
  /** Extra front matter fields, as declared in the compile options. */
  readonly ownFields?: OwnFields | undefined
}

/** A post's cover image or an author's portrait. */
export interface Image {
  /** Absolute. */
  readonly url: string
  /** Stable path or URL; pages load a version of a file. */
  readonly href: string
  readonly alt: string
}

export interface Archive {
  readonly settings: ArchiveSettings
  readonly look: Look
  readonly urls: Urls
  /** Label by name. */
  readonly series: ReadonlyMap<string, string>
  /** A pattern that every id matches. */
  readonly idPattern: string
  readonly pageHook?: PageHook | undefined
  /** The functions of the caller's theme. */
  readonly ownTheme?: Partial<Theme> | undefined
  /** Hashes and origins of the publisher's scripts, for the policy of pages. */
  readonly scriptSources?: readonly string[]
  /** JSON Schema of the posts' extra fields. */
  readonly ownFields?: OwnFields | undefined
  /** Newest first. */
  readonly posts: readonly Post[]
  /** The publisher's text on the home page. */
  readonly homeText: Page | undefined
  readonly homeLists: ArchiveSettings['look']['home']
  /** The publisher's own pages. */
  readonly pages: readonly Page[]
  /** Published, but in no list, feed, sitemap or search. */
  readonly unlisted: { readonly posts: readonly Post[]; readonly pages: readonly Page[] }
  /** Author portraits by name. */
  readonly portraits: ReadonlyMap<string, Image>
  /** Files that posts and pages use. */
  readonly assets: readonly Asset[]
  /** Request path of an old address → current request path. */
  readonly redirects: ReadonlyMap<string, string>
  /** Every tag in use, sorted. */
  readonly tags: readonly string[]
  /** The last change of any post or page; the only timestamp in any output. */
  readonly changedAt: string | null
  /** Years, series, tags and authors, as trees. */
  readonly lists: readonly List<Post>[]
}

/** A published file. SVGs are sanitized; all others are unchanged. */
export interface Asset {
  /** The stable path, for links, feeds and exports. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Of an image. */
  readonly size: Size | undefined
  /** What pages load, full size first. Empty if the file is only linked to. */
  readonly versions: readonly Version[]
}

/** A file at a path that contains its digest, so it can be cached forever. */
export interface Version {
  readonly path: string
  readonly bytes: Uint8Array
  /** Width of a resized image, in pixels. */
  readonly width?: number
}

export function newestChange(documents: readonly Pick<Document, 'changedAt'>[]): string | null {
  return documents.reduce<string | null>(
    (latest, { changedAt }) => ((changedAt ?? '') > (latest ?? '') ? changedAt : latest),
    null,
  )
}

/** In pixels. */
export type Size = Readonly<Record<'width' | 'height', number>>

export type ReadFile = { readonly file: UsedFile; readonly bytes: Uint8Array }

/** A file of the content folder and its published path. */
export type PublishedFile = Readonly<Record<'source' | 'path', string>>

export interface UsedFile extends PublishedFile {
  /** False if it is only linked to. */
  readonly isLoaded: boolean
  /** Where a post or page embeds it. */
  readonly shownIn?: { readonly file: TextFile; readonly offset: number }
}

/** A file that a body refers to. */
export interface ReferredFile extends PublishedFile {
  /** Offset where the body embeds it; undefined if the body only links to it. */
  readonly shownAt: number | undefined
}

/** Appearance settings. Hrefs are stable request paths; pages load their versions. */
export interface Look {
  readonly accent: string | undefined
  readonly logo: string | undefined
  readonly logoDark: string | undefined
  readonly favicon: string | undefined
  /** Service path of the preview image of pages and posts without one. */
  readonly card: string | undefined
  readonly stylesheet: string | undefined
  readonly fonts: Readonly<Record<keyof ArchiveSettings['look']['fonts'], Font | undefined>>
  /** HTML for the head of every page, and the end of every post. */
  readonly head: string
  readonly foot: string
}

/** A font file, or a CSS list of installed fonts. */
export type Font = { readonly href: string | undefined; readonly names: string }
