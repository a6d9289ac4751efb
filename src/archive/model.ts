import type { PageHook } from '../base/hooks.ts'
import type { TextFile } from '../base/text-file.ts'
import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { OwnFields, SourceDocument } from '../content/read.ts'
import type { SearchText } from '../markdown/units.ts'
import type { Author } from './authors.ts'
import type { List } from './lists.ts'
import type { OldAddress } from './old-addresses.ts'
import type { Urls } from './urls.ts'

/** A post or page before its body is read: what it is called, and where it will be. */
export interface PlannedDocument {
  readonly kind: 'post' | 'page'
  readonly source: SourceDocument
  /** Of a page, its name in its address. */
  readonly id: string
  /** Service path of its page. */
  readonly path: string
  readonly oldAddresses: readonly OldAddress[]
  /** It answers at its path, and nothing of the archive leads to it. */
  readonly isUnlisted: boolean
}

export interface PlannedPost extends PlannedDocument {
  /** Where its original is, on a site that keeps it. */
  readonly originalPath?: string | undefined
  /** Nothing of the file's name can be part of an address. */
  readonly isMadeUp: boolean
  /** YYYY-MM-DD */
  readonly datePublished: string | null
  readonly tags: readonly string[]
  readonly authors: readonly [Author, ...Author[]]
  readonly series: string
  readonly seriesLabel: string
  readonly seriesNumber: number
}

/** What a post has from its plan. */
type Planned = Pick<
  PlannedPost,
  'id' | 'isUnlisted' | 'datePublished' | 'tags' | 'authors' | 'series' | 'seriesLabel' | 'seriesNumber'
>

/** Anything that has an HTML page and a markdown twin. */
export interface Document {
  /** Service path of the HTML page. */
  readonly path: string
  readonly title: string
  readonly summary: string
  /** ISO 8601 date-time of the last change, where one is known. */
  readonly changedAt: string | null
  /** The body, with every link absolute. */
  readonly markdown: string
  /** The same body as HTML, with links as paths. Addresses are slots: `shownHtml` and `feedHtml` fill them. */
  readonly html: string
}

/** A document whose body is markdown. */
export interface Page extends Document {
  readonly headings: readonly OutlineHeading[]
}

/** A heading of a body, for a table of contents. */
export interface OutlineHeading {
  /** The fragment that addresses it. */
  readonly id: string
  readonly text: string
  /** From 1 to 6. */
  readonly level: number
}

export interface Post extends Page, Planned {
  /** Where it is cited: its own address, or that of the original elsewhere. */
  readonly url: string
  /** Whether its author wrote the summary, which else is taken from the body. */
  readonly hasOwnSummary: boolean
  /** To read it. */
  readonly minutes: number
  readonly dateModified: string | null
  /** The day of that, as its author counts days. */
  readonly dayModified: string | null
  /** What the last change was, if its author says. */
  readonly changes: string | null
  readonly image: Image | null
  /** Whether its author wants it at the top of the home page. */
  readonly isFeatured: boolean
  readonly wordCount: number
  readonly searchText: SearchText
  /** As the program that compiles declares them. */
  readonly ownFields?: OwnFields | undefined
  /** Of the body, if it is in a cache. */
  readonly digest?: string | undefined
}

/** The picture that stands for a post. */
export interface Image {
  /** Absolute. */
  readonly url: string
  /** As a page refers to it. */
  readonly href: string
  readonly alt: string
  /** When it is a file of the archive whose size can be read. */
  readonly size?: Size | undefined
  /** When there are smaller ones: all of them with their widths, and how wide it is shown, both as HTML has it. */
  readonly choice?: { readonly srcset: string; readonly sizes: string } | undefined
}

export interface Archive {
  readonly settings: ArchiveSettings
  readonly look: Look
  readonly urls: Urls
  /** Names of series, with the label of each. */
  readonly series: ReadonlyMap<string, string>
  /** What every id matches. */
  readonly idPattern: string
  readonly pageHook?: PageHook | undefined
  /** The JSON Schema of the posts' own fields. */
  readonly ownFields?: OwnFields | undefined
  /** Newest first. */
  readonly posts: readonly Post[]
  /** The publisher's own pages, by path. */
  readonly pages: readonly Page[]
  /** What answers at its address and is in no list, feed, sitemap or search: whatever goes through all posts or pages leaves it out. */
  readonly unlisted: { readonly posts: readonly Post[]; readonly pages: readonly Page[] }
  /** Pictures of authors, by their names. */
  readonly portraits: ReadonlyMap<string, Image>
  /** The files that posts and pages refer to. */
  readonly assets: readonly Asset[]
  /** From old addresses to paths, both as the service is asked for them. */
  readonly redirects: ReadonlyMap<string, string>
  /** Every tag in use, sorted. */
  readonly tags: readonly string[]
  /** The last change of anything in it; the only time that appears in any output. */
  readonly changedAt: string | null
  /** The years, series, tags and authors, each with everything below it. */
  readonly lists: readonly List<Post>[]
  /** What front matter did not say and was found out otherwise, for each post. */
  readonly derived: readonly Derived[]
}

/** A file that is published as it is, but for what an SVG could run or load. */
export interface Asset {
  /** Its own address, for links and for all that is read away from a page. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Of a picture. */
  readonly size: Size | undefined
  /** What pages load, the whole file first; none of a file that is only linked to. */
  readonly versions: readonly Version[]
}

/** Bytes at an address that is theirs for ever, because it is named after them. */
export interface Version {
  readonly path: string
  readonly bytes: Uint8Array
  /** Of a picture that was made smaller, in pixels. */
  readonly width?: number
}

/** What front matter did not say about a post, and where it was taken from. */
export interface Derived {
  /** The post's file. */
  readonly path: string
  readonly from: readonly string[]
  /** Keys of its front matter that mean nothing here. */
  readonly ignored: number
}

export function newestChange(documents: readonly Pick<Document, 'changedAt'>[]): string | null {
  return documents.reduce<string | null>(
    (latest, { changedAt }) => ((changedAt ?? '') > (latest ?? '') ? changedAt : latest),
    null,
  )
}

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A file that is published, as it was read. */
export interface ReadFile {
  readonly file: UsedFile
  readonly bytes: Uint8Array
}

/** A file that is published, and what for. */
export interface UsedFile extends PublishedFile {
  /** A page loads it; all others are only linked to. */
  readonly isLoaded: boolean
  /** Where a post or page shows or plays it. */
  readonly shownIn?: { readonly file: TextFile; readonly offset: number }
}

/** Which file of the folder an address leads to, and where it is published. */
export interface PublishedFile {
  /** In the folder. */
  readonly source: string
  readonly path: string
}

/** A file as a text refers to it. */
export interface ReferredFile extends PublishedFile {
  /** Where the text shows or plays it, as an offset in its own file; undefined where it only links to it. */
  readonly shownAt: number | undefined
}

/** How pages look, as far as the publisher says. Hrefs are paths. */
export interface Look {
  readonly accent: string | undefined
  readonly logo: string | undefined
  readonly logoDark: string | undefined
  readonly favicon: string | undefined
  /** The service path of one picture for all pages; false for none, and undefined for those that are drawn. */
  readonly card: string | false | undefined
  readonly stylesheet: string | undefined
  readonly fonts: Readonly<Record<FontUse, Font | undefined>>
  /** HTML for the head of every page, and for the end of every post. */
  readonly head: string
  readonly foot: string
}

/** A file, or the names of fonts that a reader may have. */
export interface Font {
  readonly href: string | undefined
  readonly names: string
}

type FontUse = keyof Required<ArchiveSettings['look']['fonts']>

/** An archive before the files that it refers to are read. */
export interface BuiltArchive extends Omit<Archive, 'assets' | 'lists'> {
  readonly lists: readonly List<PlannedPost>[]
  readonly files: readonly UsedFile[]
}
