import { posix } from 'node:path'
import type { Root } from 'hast'
import { clean } from './clean.ts'
import type { Destination } from './destination.ts'
import { UsageError } from './engine.ts'
import type { Entry, Exported, ExportFiles, TakeNote } from './exported.ts'
import { copyPath, fileFetcher, localFiles, withExtension, withExtensions } from './media.ts'
import { fileUrls, hasFileExtension, type NamedEntry, nameEntries, oldSite, rewriteUrls } from './old-site.ts'
import { postText, reportText, settingsText } from './texts.ts'
import type { FiledNote } from './exported.ts'
import { markdownOf } from './to-markdown.ts'

export type Imported = Awaited<ReturnType<typeof writeArchive>>

interface ArchiveOptions {
  readonly files: ExportFiles
  readonly images: readonly ExportFiles[]
  readonly destination: Destination
  readonly fetch: boolean
  readonly allowPrivate: boolean
  readonly fallbackTitle: string
  tick(done: number, total: number): Promise<void>
}

const fetchConcurrency = 4

/** Writes an export as an archive, one entry at a time. */
export async function writeArchive(exported: Exported, options: ArchiveOptions) {
  const { destination, tick } = options
  const notes: FiledNote[] = (exported.leftOut ?? []).map((note) => ({ ...note, file: undefined }))
  // Oldest first: if two have the same name, the older one gets it in every import. Undated drafts come last.
  const entries = exported.entries.toSorted((a, b) => ((a.published ?? '~') < (b.published ?? '~') ? -1 : 1))
  const site = oldSite(exported.site, entries)
  const named = nameEntries(entries, (note) => notes.push(note))
  const fileOf = new Map(named.map(({ entry, file }) => [entry, file]))
  const pictureAt = localFiles([...options.images, options.files])
  const fetchFile = fileFetcher(options.allowPrivate)
  const copies = new Map<string, Promise<string | undefined>>()
  for (const [at, entry] of named.entries()) {
    await tick(at, named.length)
    await writeEntry(entry)
  }
  destination.add('archive.yaml', settingsText(exported, options.fallbackTitle))
  destination.add('import-report.md', reportText(notes))
  const published = entries.filter(({ draftReason }) => !draftReason)
  const posts = published.filter(({ kind }) => kind === 'post').length
  return {
    posts,
    pages: published.length - posts,
    drafts: entries.length - published.length,
    copied: (await Promise.all(copies.values())).filter((place) => place !== undefined).length,
    notes,
  }

  async function writeEntry(named: NamedEntry): Promise<void> {
    const { entry, file } = named
    const note: TakeNote = (detail) => notes.push({ ...detail, file })
    if (entry.draftReason) note(entry.draftReason)
    const tree = bodyOf(named, note)
    clean(tree, note)
    const urls = fileUrls(tree)
    if (entry.image) urls.set(entry.image.src, 'file')
    const newPaths = await copyFiles(urls, entry, note)
    rewriteUrls(tree, (address, use) => {
      const newPath = newPaths.get(address)
      if (newPath !== undefined) return relative(file, newPath)
      const url = address.startsWith('#') ? undefined : site.absolute(address, entry)
      if (!url) return address
      const target = use === 'link' ? site.entryAt(url) : undefined
      const targetFile = target && !target.draftReason ? fileOf.get(target) : undefined
      if (target === entry && url.hash !== '') return url.hash
      if (targetFile !== undefined) return relative(file, targetFile) + url.hash
      if (use === 'link' && site.isOnSite(url) && !hasFileExtension(address))
        note({ kind: 'site-link', detail: url.href })
      return isUnknownHost(url) ? `${url.pathname}${url.search}${url.hash}` : url.href
    })
    const body = markdownOf(tree)
    if (body.trim() === '') note({ kind: 'no-text', detail: 'has no text' })
    const { src = '' } = entry.image ?? {}
    const image = relative(file, newPaths.get(src) ?? site.absolute(src, entry)?.href ?? src)
    destination.add(file, postText(named, body, image))
  }

  /** Copies files and returns their new path by URL. Remote files that are not copied have none. */
  async function copyFiles(urls: ReadonlyMap<string, 'file' | 'link'>, entry: Entry, note: TakeNote) {
    const newPaths = new Map<string, string>()
    const queue = urls.entries()
    const worker = async () => {
      for (const [address, use] of queue) {
        const url = site.absolute(address, entry)
        if (!url) continue
        // Files on other sites stay there, unless the publisher supplied them.
        if (use === 'link' && !site.isOnSite(url) && !pictureAt(url) && !existingCopy(url)) continue
        const path = await copyOnce(url, note)
        if (path !== undefined) newPaths.set(address, path)
        else if (isUnknownHost(url)) note({ kind: 'missing-image', detail: url.pathname })
        else note({ kind: 'remote-image', detail: url.href })
      }
    }
    await Promise.all(Array.from({ length: fetchConcurrency }, worker))
    return newPaths
  }

  /** Returns the path of a file that this or an earlier import copied. */
  function existingCopy(url: URL): string | undefined {
    return withExtensions(copyPath(url, site.isOnSite(url))).find((path) => destination.has(path))
  }

  function copyOnce(url: URL, note: TakeNote): Promise<string | undefined> {
    const key = `${url.host}${url.pathname}${url.search}`
    const copy = copies.get(key) ?? copyFile(url, note)
    copies.set(key, copy)
    return copy
  }

  async function copyFile(url: URL, note: TakeNote): Promise<string | undefined> {
    const read = pictureAt(url)
    const existing = read ? undefined : existingCopy(url)
    if (existing !== undefined) {
      destination.keep(existing)
      return existing
    }
    if (!read && (!options.fetch || isUnknownHost(url))) return undefined
    const bytes = read ? read() : await fetchFile(url)
    const path = copyPath(url, site.isOnSite(url))
    // Only the publisher's own documents keep their extension; for other files, the content decides.
    const isDocument = read !== undefined && hasFileExtension(path)
    const place = typeof bytes === 'string' || isDocument ? path : withExtension(path, bytes)
    if (typeof bytes !== 'string' && place !== undefined) {
      destination.add(place, bytes)
      return place
    }
    const why = typeof bytes === 'string' ? bytes : 'its type is not published; images, audio and video are'
    note({ kind: 'failed-image', detail: `${isUnknownHost(url) ? url.pathname : url.href}: ${why}` })
    return undefined
  }
}

function bodyOf({ entry, file }: NamedEntry, note: TakeNote): Root {
  try {
    return entry.body(note)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${file}: ${error.message}`, error.exitCode)
  }
}

/** Set by `oldSite` if the export does not name its site. */
const isUnknownHost = ({ hostname }: URL): boolean => hostname.endsWith('.invalid')

/** Returns the relative path between two files. URLs and absolute paths stay. */
function relative(from: string, to: string): string {
  if (/^(?:https?:|\/|$)/.test(to)) return to
  const steps = posix.relative(posix.dirname(from), to).split('/')
  return steps.map((step) => (step === '..' ? step : encodeURIComponent(step))).join('/')
}
