import { decodeHTMLAttribute } from 'entities'
import { candidates } from './srcset.ts'
import type { Attribute, WrittenTag } from './tags.ts'

/** An address in an attribute, and where it is written. */
export interface HtmlReference {
  readonly kind: 'link' | 'image'
  readonly href: string
  readonly start: number
  readonly end: number
  /** Alternative text of an image; undefined for what needs none. */
  readonly alt: string | undefined
}

/** The attributes that hold an address, and what it leads to. A file that is shown or played counts as an image. */
const addresses: ReadonlyMap<string, 'link' | 'image'> = new Map([
  ['a href', 'link'],
  ['img src', 'image'],
  ['source src', 'image'],
  ['video src', 'image'],
  ['audio src', 'image'],
  ['track src', 'image'],
  ['video poster', 'image'],
])

export function referencesIn({ name, kind, attributes }: WrittenTag): HtmlReference[] {
  if (kind === 'close') return []
  return attributes.flatMap((attribute): HtmlReference[] => {
    if (attribute.name === 'srcset' && (name === 'img' || name === 'source')) return pictures(attribute)
    const reference = addresses.get(`${name} ${attribute.name}`)
    const { value, valueStart: start, valueEnd: end } = attribute
    if (reference === undefined || value.trim() === '') return []
    const alt = name === 'img' ? decodeHTMLAttribute(attributeValue('alt', attributes) ?? '') : undefined
    return [{ kind: reference, href: decodeHTMLAttribute(value).trim(), start, end, alt }]
  })
}

function pictures({ value, valueStart }: Attribute): HtmlReference[] {
  return candidates(value).map(({ url, start, end }) => ({
    kind: 'image',
    href: decodeHTMLAttribute(url),
    start: valueStart + start,
    end: valueStart + end,
    alt: undefined,
  }))
}

/** The value of the attribute of that name, as written. */
export function attributeValue(name: string, attributes: readonly Attribute[]): string | undefined {
  return attributes.find((one) => one.name === name)?.value
}
