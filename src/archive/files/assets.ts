import {
  type Checked,
  hasErrors,
  withLevels,
  contentLimits,
  type Diagnostic,
} from '../../base/diagnostics.ts'
import { versionPath } from '../../base/paths.ts'
import { problem, TextFile } from '../../base/text-file.ts'
import type { Body } from '../body.ts'
import { groupedBy, withPosts } from '../lists.ts'
import { withVersions } from '../look.ts'
import type { Archive, Asset, BuiltArchive, Image, Post, ReadFile, UsedFile, Size } from '../model.ts'
import type { Urls } from '../urls.ts'
import { decodeXmlBytes, type SafeSvg, safeSvg, type SvgNote } from './svg.ts'
import { imageSize } from 'image-size'
import type { Sharp, SharpConstructor } from 'sharp'
import type { ArchiveSettings } from '../../content/archive-keys.ts'

type Digest = (bytes: Uint8Array) => string

/** An archive with its files. SVGs are made safe, images are measured, and pages load each from the address of its version. */
export function withAssets(
  { files: _, ...built }: BuiltArchive,
  read: readonly ReadFile[],
  smaller: SmallerPictures,
  digest: Digest,
): Checked<Archive> {
  const { urls } = built
  const taken = new Set(read.map(({ file }) => file.path))
  const checked = read.map((one) => checkedAsset(one, smaller.get(one.file.path) ?? [], digest, taken))
  const diagnostics = withLevels(
    checked.flatMap((one) => one.diagnostics),
    built.settings.rules,
  )
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  const assets = checked.map(({ asset }) => asset)
  const byAddress = new Map(assets.map((asset) => [urls.path(asset.path), asset]))
  const pictured = (image: Image): Image => {
    const asset = byAddress.get(image.href)
    const href = versionOf(image.href, byAddress, urls)
    return { ...image, href, size: asset?.size, choice: asset && choiceOf(asset, urls) }
  }
  const illustrated = ({ image, ...post }: Post): Post => ({ ...post, image: image && pictured(image) })
  const posts = built.posts.map(illustrated)
  const unlisted = { ...built.unlisted, posts: built.unlisted.posts.map(illustrated) }
  const look = withVersions(built.look, (href) => versionOf(href, byAddress, urls))
  const portraits = new Map(Array.from(built.portraits, ([name, image]) => [name, pictured(image)]))
  const lists = withPosts(built.lists, posts)
  return { value: { ...built, posts, unlisted, lists, look, portraits, assets }, diagnostics }
}

function checkedAsset(
  { file: { path, source, isLoaded }, bytes: read }: ReadFile,
  smaller: readonly Smaller[],
  digest: Digest,
  taken: ReadonlySet<string>,
) {
  const isSvg = /\.svg$/i.test(path)
  const { bytes, diagnostics } = isSvg ? safeSvgAsset(source, read) : { bytes: read, diagnostics: [] }
  const size = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path) ? sizeOf(bytes) : undefined
  const kept = isLoaded && !refersToOthers(path, bytes) ? [{ bytes }, ...smaller] : []
  const versions = kept.map((one) => ({ ...one, path: versionPath(digest(one.bytes), path) }))
  // No file of the publisher's is hidden by a version, whatever it is called.
  const isFree = versions.every((version) => !taken.has(version.path))
  const asset: Asset = { path, bytes, size, versions: isFree ? versions : [] }
  return { asset, diagnostics }
}

/** Addresses in a style sheet are relative to its own, and would lead nowhere from that of a version. */
function refersToOthers(path: string, bytes: Uint8Array): boolean {
  return /\.css$/i.test(path) && /url\(|@import/i.test(new TextDecoder().decode(bytes))
}

function safeSvgAsset(source: string, bytes: Uint8Array) {
  const written = decodeXmlBytes(bytes)
  const file = new TextFile(source, written)
  const safe = written === undefined ? undecodable : safeSvg(written)
  const hint =
    safe.text === undefined ? 'Save it again as plain SVG, in UTF-8.' : 'Remove it, or link to what it loads.'
  return {
    bytes: new TextEncoder().encode(safe.text ?? emptyDrawing),
    diagnostics: told(safe.notes).map(({ offset, message }) =>
      problem(file, offset, 'unsafe-svg', message, hint),
    ),
  }
}

const undecodable: SafeSvg = {
  text: undefined,
  notes: [{ offset: 0, message: 'The SVG is published empty: its encoding does not match its declaration.' }],
}
const emptyDrawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** The first of each message, and how often: nobody corrects what a program has drawn place by place. */
function told(notes: readonly SvgNote[]): SvgNote[] {
  return Array.from(
    groupedBy(notes, (note) => note.message),
    ([message, [first, ...more]]) => ({
      offset: first?.offset ?? 0,
      message: more.length === 0 ? message : message.replace(/\.$/, `, in ${more.length + 1} places.`),
    }),
  )
}

/** Where pages load a file from, given its plain address. */
export function versionOf(address: string, files: ReadonlyMap<string, Asset>, urls: Urls): string {
  const [whole] = files.get(address)?.versions ?? []
  return whole ? urls.path(whole.path) : address
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

/** What a body refers to. */
export function filesOf({ file, files }: Body): UsedFile[] {
  return files.map(({ shownAt: offset, ...one }) =>
    offset === undefined
      ? { ...one, isLoaded: false }
      : { ...one, isLoaded: true, shownIn: { file, offset } },
  )
}

/** A file is published once, for the most that is made of it. */
export function shownFirst(files: readonly UsedFile[]): UsedFile[] {
  const rank = ({ isLoaded, shownIn }: UsedFile) => (shownIn ? 0 : isLoaded ? 1 : 2)
  return files.toSorted((a, b) => rank(a) - rank(b))
}

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
