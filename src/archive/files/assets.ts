import { contentLimits, type Diagnostic } from '../../base/diagnostics.ts'
import { versionPath } from '../../base/paths.ts'
import { problem, TextFile } from '../../base/text-file.ts'
import type { Body } from '../body.ts'
import { groupedBy } from '../../base/grouped.ts'
import type { Asset, ReadFile, Size, UsedFile } from '../model.ts'
import type { Urls } from '../urls.ts'
import { type SafeSvg, safeSvg, type SvgNote } from './svg.ts'
import { decodeXmlBytes } from '../../base/xml.ts'
import { imageSize } from 'image-size'
import type { Sharp, SharpConstructor } from 'sharp'
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts'

/** Sanitizes SVGs and measures images. */
export function makeAssets(
  read: readonly ReadFile[],
  smaller: ResizedImages,
  digest: (bytes: Uint8Array) => string,
): { readonly assets: readonly Asset[]; readonly diagnostics: readonly Diagnostic[] } {
  const taken = new Set(read.map(({ file }) => file.path))
  const diagnostics: Diagnostic[] = []
  const assets = read.map(({ file: { path, source, isLoaded }, bytes: written }): Asset => {
    const svg = /\.svg$/i.test(path) ? safeSvgAsset(source, written) : undefined
    diagnostics.push(...(svg?.diagnostics ?? []))
    const bytes = svg?.bytes ?? written
    const size = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path) ? sizeOf(bytes) : undefined
    // Relative URLs in a stylesheet would break at a versioned path.
    const refersToOthers = /\.css$/i.test(path) && /url\(|@import/i.test(decodeUtf8(bytes))
    const loaded = isLoaded && !refersToOthers ? [{ bytes }, ...(smaller.get(path) ?? [])] : []
    const versions = loaded.map((one) => ({ ...one, path: versionPath(digest(one.bytes), path) }))
    // A version must not shadow a publisher's file.
    const isFree = versions.every((version) => !taken.has(version.path))
    return { path, bytes, size, versions: isFree ? versions : [] }
  })
  return { assets, diagnostics }
}

const undecodable: SafeSvg = {
  text: undefined,
  notes: [{ offset: 0, message: 'The SVG is published empty: its encoding does not match its declaration.' }],
}
const emptySvg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

function safeSvgAsset(source: string, bytes: Uint8Array) {
  const written = decodeXmlBytes(bytes)
  const file = new TextFile(source, written)
  const safe = written === undefined ? undecodable : safeSvg(written)
  const hint =
    safe.text === undefined ? 'Save it again as plain SVG, in UTF-8.' : 'Remove it, or link to what it loads.'
  return {
    bytes: encodeUtf8(safe.text ?? emptySvg),
    diagnostics: mergeNotes(safe.notes).map(({ offset, message }) =>
      problem(file, offset, 'unsafe-svg', message, hint),
    ),
  }
}

/** Merges equal messages: nobody fixes generated SVGs line by line. */
function mergeNotes(notes: readonly SvgNote[]): SvgNote[] {
  return Array.from(
    groupedBy(notes, (note) => note.message),
    ([message, [first, ...more]]) => ({
      offset: first?.offset ?? 0,
      message: more.length === 0 ? message : message.replace(/\.$/, `, in ${more.length + 1} places.`),
    }),
  )
}

/** Returns the versioned path of a file. */
export function versionHref(address: string, files: ReadonlyMap<string, Asset>, urls: Urls): string {
  const [whole] = files.get(address)?.versions ?? []
  return whole ? urls.path(whole.path) : address
}

/** The width of the text column; see `pages/style/`. */
const textWidth = '(min-width: 42.5rem) 39rem, 92vw'

/** The versions of an image for `srcset`, and how wide it is shown. Undefined without resized versions. */
export function srcsetOf({ versions, size }: Asset, urls: Urls) {
  const [whole, ...smaller] = versions
  if (!size || !whole || smaller.length === 0) return undefined
  const all = [...smaller, { ...whole, width: size.width }]
  return { srcset: all.map(({ path, width }) => `${urls.path(path)} ${width}w`).join(', '), sizes: textWidth }
}

export function filesOf({ file, files }: Body): UsedFile[] {
  return files.map(({ shownAt: offset, ...one }) =>
    offset === undefined
      ? { ...one, isLoaded: false }
      : { ...one, isLoaded: true, shownIn: { file, offset } },
  )
}

type ResizedImage = { readonly width: number; readonly bytes: Uint8Array }

/** Resized versions by path, smallest first. */
type ResizedImages = ReadonlyMap<string, readonly ResizedImage[]>

/** Each image needs memory for its pixels and one of libuv's four threads. */
const concurrency = 4
const resizable = /\.(?:jpe?g|png|webp|avif)$/i

/**
 * Resizes embedded images to `images.widths`. Versions that are not smaller than the original are dropped. sharp is
 * loaded only with that setting: the same content must give the same bytes on every machine.
 */
export async function resizeImages(
  read: readonly ReadFile[],
  allWidths: readonly number[],
  settingsFile: TextFile,
): Promise<{ readonly images: ResizedImages; readonly diagnostics: readonly Diagnostic[] }> {
  const widths = [...new Set(allWidths)].sort((a, b) => a - b)
  if (widths.length === 0) return { images: new Map(), diagnostics: [] }
  const images = new Map<string, readonly ResizedImage[]>()
  const sharp = await loadSharp()
  if (typeof sharp === 'string') {
    const offset = Math.max(0, settingsFile.text.search(/^images:/m))
    const message = `\`images.widths\` needs the sharp package, which ${sharp}.`
    const hint = 'Run `npm i sharp`, or remove `images`.'
    return { images, diagnostics: [problem(settingsFile, offset, 'missing-package', message, hint)] }
  }
  const pictures = read.filter(({ file }) => file.shownIn && resizable.test(file.path))
  /** By picture, so that their order does not depend on which is done first. */
  const failures: Diagnostic[] = []
  const rest = pictures.entries()
  const resizeRest = async () => {
    for (const [at, { file, bytes }] of rest) {
      const { path, source, shownIn } = file
      const smaller = await resizeImage(bytes, widths, sharp)
      if (typeof smaller !== 'string') images.set(path, smaller)
      else if (shownIn) {
        const message = `${source} ${smaller}; it is not resized.`
        const hint = 'Save it at a smaller size.'
        failures[at] = problem(shownIn.file, shownIn.offset, 'image-not-resized', message, hint)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, resizeRest))
  return { images, diagnostics: failures.flat() }
}

/** Keeps the format, because the file name tells it. */
const writers: Readonly<Record<string, (picture: Sharp, isPalette: boolean) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  png: (picture, palette) => picture.png({ compressionLevel: 9, palette }),
  webp: (picture) => picture.webp({ quality: 80 }),
  heif: (picture) => picture.avif({ quality: 50 }),
}

/** Returns the versions, or why there are none. */
async function resizeImage(
  bytes: Uint8Array,
  widths: readonly number[],
  sharp: SharpConstructor,
): Promise<ResizedImage[] | string> {
  const size = sizeOf(bytes)
  const smallerWidths = widths.filter((width) => size && width < size.width)
  if (!size || smallerWidths.length === 0) return []
  if (size.width * size.height > contentLimits.pixels)
    return `has ${size.width}×${size.height} px, more than ${contentLimits.pixels / 1e6} million`
  try {
    const { format, pages = 1, isPalette = false } = await sharp(bytes).metadata()
    const write = writers[format]
    if (!write || pages > 1 || isAnimatedPng(bytes)) return []
    const smaller: ResizedImage[] = []
    for (const width of smallerWidths) {
      const resized = sharp(bytes, { limitInputPixels: contentLimits.pixels }).autoOrient().resize({ width })
      const made = await write(resized, isPalette).toBuffer()
      if (made.length < bytes.length) smaller.push({ width, bytes: made })
    }
    return smaller
  } catch (error) {
    return `cannot be read (${firstLine(error)})`
  }
}

/** sharp keeps only the first frame. The acTL chunk precedes the pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const [start = ''] = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536)).split('IDAT', 1)
  // Skip the first byte: Node versions decode it differently.
  return start.startsWith('PNG', 1) && start.includes('acTL')
}

/** Returns sharp, or why it cannot be loaded. */
async function loadSharp(): Promise<SharpConstructor | string> {
  try {
    return (await import('sharp')).default
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND'
    return isMissing ? 'is not installed' : `cannot be loaded (${firstLine(error)})`
  }
}

const firstLine = (error: unknown) =>
  String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''

/** Returns the displayed size; undefined if the bytes are not an image. */
export function sizeOf(bytes: Uint8Array): Size | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    const sides = [Math.round(width), Math.round(height)] as const
    // EXIF orientations 5 to 8 are rotated by 90°.
    const [across, down] = orientation > 4 ? [sides[1], sides[0]] : sides
    return across > 0 && down > 0 ? { width: across, height: down } : undefined
  } catch {
    return undefined
  }
}
