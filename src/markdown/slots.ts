/**
 * HTML of a body in which every address is a slot: the same body is shown on a page, which loads files from the addresses of their
 * versions, and in a feed, where every address is absolute. A slot stands between two characters that Unicode keeps for a program's
 * own use, so that no text of an author's can be one.
 */
const [opening, closing] = ['\uFDD0', '\uFDD1']
const slot = /\uFDD0([^\uFDD1]*)\uFDD1/g
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
const kinds: Readonly<Record<string, 'link' | 'file' | 'srcset'>> = {
  href: 'link',
  cite: 'link',
  src: 'file',
  poster: 'file',
  srcset: 'srcset',
  srcSet: 'srcset',
}

const marks = { link: 'l', file: 'f', srcset: 's', picture: 'p' } as const

/** The value of an attribute, as a slot if it is an address. */
export function slotted(name: string, value: string): string {
  const kind = kinds[name]
  return kind ? opening + marks[kind] + value + closing : value
}

export function pictureSlot(picture: Picture): string {
  return opening + marks.picture + [picture.width, picture.height, picture.src].join(' ') + closing
}

export function fillSlots(html: string, fill: (slot: Slot) => string): string {
  return html.replace(slot, (_, inside: string) => fill(slotOf(inside)))
}

/** Every address as it is written. */
export function withoutSlots(html: string): string {
  return fillSlots(html, (one) => (one.kind === 'picture' ? '' : one.value))
}

/** An author's text, in which nothing is a slot. */
export function unreserved(text: string): string {
  return text.replace(reserved, '\uFFFD')
}

function slotOf(inside: string): Slot {
  const value = inside.slice(1)
  switch (inside[0]) {
    case marks.link:
      return { kind: 'link', value }
    case marks.srcset:
      return { kind: 'srcset', value }
    case marks.picture: {
      const [, width = '', height = '', src = ''] = /^(\S*) (\S*) (.*)$/s.exec(value) ?? []
      return { kind: 'picture', src, width, height }
    }
    default:
      return { kind: 'file', value }
  }
}
