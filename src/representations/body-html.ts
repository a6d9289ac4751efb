import { decodeHTMLAttribute } from 'entities'
import { srcsetOf, versionHref } from '../archive/files/assets.ts'
import type { Document } from '../archive/model.ts'
import { escapeHtml } from '../base/escape.ts'
import { mapSrcset } from '../markdown/raw-html/tags.ts'
import { fillSlots, type ImageSlot } from '../markdown/slots.ts'
import type { Site } from './site.ts'

type Files = Pick<Site, 'fileAt' | 'urls'>

/**
 * Returns a body for its page: files load from their content-hashed URL, and images have a size, against layout shift. Links stay
 * unhashed, because people share them.
 */
export function bodyHtml({ html }: Pick<Document, 'html'>, files: Files): string {
  return fillSlots(html, (slot) => {
    switch (slot.kind) {
      case 'link':
        return slot.value
      case 'file':
        return versionAt(slot.value, files)
      case 'srcset':
        return mapSrcset(slot.value, (url) => versionAt(url, files))
      case 'image':
        return sizeAttributes(slot, files) + srcsetAttributes(slot, files)
    }
  })
}

/** Returns a body for feeds: URLs are absolute, and unhashed for files, because feed readers keep items longer than a version lasts. */
export function feedHtml({ html, path }: Pick<Document, 'html' | 'path'>, files: Files): string {
  const page = files.urls.url(path)
  const { origin, protocol } = new URL(page)
  return fillSlots(html, (slot) => {
    if (slot.kind === 'image') return sizeAttributes(slot, files)
    return slot.kind === 'srcset' ? mapSrcset(slot.value, absolute) : absolute(slot.value)
  })

  function absolute(address: string): string {
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address
    if (address.startsWith('//')) return protocol + address
    if (address.startsWith('/')) return origin + address
    if (address === '' || /^[#?]/.test(address)) return page + address
    return page.slice(0, page.lastIndexOf('/') + 1) + address
  }
}

/** Drops a cache-busting query, but keeps a fragment, which selects part of an SVG. */
function versionAt(url: string, { fileAt, urls }: Files): string {
  const [path, fragment] = splitUrl(url)
  const version = versionHref(path, fileAt, urls)
  return version === path ? url : escapeHtml(version + fragment)
}

function splitUrl(url: string): readonly [path: string, fragment: string] {
  const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(decodeHTMLAttribute(url)) ?? []
  return [path, fragment]
}

function sizeAttributes({ src, width, height }: ImageSlot, { fileAt }: Files): string {
  const size = fileAt.get(splitUrl(src)[0])?.size
  const isKnown = !size || (width !== '' && height !== '')
  if (isKnown || !/^\d*$/.test(width + height)) return ''
  if (width !== '') return ` height="${Math.round((Number(width) * size.height) / size.width)}"`
  if (height !== '') return ` width="${Math.round((Number(height) * size.width) / size.height)}"`
  return ` width="${size.width}" height="${size.height}"`
}

/** An explicit width overrides the width of the text column. */
function srcsetAttributes({ src, width }: ImageSlot, { fileAt, urls }: Files): string {
  const asset = fileAt.get(splitUrl(src)[0])
  const image = asset && srcsetOf(asset, urls)
  if (!image) return ''
  const sizes = /^\d+$/.test(width) ? `${width}px` : image.sizes
  return ` srcset="${escapeHtml(image.srcset)}" sizes="${sizes}"`
}
