import { decodeHTMLAttribute } from 'entities'
import { srcsetOf, versionOf } from '../archive/files/assets.ts'
import type { Archive, Asset, Document } from '../archive/model.ts'
import type { Urls } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { srcsetCandidates } from '../markdown/raw-html/tags.ts'
import { fillSlots, type ImageSlot } from '../markdown/slots.ts'
import { memoizeLast } from '../base/caches.ts'

/**
 * Returns a body for its page: files load from their content-hashed URL, and images have a size, against layout shift. Links stay
 * unhashed, because people share them.
 */
export function bodyHtml({ html }: Document, archive: Archive): string {
  const files = filesByAddress(archive)
  const { urls } = archive
  return fillSlots(html, (slot) => {
    switch (slot.kind) {
      case 'link':
        return slot.value
      case 'file':
        return versionAt(slot.value, files, urls)
      case 'srcset':
        return mapSrcset(slot.value, (url) => versionAt(url, files, urls))
      case 'image':
        return sizeAttributes(slot, files) + srcsetAttributes(slot, files, urls)
    }
  })
}

/** Returns a body for feeds: URLs are absolute, and unhashed for files, because feed readers keep items longer than a version lasts. */
export function feedHtml({ html, path }: Document, archive: Archive): string {
  const files = filesByAddress(archive)
  const page = archive.urls.url(path)
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

type FilesByAddress = ReadonlyMap<string, Asset>

/** By the path used in markdown. */
export const filesByAddress = memoizeLast(
  ({ assets, urls }: Archive): FilesByAddress =>
    new Map(assets.map((asset) => [urls.path(asset.path), asset])),
)

/** Drops a cache-busting query, but keeps a fragment, which selects part of an SVG. */
function versionAt(url: string, files: FilesByAddress, urls: Urls): string {
  const { path, fragment } = partsOf(url)
  const version = versionOf(path, files, urls)
  return version === path ? url : escapeHtml(version + fragment)
}

function partsOf(url: string): { readonly path: string; readonly fragment: string } {
  const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(decodeHTMLAttribute(url)) ?? []
  return { path, fragment }
}

function mapSrcset(srcset: string, map: (url: string) => string): string {
  return srcsetCandidates(srcset).reduceRight(
    (text, { url, start, end }) => text.slice(0, start) + map(url) + text.slice(end),
    srcset,
  )
}

function sizeAttributes({ src, width, height }: ImageSlot, files: FilesByAddress): string {
  const size = files.get(partsOf(src).path)?.size
  const isKnown = !size || (width !== '' && height !== '')
  if (isKnown || !/^\d*$/.test(width + height)) return ''
  if (width !== '') return ` height="${Math.round((Number(width) * size.height) / size.width)}"`
  if (height !== '') return ` width="${Math.round((Number(height) * size.width) / size.height)}"`
  return ` width="${size.width}" height="${size.height}"`
}

/** An explicit width overrides the width of the text column. */
function srcsetAttributes({ src, width }: ImageSlot, files: FilesByAddress, urls: Urls): string {
  const asset = files.get(partsOf(src).path)
  const image = asset && srcsetOf(asset, urls)
  if (!image) return ''
  const sizes = /^\d+$/.test(width) ? `${width}px` : image.sizes
  return ` srcset="${escapeHtml(image.srcset)}" sizes="${sizes}"`
}
