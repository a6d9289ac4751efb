import { decodeHTMLAttribute } from 'entities'
import { escapeHtml } from '../../base/escape.ts'
import type { Asset, Image } from '../model.ts'
import { candidates } from '../../markdown/raw-html/tags.ts'
import type { Urls } from '../urls.ts'

/** Files by the address that markdown gives them. */
export type FilesByAddress = ReadonlyMap<string, Asset>

/**
 * HTML as a page shows it, once the files that it refers to are known: each is loaded from the address of its version, and a picture has
 * its size, so that nothing moves when it is there. Links are left as they are: they are for people, who keep and send them.
 */
export function showFiles(html: string, files: FilesByAddress, urls: Urls): string {
  if (files.size === 0) return html
  return html.replace(tags, (tag, name: string) => {
    const versioned = tag.replace(addresses, (_, before: string, key: string, value: string) => {
      const address = key === 'srcset' ? versionsIn(value, files, urls) : versionAt(value, files, urls)
      return `${before}${key}="${address}"`
    })
    const asset = name === 'img' ? fileAt(attribute(tag, 'src'), files) : undefined
    return asset ? `${versioned.slice(0, -1)}${sizesOf(tag, asset)}${choiceIn(tag, asset, urls)}>` : versioned
  })
}

/** It was written by our renderers: values are in double quotes, and what begins with `<` and a letter is a tag. */
const tags = /<(img|source|video|audio|track)\b(?:[^<>"]|"[^"]*")*>/g
const addresses = /(\s)(src|srcset|poster)="([^"]*)"/g

/** Where pages load a file from, given its plain address. */
export function versionOf(address: string, files: FilesByAddress, urls: Urls): string {
  const [whole] = files.get(address)?.versions ?? []
  return whole ? urls.path(whole.path) : address
}

/** A query chose a version before; a fragment is a part of a drawing. */
function versionAt(written: string, files: FilesByAddress, urls: Urls): string {
  const [, path = '', , fragment = ''] = parts.exec(decodeHTMLAttribute(written)) ?? []
  const version = versionOf(path, files, urls)
  return version === path ? written : escapeHtml(version + fragment)
}

const parts = /^([^?#]*)(\?[^#]*)?(#.*)?$/s

function versionsIn(srcset: string, files: FilesByAddress, urls: Urls): string {
  return candidates(srcset).reduceRight(
    (text, { url, start, end }) => text.slice(0, start) + versionAt(url, files, urls) + text.slice(end),
    srcset,
  )
}

function fileAt(written: string, files: FilesByAddress): Asset | undefined {
  return files.get(parts.exec(decodeHTMLAttribute(written))?.[1] ?? '')
}

/** A side that is written already is kept. */
function sizesOf(tag: string, { size }: Asset): string {
  const [width, height] = [attribute(tag, 'width'), attribute(tag, 'height')]
  const isKnown = !size || (width !== '' && height !== '')
  if (isKnown || !/^\d*$/.test(width + height)) return ''
  if (width !== '') return ` height="${Math.round((Number(width) * size.height) / size.width)}"`
  if (height !== '') return ` width="${Math.round((Number(height) * size.width) / size.height)}"`
  return ` width="${size.width}" height="${size.height}"`
}

/** A width that is written is that of the picture, and not of the text. */
function choiceIn(tag: string, asset: Asset, urls: Urls): string {
  const choice = choiceOf(asset, urls)
  if (!choice) return ''
  const width = attribute(tag, 'width')
  const sizes = /^\d+$/.test(width) ? `${width}px` : choice.sizes
  return ` srcset="${escapeHtml(choice.srcset)}" sizes="${sizes}"`
}

/** What a browser may choose from, where there are smaller pictures, and how wide it will be: as the text. */
export function choiceOf({ versions, size }: Asset, urls: Urls): Image['choice'] {
  const [whole, ...smaller] = versions
  if (!size || !whole || smaller.length === 0) return undefined
  const all = [...smaller, { ...whole, width: size.width }]
  return { srcset: all.map(({ path, width }) => `${urls.path(path)} ${width}w`).join(', '), sizes: textWidth }
}

/** The measure of the text, and on a narrow screen what its margins leave: see `pages/style/`. */
const textWidth = '(min-width: 42.5rem) 39rem, 92vw'

function attribute(tag: string, name: 'src' | 'width' | 'height'): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}
