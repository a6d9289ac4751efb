import { problem, TextFile } from '../../content/text.ts'
import { type Checked, type Diagnostic, hasErrors, withLevels } from '../../diagnostics.ts'
import type { Archive, Asset, BuiltArchive, Document } from '../archive.ts'
import { sizeOf, withSizes } from '../furniture/image-sizes.ts'
import type { PublishedFile } from '../paths.ts'
import { safeSvg } from './svg.ts'
import { decodeXmlBytes, withoutEntities } from './xml-text.ts'

/** A file that is published, as it was read. */
export interface ReadFile {
  readonly file: PublishedFile
  readonly bytes: Uint8Array
}

/** An archive with its files. Drawings are made safe, pictures are measured, and what shows them is told their sizes. */
export function withAssets(
  { files: _, ...built }: BuiltArchive,
  read: readonly ReadFile[],
): Checked<Archive> {
  const checked = read.map(checkedAsset)
  const diagnostics = withLevels(
    checked.flatMap((one) => one.diagnostics),
    built.settings.rules,
  )
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  const assets = checked.map(({ asset }) => asset)
  const sizes = new Map(assets.flatMap(({ path, size }) => (size ? [[path, size] as const] : [])))
  const byAddress = new Map(Array.from(sizes, ([path, size]) => [built.urls.path(path), size]))
  const sized = <D extends Document>(document: D): D => ({
    ...document,
    html: withSizes(document.html, sizes),
  })
  const posts = built.posts.map(sized).map(({ image, ...post }) => ({
    ...post,
    image: image && { ...image, size: byAddress.get(image.href) },
  }))
  return { value: { ...built, posts, pages: built.pages.map(sized), assets }, diagnostics }
}

interface CheckedAsset {
  readonly asset: Asset
  readonly diagnostics: readonly Diagnostic[]
}

function checkedAsset({ file: { path, source }, bytes }: ReadFile): CheckedAsset {
  if (/\.svg$/i.test(path)) return drawing(path, source, bytes)
  const size = /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path) ? sizeOf(bytes) : undefined
  return { asset: { path, bytes, size }, diagnostics: [] }
}

function drawing(path: string, source: string, bytes: Uint8Array): CheckedAsset {
  const decoded = decodeXmlBytes(bytes)
  const text = decoded && withoutEntities(decoded.text)
  const file = new TextFile(source, text)
  const safe = text === undefined ? undefined : safeSvg(text)
  if (!decoded || !safe) {
    const message = 'The drawing is no XML that can be read, and is published empty.'
    const empty: Asset = { path, bytes: utf8.encode(emptyDrawing), size: undefined }
    const hint = 'Save it again as SVG, in UTF-8.'
    return { asset: empty, diagnostics: [problem(file, 0, 'unsafe-svg', message, hint)] }
  }
  const isAsRead = decoded.isUtf8 && safe.text === decoded.text
  const kept = isAsRead ? bytes : utf8.encode(safe.text)
  const diagnostics = safe.notes.map(({ offset, message }) =>
    problem(file, offset, 'unsafe-svg', message, 'Draw it without, or link to what it loads.'),
  )
  return { asset: { path, bytes: kept, size: sizeOf(kept) }, diagnostics }
}

const utf8 = new TextEncoder()
const emptyDrawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
