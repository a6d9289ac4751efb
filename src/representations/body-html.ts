import { decodeHTMLAttribute } from 'entities'
import { srcsetOf, versionOf } from '../archive/files/assets.ts'
import type { Archive, Asset, Document } from '../archive/model.ts'
import type { Urls } from '../archive/urls.ts'
import { escapeHtml } from '../base/escape.ts'
import { srcsetCandidates } from '../markdown/raw-html/tags.ts'
import { fillSlots, type ImageSlot } from '../markdown/slots.ts'
import { memoizeLast } from '../base/caches.ts'

/**
 * A body as its page shows it: each file is loaded from the address of its version, and a picture has its size, so that nothing moves
 * when it is there. Links are left as they are: they are for people, who keep and send them.
 */
export function shownHtml({ html }: Document, archive: Archive): string {
  const files = filesByAddress(archive)
  const { urls } = archive
  return fillSlots(html, (slot) => {
    switch (slot.kind) {
      case 'link':
        return slot.value
      case 'file':
        return versionAt(slot.value, files, urls)
      case 'srcset':
        return eachPicture(slot.value, (url) => versionAt(url, files, urls))
      case 'image':
        return sizesIn(slot, files) + choiceIn(slot, files, urls)
    }
  })
}

/**
 * A body as it is read away from its page: every address is absolute, and that of a file is the one where it is found as it is now,
 * because readers keep an item for longer than a version lasts.
 */
export function feedHtml({ html, path }: Document, archive: Archive): string {
  const files = filesByAddress(archive)
  const page = archive.urls.url(path)
  const { origin, protocol } = new URL(page)
  return fillSlots(html, (slot) => {
    if (slot.kind === 'image') return sizesIn(slot, files)
    return slot.kind === 'srcset' ? eachPicture(slot.value, absolute) : absolute(slot.value)
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

/** By the address that markdown gives them. */
const filesByAddress = memoizeLast(
  ({ assets, urls }: Archive): FilesByAddress =>
    new Map(assets.map((asset) => [urls.path(asset.path), asset])),
)

/** A query chose a version before; a fragment is a part of an SVG. */
function versionAt(written: string, files: FilesByAddress, urls: Urls): string {
  const { path, fragment } = partsOf(written)
  const version = versionOf(path, files, urls)
  return version === path ? written : escapeHtml(version + fragment)
}

function partsOf(written: string): { readonly path: string; readonly fragment: string } {
  const [, path = '', fragment = ''] =
    /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(decodeHTMLAttribute(written)) ?? []
  return { path, fragment }
}

function eachPicture(srcset: string, address: (written: string) => string): string {
  return srcsetCandidates(srcset).reduceRight(
    (text, { url, start, end }) => text.slice(0, start) + address(url) + text.slice(end),
    srcset,
  )
}

/** A side that is written already is kept. */
function sizesIn({ src, width, height }: ImageSlot, files: FilesByAddress): string {
  const size = files.get(partsOf(src).path)?.size
  const isKnown = !size || (width !== '' && height !== '')
  if (isKnown || !/^\d*$/.test(width + height)) return ''
  if (width !== '') return ` height="${Math.round((Number(width) * size.height) / size.width)}"`
  if (height !== '') return ` width="${Math.round((Number(height) * size.width) / size.height)}"`
  return ` width="${size.width}" height="${size.height}"`
}

/** A width that is written is that of the picture, and not of the text. */
function choiceIn({ src, width }: ImageSlot, files: FilesByAddress, urls: Urls): string {
  const asset = files.get(partsOf(src).path)
  const choice = asset && srcsetOf(asset, urls)
  if (!choice) return ''
  const sizes = /^\d+$/.test(width) ? `${width}px` : choice.sizes
  return ` srcset="${escapeHtml(choice.srcset)}" sizes="${sizes}"`
}
