import type { Archive, Version } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { memoizeLast } from '../base/caches.ts'
import { digest } from '../base/digest.ts'
import { versionPath } from '../base/paths.ts'
import { feedStyle as feedSheet, printStyle, script } from '../pages/style.ts'
import { type PageWords, pageWordsOf, type Words, wordsOf } from '../words/words.ts'

/** An archive, and what will answer for it where it is published. */
export interface Published extends Archive {
  /** What searches it in the page itself, for people alone, where no server does. */
  readonly engine?: BrowserEngine
  /** Where its MCP endpoint is, absolute; undefined where none answers, and then nothing names one. */
  readonly mcpUrl?: string
  /** What its search answers; for the documentation of it. */
  readonly exampleSearch?: (words: string) => string
}

/** Paths of a script and of what it begins with, and all that may be loaded then. */
export interface BrowserEngine {
  readonly script: string
  readonly head: string
  readonly files: readonly Version[]
}

/** The publisher's terms, or that there are none: in English for programs, and for readers in the words of their page. */
export function termsMarkdown({ settings }: Archive, { noTerms }: PageWords = pageWordsOf('en')): string {
  return settings.terms ?? noTerms
}

/** Where the terms are that something is granted under; undefined where the publisher has stated none. */
export function licenseUrl({ settings, urls }: Archive): string | undefined {
  return settings.terms === undefined ? undefined : urls.url(servicePaths.privacy)
}

/** What the terms are called: how they begin, up to the first sign, or what their first link is called. */
export function licenseName(terms: string): string {
  const [, linked, opening = ''] = /^(?:\[([^\]\n]+)\]|([^,.;:\n]+))/.exec(terms) ?? []
  return (linked ?? opening).trim().slice(0, 80) || 'Terms of use'
}

type Spoken = Pick<Archive, 'settings'>

/** The language of the interface, as far as there are words for it. */
export function wordsFor({ settings }: Spoken): Words {
  return wordsOf(settings.language)
}

/** What the pages say that every archive has. */
export function pageWordsFor({ settings }: Spoken): PageWords {
  return pageWordsOf(settings.language)
}

/** What every page loads. A page asks for the bytes that it was made with, whatever a cache still has. */
export const pageFiles = {
  script: version('/citable.js', script),
  printStyle: version('/citable-print.css', printStyle),
} as const

/** A feed tells a reader who opens it in a browser what it is for. */
export const feedStyle = memoizeLast((archive: Archive): Version => {
  const { aboutFeed, direction } = wordsFor(archive)
  // A string of JSON is one of CSS as long as it needs no escape.
  const about = `feed::before{content:${JSON.stringify(aboutFeed)}}feed{direction:${direction}}`
  return version('/citable-feed.css', feedSheet + about)
})

function version(path: string, text: string): Version {
  const bytes = new TextEncoder().encode(text)
  return { path: versionPath(digest(bytes), path), bytes }
}
