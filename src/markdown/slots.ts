/**
 * Every URL in a body's HTML is a slot: pages need versioned paths, and feeds absolute URLs. The delimiters are
 * noncharacters, so that no text can look like a slot.
 */
const slotMarks = /\uFDD0(\w+) ([^\uFDD1]*)\uFDD1/g
const reserved = /[\uFDD0\uFDD1]/g

/** Values are HTML-escaped. */
export type Slot =
  /** `link` is followed, `file` is loaded, `srcset` is a list of files. */
  | { readonly kind: 'link' | 'file' | 'srcset'; readonly value: string }
  /** At the end of an `img`, for attributes that depend on the file. */
  | ({ readonly kind: 'image' } & ImageSlot)

export type ImageSlot = Readonly<Record<'src' | 'width' | 'height', string>>

/** Returns an attribute value, as a slot if it is a URL. */
export function inSlot(name: string, value: string): string {
  if (!/^(?:href|cite|src|poster|srcset)$/.test(name)) return value
  const kind = name === 'srcset' ? name : name === 'href' || name === 'cite' ? 'link' : 'file'
  return `\uFDD0${kind} ${value}\uFDD1`
}

export const imageSlot = (picture: ImageSlot) => `\uFDD0image ${JSON.stringify(picture)}\uFDD1`

export function fillSlots(html: string, fill: (slot: Slot) => string): string {
  return html.replace(slotMarks, (_, kind: Slot['kind'], value: string) =>
    fill(kind === 'image' ? { kind, ...(JSON.parse(value) as ImageSlot) } : { kind, value }),
  )
}

/** Fills each slot with its URL, unchanged. */
export const withoutSlots = (html: string) =>
  fillSlots(html, (slot) => (slot.kind === 'image' ? '' : slot.value))

/** Replaces the delimiters in an author's text. */
export const withoutDelimiters = (text: string) => text.replace(reserved, '\uFFFD')
