import { type Checked, hasErrors, withLevels } from '../../base/diagnostics.ts'
import { versionPath } from '../../base/paths.ts'
import { problem, TextFile } from '../../base/text-file.ts'
import type { Body } from '../body.ts'
import { groupedBy, withPosts } from '../lists.ts'
import { withVersions } from '../look.ts'
import type { Archive, Asset, BuiltArchive, Image, Post, ReadFile, UsedFile } from '../model.ts'
import type { Urls } from '../urls.ts'
import { sizeOf, type Smaller, type SmallerPictures } from './smaller.ts'
import { decodeXmlBytes, type SafeSvg, safeSvg, type SvgNote } from './svg.ts'

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
      message:
        more.length === 0 ? message : message.replace(/\.$/, `, here and in ${more.length} more places.`),
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
