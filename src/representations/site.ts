import { srcsetOf, versionHref } from '../archive/files/assets.ts'
import { hasFeed, leaves, tagPath } from '../archive/lists.ts'
import type { Archive, Asset, Image, Page, Post, Version } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { digest } from '../base/digest.ts'
import { embeds } from '../base/embeds.ts'
import { versionPath } from '../base/paths.ts'
import type { Picture } from '../pages/parts.ts'
import { type Day, day, format } from '../words/format.ts'
import { type Words, wordsOf } from '../words/words.ts'
import { mediaTypeOf } from './media-types.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** What the place of publication adds to an archive. */
export interface Services {
  /** Searches in the browser, where there is no server. */
  readonly engine?: { readonly script: string; readonly head: string } | undefined
  /** The absolute URL of the MCP endpoint, if there is one. */
  readonly mcpUrl?: string | undefined
  /** Runs a search, for the examples in the documentation. */
  readonly exampleSearch?: ((words: string) => string) | undefined
}

/** An archive, and the facts about it that all representations share. */
export interface Site extends Archive, Services {
  /** In the archive's language, or in English. */
  readonly words: Words
  /** The publisher's description, or else only the size of the archive. */
  readonly about: string
  /** The URL of the terms, if the publisher has stated any. */
  readonly licenseUrl: string | undefined
  readonly hasFeeds: boolean
  /** Published files, by the path used in markdown. */
  readonly fileAt: ReadonlyMap<string, Asset>
  /** Posts and pages that have only a URL, and ask crawlers not to index them. */
  readonly hidden: ReadonlySet<unknown>
  /** Empty if the archive has only one author. */
  readonly authorPages: ReadonlySet<string>
  /** Tags that say nothing, because all of several posts have them. Pages do not show them. */
  readonly commonTags: ReadonlySet<string>
  /** The image of shared links to pages and posts without their own. */
  readonly image: Preview | undefined
  /** Headers of every page. */
  readonly pageHeaders: readonly string[]
}

/** Each fact depends on the archive and its services only. */
export function makeSite(archive: Archive, services: Services): Site {
  const { settings, urls, lists, posts, unlisted, assets, look } = archive
  const { title, description, terms } = settings
  const words = wordsOf(settings.language)
  const authors = leaves(lists.filter(({ kind }) => kind === 'authors'))
  const fileAt = new Map(assets.map((asset) => [urls.path(asset.path), asset]))
  const card = look.card === undefined ? undefined : { url: urls.url(look.card), href: urls.path(look.card) }
  return {
    ...archive,
    ...services,
    words,
    about: description ?? `${title}: ${format(words.posts, { count: posts.length }, words)}.`,
    licenseUrl: terms === undefined ? undefined : urls.url(servicePaths.privacy),
    hasFeeds: hasFeed(lists),
    fileAt,
    hidden: new Set<Post | Page>([...unlisted.posts, ...unlisted.pages]),
    authorPages: new Set(authors.map(({ path }) => path)),
    commonTags: new Set(
      posts.length > 1 ? posts[0]?.tags.filter((tag) => posts.every(({ tags }) => tags.includes(tag))) : [],
    ),
    image: card && previewOf({ ...card, alt: title }, fileAt),
    pageHeaders: pageHeaders(archive),
  }
}

/**
 * Pages may load images and media, the archive's own script and inline styles, and send its search form. Publishers can add hosts for
 * their own HTML, scripts of their config, and embedded players.
 */
function pageHeaders({ settings, scriptSources = [] }: Archive): readonly string[] {
  const { look, embeds: players } = settings
  const hosts = look.hosts.map((host) => ` ${host}`).join('')
  const sources = [...new Set(["'self'", ...look.hosts, ...scriptSources])]
  const frames = players.map((name) => ` ${new URL(embeds[name].frame('')).origin}`).join('')
  const policy = [
    "default-src 'none'",
    `script-src ${sources.join(' ')}`,
    `connect-src ${sources.filter((source) => !source.startsWith("'sha256-")).join(' ')}`,
    `style-src 'self' 'unsafe-inline'${hosts}`,
    "img-src 'self' https: data:",
    `font-src 'self'${hosts}`,
    "media-src 'self' https:",
    ...(hosts + frames === '' ? [] : [`frame-src${frames}${hosts}`]),
    "base-uri 'none'",
    `form-action 'self'${hosts}`,
    "frame-ancestors 'none'",
  ]
  return [
    ...['Content-Security-Policy', policy.join('; ')],
    ...['Cross-Origin-Opener-Policy', 'same-origin'],
    ...['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()'],
  ]
}

/** The image of a shared link. */
export interface Preview {
  readonly url: string
  readonly alt: string
  readonly type: string | undefined
  readonly size: Asset['size']
}

/** Returns the post's own image, or the site's. */
export const postImage = ({ image }: Post, site: Site): Preview | undefined =>
  image ? previewOf(image, site.fileAt) : site.image

function previewOf({ url, href, alt }: Image, fileAt: Site['fileAt']): Preview {
  const type = mediaTypeOf(new URL(url).pathname)
  return { url, alt, type: type.startsWith('image/') ? type : undefined, size: fileAt.get(href)?.size }
}

/** Returns an image as pages show it: in its current version, with its size against layout shift. */
export function pagePicture({ href, alt }: Image, { fileAt, urls }: Site): Picture {
  const asset = fileAt.get(href)
  const choice = asset && srcsetOf(asset, urls)
  return { href: versionHref(href, fileAt, urls), alt, size: asset?.size, choice }
}

/** Returns the publisher's terms, or a statement that there are none: in English for programs, in the page's language for readers. */
export const termsMarkdown = ({ settings }: Archive, { pages }: Words = wordsOf('en')): string =>
  settings.terms ?? pages.noTerms

/** Returns the tags that tell a post from others. */
export const shownTags = ({ tags }: Post, { commonTags }: Site) =>
  tags.filter((tag) => !commonTags.has(tag)).map((tag) => ({ label: tag, path: tagPath(tag) }))

/** Returns the day of publication in the archive's language. */
export function dayOf({ datePublished }: Pick<Post, 'datePublished'>, { words }: Site): Day | null {
  return datePublished === null ? null : day(datePublished, words)
}

export interface PublishedText {
  readonly path: string
  readonly text: string
  /** Identifies the text without loading it. */
  readonly digest?: string | undefined
}

/** A text file at a path that names its content. */
export function textVersion(path: string, text: string): Version {
  const bytes = encodeUtf8(text)
  return { path: versionPath(digest(bytes), path), bytes }
}
