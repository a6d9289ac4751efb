import type { Day, Words } from '../words/words.ts'
import { type Html, html, type Piece } from './html.ts'

export interface Link {
  readonly label: string
  readonly href: string
}

export function link({ label, href }: Link): Html {
  return html`<a href="${href}">${withCode(label)}</a>`
}

/** What authors put between backquotes in a title, as in their text. */
export function withCode(title: string): Html {
  const parts = title.split(/`([^`\s](?:[^`]*[^`\s])?)`/)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

export function time({ iso, text }: Day): Html {
  return html`<time datetime="${iso}">${text}</time>`
}

export interface Picture {
  readonly href: string
  readonly alt: string
  /** In pixels, so that nothing moves when it is there. */
  readonly size?: { readonly width: number; readonly height: number } | undefined
  /** What a browser may choose from instead, and how wide it is shown. */
  readonly choice?: { readonly srcset: string; readonly sizes: string } | undefined
}

/** The largest thing that a reader sees at once comes before all else, and what is further down when it is near. */
export function picture({ href, alt, size, choice }: Picture, when?: 'first' | 'lazy'): Html {
  const loading = when && (when === 'first' ? html` fetchpriority="high"` : html` loading="lazy"`)
  return html`<img src="${href}" alt="${alt}"${loading}${size && html` width="${size.width}" height="${size.height}"`}${choice && html` srcset="${choice.srcset}" sizes="${choice.sizes}"`}>`
}

/** Facts in a row, those that there are. */
export function facts(...pieces: readonly Piece[]): Html | null {
  const known = pieces.filter(Boolean)
  return known.length === 0 ? null : html`${known.map((piece, at) => [at > 0 && ' · ', piece])}`
}

export interface Name {
  readonly label: string
  /** Of their page, where they have one. */
  readonly href: string | undefined
}

/** Names run in their own direction, and in no other do they change the order of what is around them. */
export function byline(names: readonly Name[], words: Words, isCut = false): Html | null {
  if (names.length === 0) return null
  const shown = names.map(({ label, href }) => {
    const name = html`<bdi>${label}</bdi>`
    return href === undefined ? name : html`<a href="${href}" rel="author">${name}</a>`
  })
  return listed(isCut ? [...shown, '…'] : shown, words)
}

/** As its language lists them, whatever they are. */
export function listed(pieces: readonly Piece[], words: Words): Html {
  const parts = words.and(pieces.map((_, at) => slotFor(at))).split(slot)
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : pieces[Number(part)]))}`
}

const slotFor = (at: number) => `\u0000${at}\u0000`
// biome-ignore lint/suspicious/noControlCharactersInRegex: a mark that no text has.
const slot = /\u0000(\d+)\u0000/

export function readingTime(minutes: number, words: Words): Html {
  return html`<span>${words.readingTime(minutes)}</span>`
}

/** For text that may run the other way than the page: its first letter decides, if any of them does. */
export function directed(text: string): Html | null {
  return rightToLeft.test(text) ? html` dir="auto"` : null
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
