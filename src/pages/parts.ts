import { type Day, format } from '../words/format.ts'
import type { Words } from '../words/words.ts'
import { type Html, html, type Piece } from './html.ts'

export interface Link {
  readonly label: string
  readonly href: string
}

/** A link to a page of the archive, by its service path. */
export interface PageLink {
  readonly label: string
  readonly path: string
}

/** Returns the request path of a service path. */
export type Href = (path: string) => string

export const link = ({ label, href }: Link): Html => html`<a href="${href}">${withCode(label)}</a>`

/** Renders backticks in a title as code. */
export function withCode(title: string): Html {
  const parts = title.split(/`([^`\s](?:[^`]*[^`\s])?)`/)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

export const timeElement = ({ iso, text }: Day): Html => html`<time datetime="${iso}">${text}</time>`

export interface Picture {
  readonly href: string
  readonly alt: string
  /** In pixels, to prevent layout shift. */
  readonly size?: { readonly width: number; readonly height: number } | undefined
  /** Resized versions. */
  readonly choice?: { readonly srcset: string; readonly sizes: string } | undefined
}

/** Loads the main image first, and images further down lazily. */
export function imageElement({ href, alt, size, choice }: Picture, when?: 'first' | 'lazy'): Html {
  const loading = { first: html` fetchpriority="high"`, lazy: html` loading="lazy"` }
  const sides = size && html` width="${size.width}" height="${size.height}"`
  const srcset = choice && html` srcset="${choice.srcset}" sizes="${choice.sizes}"`
  return html`<img src="${href}" alt="${alt}"${when && loading[when]}${sides}${srcset}>`
}

/** Joins facts, and skips empty ones. The style hides the dot of a fact that begins a line. */
export function factLine(...pieces: readonly Piece[]): Html {
  const dot = html`<span class="dot"> · </span>`
  const known = pieces.filter(Boolean)
  return html`${known.map((piece, at) => html`<span class="fact">${at > 0 && dot}${piece}</span>`)}`
}

export interface Name {
  readonly label: string
  /** The author's page, if any. */
  readonly href: string | undefined
}

/** `bdi` keeps a name's direction from affecting the text around it. */
export function authorName({ label, href }: Name): Html {
  const name = html`<bdi>${label}</bdi>`
  return href === undefined ? name : html`<a href="${href}" rel="author">${name}</a>`
}

/** The first authors of a post in a list; none if the archive has only one author. */
export interface ShortByline {
  readonly names: readonly PageLink[]
  readonly isCut: boolean
}

export function shortBylineOf({ names, isCut }: ShortByline, href: Href, words: Words): Html | null {
  const links = names.map(({ label, path }) => authorName({ label, href: href(path) }))
  return links.length === 0 ? null : joinPieces(isCut ? [...links, '…'] : links, words)
}

/** A post where it is listed. */
export interface PostSummary extends PageLink {
  readonly summary: string
  readonly series: SeriesPart | null
  readonly tags: readonly PageLink[]
  readonly byline: ShortByline
  /** The day of publication. */
  readonly day: Day | null
  readonly minutes: number
  readonly image: Picture | null
}

/** A post's place in its series. `label` has name and number. */
export interface SeriesPart extends PageLink {
  readonly name: string
  readonly number: number
}

/** Joins HTML as the language joins names. */
export function joinPieces(pieces: readonly Piece[], { and: { between, last } }: Words): Html {
  const separator = (at: number) => at > 0 && (at === pieces.length - 1 ? last : between)
  return html`${pieces.map((piece, at) => [separator(at), piece])}`
}

export const readingTime = (minutes: number, words: Words): Html =>
  html`<span>${format(words.readingTime, { minutes })}</span>`

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** `dir="auto"` for text with right-to-left letters. */
export const autoDirection = (text: string): Html | null =>
  rightToLeftLetter.test(text) ? html` dir="auto"` : null

/** Isolates right-to-left words, and names that have some: without it, the day after one would be shown before it, back to front. */
export function isolated(text: string, names: readonly string[]): Html {
  if (!rightToLeftLetter.test(text)) return html`${text}`
  const mixed = names.filter((name) => rightToLeftLetter.test(name)).toSorted((a, b) => b.length - a.length)
  const escaped = mixed.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const word = `${rightToLeftLetter.source}+`
  // Split at a group, every second piece is isolated.
  const pieces = text.split(new RegExp(`(${[...escaped, `${word}(?: ${word})*`].join('|')})`))
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? html`<bdi>${piece}</bdi>` : piece))}`
}
