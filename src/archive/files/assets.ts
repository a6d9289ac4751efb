import { type Checked, type Diagnostic, hasErrors, withLevels } from '../../base/diagnostics.ts'
import { versionPath } from '../../base/paths.ts'
import { problem, TextFile } from '../../base/text-file.ts'
import type { BuiltArchive } from '../build.ts'
import { withPosts } from '../lists.ts'
import { withVersions } from '../look.ts'
import type { Archive, Asset, Document, Image } from '../model.ts'
import { choiceOf, showFiles, versionOf } from './show-files.ts'
import { sizeOf, type Smaller, type SmallerPictures } from './smaller.ts'
import { decodeXmlBytes, type SafeSvg, safeSvg, type SvgNote } from './svg.ts'
import type { UsedFile } from './used.ts'

/** A file that is published, as it was read. */
export interface ReadFile {
  readonly file: UsedFile
  readonly bytes: Uint8Array
}

/** Short, lower-case, the same on every machine. */
export type Digest = (bytes: Uint8Array) => string

/** An archive with its files. Drawings are made safe, pictures are measured, and pages load each from the address of its version. */
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
  const shown = <D extends Document>(document: D): D => ({
    ...document,
    html: showFiles(document.html, byAddress, urls),
  })
  const pictured = (image: Image): Image => {
    const asset = byAddress.get(image.href)
    const href = versionOf(image.href, byAddress, urls)
    return { ...image, href, size: asset?.size, choice: asset && choiceOf(asset, urls) }
  }
  const posts = built.posts
    .map(shown)
    .map(({ image, ...post }) => ({ ...post, image: image && pictured(image) }))
  const look = withVersions(built.look, (href) => versionOf(href, byAddress, urls))
  const lists = withPosts(built.lists, posts)
  return { value: { ...built, posts, lists, pages: built.pages.map(shown), look, assets }, diagnostics }
}

interface CheckedAsset {
  readonly asset: Asset
  readonly diagnostics: readonly Diagnostic[]
}

function checkedAsset(
  { file: { path, source, isLoaded }, bytes: read }: ReadFile,
  smaller: readonly Smaller[],
  digest: Digest,
  taken: ReadonlySet<string>,
): CheckedAsset {
  const { bytes, diagnostics } = isDrawing(path) ? drawing(source, read) : { bytes: read, diagnostics: [] }
  const size = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path) ? sizeOf(bytes) : undefined
  const kept = isLoaded && !refersToOthers(path, bytes) ? [{ bytes }, ...smaller] : []
  const versions = kept.map((one) => ({ ...one, path: versionPath(digest(one.bytes), path) }))
  // No file of the publisher's is hidden by a version, whatever it is called.
  const isFree = versions.every((version) => !taken.has(version.path))
  return { asset: { path, bytes, size, versions: isFree ? versions : [] }, diagnostics }
}

/** Addresses in a style sheet are relative to its own, and would lead nowhere from that of a version. */
function refersToOthers(path: string, bytes: Uint8Array): boolean {
  return /\.css$/i.test(path) && /url\(|@import/i.test(new TextDecoder().decode(bytes))
}

function isDrawing(path: string): boolean {
  return /\.svg$/i.test(path)
}

function drawing(
  source: string,
  bytes: Uint8Array,
): Pick<Asset, 'bytes'> & Pick<CheckedAsset, 'diagnostics'> {
  const written = decodeXmlBytes(bytes)
  const file = new TextFile(source, written)
  const safe = written === undefined ? undecodable : safeSvg(written)
  const hint =
    safe.text === undefined
      ? 'Save it again as plain SVG, in UTF-8.'
      : 'Draw it without, or link to what it loads.'
  return {
    bytes: new TextEncoder().encode(safe.text ?? emptyDrawing),
    diagnostics: told(safe.notes).map(({ offset, message }) =>
      problem(file, offset, 'unsafe-svg', message, hint),
    ),
  }
}

const undecodable: SafeSvg = {
  text: undefined,
  notes: [{ offset: 0, message: 'The drawing is published empty: it is not in the encoding that it names.' }],
}
const emptyDrawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** The first of what is said alike, and how often: nobody corrects what a program has drawn place by place. */
function told(notes: readonly SvgNote[]): SvgNote[] {
  const said = new Map<string, { readonly offset: number; count: number }>()
  for (const { offset, message } of notes) {
    const before = said.get(message)
    if (before) before.count++
    else said.set(message, { offset, count: 1 })
  }
  return Array.from(said, ([message, { offset, count }]) => ({
    offset,
    message: count === 1 ? message : message.replace(/\.$/, `, here and in ${count - 1} more places.`),
  }))
}
