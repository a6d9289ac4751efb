import type { Archive, Post, Version } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { memoizeLast } from '../base/caches.ts'
import { digest } from '../base/digest.ts'
import { versionPath } from '../base/paths.ts'
import type { Finder } from '../pages/plain.ts'
import { feedStyle as feedSheet, printStyle, script } from '../pages/style.ts'
import { type Day, day, format } from '../words/format.ts'
import { type Words, wordsOf } from '../words/words.ts'

/** An archive with the services of the place where it is published. */
export interface Published extends Archive {
  /** Searches in the browser, where there is no server. */
  readonly engine?: NonNullable<Finder['engine']>
  /** The absolute URL of the MCP endpoint, if there is one. */
  readonly mcpUrl?: string
  /** Runs a search, for the examples in the documentation. */
  readonly exampleSearch?: (words: string) => string
}

const unlistedIn = memoizeLast(
  ({ unlisted }: Archive) => new Set<unknown>([...unlisted.posts, ...unlisted.pages]),
)

/** Whether a post or page has only a URL, and asks crawlers not to index it. */
export function isHidden(subject: unknown, archive: Archive): boolean {
  return unlistedIn(archive).has(subject)
}

/** Returns the publisher's description, or else only the size of the archive. */
export function aboutOf(archive: Archive): string {
  const { title, description } = archive.settings
  const words = wordsFor(archive)
  return description ?? `${title}: ${format(words.posts, { count: archive.posts.length }, words)}.`
}

/** Returns the publisher's terms, or a statement that there are none: in English for programs, in the page's language for readers. */
export function termsMarkdown({ settings }: Archive, { pages }: Words = wordsOf('en')): string {
  return settings.terms ?? pages.noTerms
}

/** Returns the URL of the terms, if the publisher has stated any. */
export function licenseUrl({ settings, urls }: Archive): string | undefined {
  return settings.terms === undefined ? undefined : urls.url(servicePaths.privacy)
}

/** Names the terms by the text of a link at their start, or by their first words. */
export function licenseName(terms: string): string {
  const [, linked, opening = ''] = /^(?:\[([^\]\n]+)\]|([^,.;:\n]+))/.exec(terms) ?? []
  return (linked ?? opening).trim().slice(0, 80) || 'Terms of use'
}

/** Returns the interface strings in the archive's language, or in English. */
export function wordsFor({ settings }: Pick<Archive, 'settings'>): Words {
  return wordsOf(settings.language)
}

/** Returns the day of publication in the archive's language. */
export function dayOf({ datePublished }: Pick<Post, 'datePublished'>, archive: Archive): Day | null {
  return datePublished === null ? null : day(datePublished, wordsFor(archive))
}

/** Files that every page loads, at versioned paths. */
export const pageFiles = {
  script: versionOf('/citable.js', script),
  printStyle: versionOf('/citable-print.css', printStyle),
} as const

/** Explains the feed to a reader who opens it in a browser. */
export const feedStyle = memoizeLast((archive: Archive): Version => {
  const { aboutFeed, direction } = wordsFor(archive)
  // A JSON string without escapes is a valid CSS string.
  const about = `feed::before{content:${JSON.stringify(aboutFeed)}}feed{direction:${direction}}`
  return versionOf('/citable-feed.css', feedSheet + about)
})

/** A text file at a path that names its content. */
export function versionOf(path: string, text: string): Version {
  const bytes = new TextEncoder().encode(text)
  return { path: versionPath(digest(bytes), path), bytes }
}
