import type { ReadFile, Size } from '../model.ts'
import { imageSize } from 'image-size'
import type { Sharp, SharpConstructor } from 'sharp'
import { type Checked, contentLimits, type Diagnostic } from '../../base/diagnostics.ts'
import { problem, type TextFile } from '../../base/text-file.ts'
import type { ArchiveSettings } from '../../content/archive-keys.ts'

/** A picture made smaller. */
export interface Smaller {
  readonly width: number
  readonly bytes: Uint8Array
}

/** By the path of the picture, the smallest first. */
export type SmallerPictures = ReadonlyMap<string, readonly Smaller[]>

/**
 * The images that posts show, in the widths that archive.yaml asks for: none wider or larger than the original. sharp is loaded only when asked
 * for, or the same content would give different bytes on another machine.
 */
export async function smallerPictures(
  read: readonly ReadFile[],
  { images }: ArchiveSettings,
  settingsFile: TextFile,
): Promise<Checked<SmallerPictures>> {
  const widths = [...new Set(images.widths)].sort((a, b) => a - b)
  if (widths.length === 0) return { value: new Map(), diagnostics: [] }
  const sharp = await loadSharp()
  if (typeof sharp === 'string') return { value: new Map(), diagnostics: [notLoaded(sharp, settingsFile)] }
  const pictures = read.filter(({ file }) => file.shownIn && endings.test(file.path))
  const made = await severalAtOnce(pictures, (picture) => madeSmaller(picture, widths, sharp))
  return {
    value: new Map(made.map(({ smaller }, at) => [pictures[at]?.file.path ?? '', smaller])),
    diagnostics: made.flatMap(({ diagnostics }) => diagnostics),
  }
}

const endings = /\.(?:jpe?g|png|webp|avif)$/i

interface ResizedImage {
  readonly smaller: readonly Smaller[]
  readonly diagnostics: readonly Diagnostic[]
}

async function madeSmaller(
  { file, bytes }: ReadFile,
  widths: readonly number[],
  sharp: SharpConstructor,
): Promise<ResizedImage> {
  const size = sizeOf(bytes)
  const wanted = widths.filter((width) => size && width < size.width)
  if (!size || wanted.length === 0) return { smaller: [], diagnostics: [] }
  const refused = (why: string): ResizedImage => ({ smaller: [], diagnostics: [notResized(file, why)] })
  if (size.width * size.height > contentLimits.pixels)
    return refused(`has ${size.width}×${size.height} px, more than ${contentLimits.pixels / 1e6} million`)
  try {
    const { format, pages = 1, isPalette = false } = await sharp(bytes).metadata()
    const write = writers[format]
    if (!write || pages > 1 || isAnimatedPng(bytes)) return { smaller: [], diagnostics: [] }
    const smaller: Smaller[] = []
    for (const width of wanted) {
      const resized = sharp(bytes, { limitInputPixels: contentLimits.pixels }).autoOrient().resize({ width })
      const made = await write(resized, isPalette).toBuffer()
      if (made.length < bytes.length) smaller.push({ width, bytes: made })
    }
    return { smaller, diagnostics: [] }
  } catch (error) {
    return refused(`cannot be read (${firstLine(error)})`)
  }
}

/** In the format that a picture has, which its name tells, and as compact as is hardly seen. */
const writers: Readonly<Record<string, (picture: Sharp, isPalette: boolean) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  png: (picture, palette) => picture.png({ compressionLevel: 9, palette }),
  webp: (picture) => picture.webp({ quality: 80 }),
  heif: (picture) => picture.avif({ quality: 50 }),
}

/** Only its first picture would be left. What says that it moves comes before its pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const [start = ''] = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536)).split('IDAT', 1)
  // Not its first byte, of which versions of Node make different characters.
  return start.startsWith('PNG', 1) && start.includes('acTL')
}

/** Each takes the memory of its pixels, and a thread; there are no more threads than this to wait for. */
const atOnce = 4

async function severalAtOnce<T, U>(all: readonly T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const done: U[] = []
  const rest = all.entries()
  const take = async () => {
    for (const [at, one] of rest) done[at] = await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, take))
  return done
}

/** Or why it cannot be. */
async function loadSharp(): Promise<SharpConstructor | string> {
  try {
    return (await import('sharp')).default
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND'
    return isMissing ? 'is not installed' : `cannot be loaded (${firstLine(error)})`
  }
}

function notLoaded(why: string, settingsFile: TextFile): Diagnostic {
  const offset = Math.max(0, settingsFile.text.search(/^images:/m))
  const message = `\`images.widths\` needs the sharp package, which ${why}.`
  return problem(settingsFile, offset, 'missing-package', message, 'Run `npm i sharp`, or remove `images`.')
}

function notResized({ source, shownIn }: ReadFile['file'], why: string): Diagnostic {
  if (!shownIn) throw new Error(`${source} is not used`)
  const message = `${source} ${why}; it is not resized.`
  return problem(shownIn.file, shownIn.offset, 'image-not-resized', message, 'Save it at a smaller size.')
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
}

/** The size that a picture says it has, as a browser shows it; undefined for what is none. */
export function sizeOf(bytes: Uint8Array): Size | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    const sides = [Math.round(width), Math.round(height)] as const
    // From the fifth on, a photograph lies on its side.
    const [across, down] = orientation > 4 ? [sides[1], sides[0]] : sides
    return across > 0 && down > 0 ? { width: across, height: down } : undefined
  } catch {
    return undefined
  }
}
