/**
 * Every address in the HTML of a body is a slot: a page loads files from the addresses of their versions, a feed needs absolute ones. The
 * delimiters are noncharacters, so that no text can be a slot.
 */
const slot = /\uFDD0(\w+) ([^\uFDD1]*)\uFDD1/g
const reserved = /[\uFDD0\uFDD1]/g

/** What is in a slot. Values are as they are written in HTML. */
export type Slot =
  /** `link` leads somewhere, `file` is loaded, `srcset` is a list of files. */
  | { readonly kind: 'link' | 'file' | 'srcset'; readonly value: string }
  /** At the end of an `img`, for what is known of the file. */
  | ({ readonly kind: 'picture' } & Picture)

export interface Picture {
  readonly src: string
  readonly width: string
  readonly height: string
}

/** The attributes that hold an address, in HTML and as properties of an element. */
const kinds: ReadonlyMap<string, 'link' | 'file' | 'srcset'> = new Map([
  ['href', 'link'],
  ['cite', 'link'],
  ['src', 'file'],
  ['poster', 'file'],
  ['srcset', 'srcset'],
  ['srcSet', 'srcset'],
])

/** The value of an attribute, as a slot if it is an address. */
export function slotted(name: string, value: string): string {
  const kind = kinds.get(name)
  return kind ? `\uFDD0${kind} ${value}\uFDD1` : value
}

export function pictureSlot(picture: Picture): string {
  return `\uFDD0picture ${JSON.stringify(picture)}\uFDD1`
}

export function fillSlots(html: string, fill: (slot: Slot) => string): string {
  return html.replace(slot, (_, kind: Slot['kind'], value: string) =>
    fill(kind === 'picture' ? { kind, ...(JSON.parse(value) as Picture) } : { kind, value }),
  )
}

/** Every address as it is written. */
export function withoutSlots(html: string): string {
  return fillSlots(html, (one) => (one.kind === 'picture' ? '' : one.value))
}

/** An author's text, in which nothing is a slot. */
export function unreserved(text: string): string {
  return text.replace(reserved, '\uFFFD')
}
