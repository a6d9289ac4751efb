import { type Day, format, joinNames } from '../words/format.ts'
import type { Words } from '../words/words.ts'
import { type Html, html, type Piece } from './html.ts'

export interface Link {
  readonly label: string
  readonly href: string
}

export function link({ label, href }: Link): Html {
  return html`<a href="${href}">${withCode(label)}</a>`
}

/** Renders backticks in a title as code. */
export function withCode(title: string): Html {
  const parts = title.split(/`([^`\s](?:[^`]*[^`\s])?)`/)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

export function time({ iso, text }: Day): Html {
  return html`<time datetime="${iso}">${text}</time>`
}

export interface Image {
  readonly href: string
  readonly alt: string
  /** In pixels, to prevent layout shift. */
  readonly size?: { readonly width: number; readonly height: number } | undefined
  /** Resized versions. */
  readonly choice?: { readonly srcset: string; readonly sizes: string } | undefined
}

/** Loads the main image first, and images further down lazily. */
export function image({ href, alt, size, choice }: Image, when?: 'first' | 'lazy'): Html {
  const loading = when && (when === 'first' ? html` fetchpriority="high"` : html` loading="lazy"`)
  return html`<img src="${href}" alt="${alt}"${loading}${size && html` width="${size.width}" height="${size.height}"`}${choice && html` srcset="${choice.srcset}" sizes="${choice.sizes}"`}>`
}

/** Joins facts, and skips empty ones. The style hides the dot of a fact that begins a line. */
export function facts(...pieces: readonly Piece[]): Html | null {
  const known = pieces.filter(Boolean)
  if (known.length === 0) return null
  return html`${known.map((piece, at) => html`<span class="fact">${at > 0 && dot}${piece}</span>`)}`
}

/** The same for a row of a long list, where every byte counts hundreds of times. */
export function rowFacts(...pieces: readonly Piece[]): Html | null {
  const known = pieces.filter(Boolean)
  return known.length === 0 ? null : html`${known.map((piece, at) => [at > 0 && ' · ', piece])}`
}

const dot = html`<span class="dot"> · </span>`

export interface Name {
  readonly label: string
  /** The author's page, if any. */
  readonly href: string | undefined
}

/** `bdi` keeps a name's direction from affecting the text around it. */
export function byline(names: readonly Name[], words: Words, isCut = false): Html | null {
  if (names.length === 0) return null
  const shown = names.map(({ label, href }) => {
    const name = html`<bdi>${label}</bdi>`
    return href === undefined ? name : html`<a href="${href}" rel="author">${name}</a>`
  })
  return joinPieces(isCut ? [...shown, '…'] : shown, words)
}

/** Joins HTML as the language joins names. */
export function joinPieces(pieces: readonly Piece[], words: Words): Html {
  const parts = joinNames(
    pieces.map((_, at) => slotFor(at)),
    words,
  ).split(slot)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : pieces[Number(part)]))}`
}

const slotFor = (at: number) => `\u0000${at}\u0000`
// biome-ignore lint/suspicious/noControlCharactersInRegex: a mark that no text has.
const slot = /\u0000(\d+)\u0000/

export function readingTime(minutes: number, words: Words): Html {
  return html`<span>${format(words.readingTime, { minutes })}</span>`
}

/** `dir="auto"` for text with right-to-left letters. */
export function autoDirection(text: string): Html | null {
  return rightToLeft.test(text) ? html` dir="auto"` : null
}

/** Isolates right-to-left words, and names that have some: without it, the day after one would be shown before it, back to front. */
export function isolated(text: string, names: readonly string[]): Html {
  if (!rightToLeft.test(text)) return html`${text}`
  const mixed = names.filter((name) => rightToLeft.test(name)).toSorted((a, b) => b.length - a.length)
  const escaped = mixed.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const word = `${rightToLeft.source}+`
  // Split at a group, every second piece is isolated.
  const pieces = text.split(new RegExp(`(${[...escaped, `${word}(?: ${word})*`].join('|')})`))
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? html`<bdi>${piece}</bdi>` : html`${piece}`))}`
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
