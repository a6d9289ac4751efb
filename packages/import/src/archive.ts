import { posix } from 'node:path'
import type { Root } from 'hast'
import { termsComment, toYaml, UsageError } from './engine.ts'
import { clean } from './clean.ts'
import type { Author, Entry, Exported, ExportFiles, FiledNote, Note, Picture, TakeNote } from './exported.ts'
import { noteKinds, totals } from './exported.ts'
import { copyPath, fileFetcher, filesFolder, localFiles, withExtension, withExtensions } from './media.ts'
import type { NamedEntry, UrlUse } from './old-site.ts'
import { fileUrls, hasFileExtension, nameEntries, oldSite, rewriteUrls } from './old-site.ts'
import { markdownOf } from './to-markdown.ts'

export type Imported = Awaited<ReturnType<typeof writeArchive>>

export interface Destination {
  /** Returns whether this or an earlier import wrote the file. */
  has(path: string): boolean
  /** Keeps a file from an earlier import. */
  keep(path: string): void
  add(path: string, body: string | Uint8Array): void
}

interface ArchiveOptions {
  readonly files: ExportFiles
  readonly images: readonly ExportFiles[]
  readonly destination: Destination
  readonly mayFetch: boolean
  readonly allowPrivate: boolean
  readonly fallbackTitle: string
  tick(done: number, total: number): Promise<void>
}

/** Writes an export as an archive, one entry at a time. */
export async function writeArchive(exported: Exported, options: ArchiveOptions) {
  const { destination, tick } = options
  const notes: FiledNote[] = (exported.leftOut ?? []).map((note) => ({ ...note, file: undefined }))
  const site = oldSite(exported.site, exported.entries)
  const named = nameEntries(exported.entries, (note) => notes.push(note))
  const fileOf = new Map(named.map(({ entry, file }) => [entry, file]))
  const pictureAt = localFiles([...options.images, options.files])
  const fetchFile = fileFetcher(options.allowPrivate)
  const copies = new Map<string, Promise<string | undefined>>()
  for (const [at, one] of named.entries()) {
    await tick(at, named.length)
    await writeEntry(one)
  }
  destination.add('archive.yaml', settingsText(exported, options.fallbackTitle))
  destination.add('import-report.md', reportText(notes))
  const count = (test: (entry: Entry) => boolean) => exported.entries.filter(test).length
  return {
    posts: count(({ kind, draftReason }) => kind === 'post' && !draftReason),
    pages: count(({ kind, draftReason }) => kind === 'page' && !draftReason),
    drafts: count(({ draftReason }) => draftReason !== undefined),
    copied: (await Promise.all(copies.values())).filter((place) => place !== undefined).length,
    notes,
  }

  async function writeEntry(one: NamedEntry): Promise<void> {
    const { entry, file } = one
    const note = (found: Note) => notes.push({ ...found, file })
    if (entry.draftReason) note(entry.draftReason)
    for (const known of entry.leftOut ?? []) note(known)
    const tree = bodyOf(one, note)
    clean(tree, note)
    const shown = fileUrls(tree)
    if (entry.image) shown.set(entry.image.src, 'file')
    const newPaths = await copyFiles(shown, entry, note)
    rewriteLinks(tree, one, newPaths, note)
    const body = markdownOf(tree)
    if (body.trim() === '') note({ kind: 'no-text', detail: 'has no text' })
    const { image } = entry
    const src =
      image && relative(file, newPaths.get(image.src) ?? site.absolute(image.src, entry)?.href ?? image.src)
    destination.add(file, postText(one, body, image && src !== undefined ? { ...image, src } : undefined))
  }

  /** Copies files and returns their new path by URL. Remote files that are not copied have none. */
  async function copyFiles(addresses: ReadonlyMap<string, UrlUse>, entry: Entry, note: TakeNote) {
    const found = new Map<string, string>()
    const queue = addresses.entries()
    const next = async () => {
      for (const [address, use] of queue) {
        const url = site.absolute(address, entry)
        // Files on other sites stay there, unless the publisher supplied them.
        if (url && use === 'link' && !site.isOnSite(url) && !pictureAt(url) && !existingCopy(url)) continue
        const place = url && (await copyOnce(url, note))
        if (place !== undefined) found.set(address, place)
        else if (url && isUnknownHost(url)) note({ kind: 'missing-image', detail: url.pathname })
        else if (url) note({ kind: 'remote-image', detail: url.href })
      }
    }
    await Promise.all(Array.from({ length: fetchConcurrency }, next))
    return found
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
    if (!read && (!options.mayFetch || isUnknownHost(url))) return undefined
    const bytes = read ? read() : await fetchFile(url)
    const failed = (why: string) => {
      note({ kind: 'failed-image', detail: `${isUnknownHost(url) ? url.pathname : url.href}: ${why}` })
      return undefined
    }
    if (typeof bytes === 'string') return failed(bytes)
    const path = copyPath(url, site.isOnSite(url))
    // Only the publisher's own documents keep their extension; for other files, the content decides.
    const isDocument = read !== undefined && hasFileExtension(path)
    const place = isDocument ? path : withExtension(path, bytes)
    if (place === undefined) return failed('its type is not published; images, audio and video are')
    destination.add(place, bytes)
    return place
  }

  function rewriteLinks(
    tree: Root,
    { entry, file }: NamedEntry,
    newPaths: ReadonlyMap<string, string>,
    note: TakeNote,
  ): void {
    rewriteUrls(tree, (address, use) => {
      const newPath = newPaths.get(address)
      if (newPath !== undefined) return relative(file, newPath)
      if (address.startsWith('#')) return address
      const url = site.absolute(address, entry)
      if (!url) return address
      const target = use === 'link' ? site.entryAt(url) : undefined
      const targetFile = target && !target.draftReason ? fileOf.get(target) : undefined
      if (target === entry && url.hash !== '') return url.hash
      if (targetFile !== undefined) return relative(file, targetFile) + url.hash
      if (use === 'link' && site.isOnSite(url) && !hasFileExtension(address))
        note({ kind: 'site-link', detail: url.href })
      return isUnknownHost(url) ? `${url.pathname}${url.search}${url.hash}` : url.href
    })
  }
}

const fetchConcurrency = 4

function bodyOf({ entry, file }: NamedEntry, note: TakeNote): Root {
  try {
    return entry.body(note)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${file}: ${error.message}`, error.exitCode)
  }
}

/** Set by `oldSite` if the export does not name its site. */
function isUnknownHost({ hostname }: URL): boolean {
  return hostname.endsWith('.invalid')
}

/** Returns the relative path between two files. URLs and absolute paths stay. */
function relative(from: string, to: string): string {
  if (/^(?:https?:|\/)/.test(to)) return to
  return posix
    .relative(posix.dirname(from), to)
    .split('/')
    .map((step) => (step === '..' ? step : encodeURIComponent(step)))
    .join('/')
}

function postText({ entry, aliases }: NamedEntry, body: string, image: Picture | undefined): string {
  const { title, published, modified, summary, authors = [], tags = [], canonical, draftReason } = entry
  const facts = {
    title: title || undefined,
    published,
    modified: Date.parse(modified ?? '') > Date.parse(published ?? '') ? modified : undefined,
    summary: summary?.replace(/\s+/g, ' '),
    authors: some(authors),
    tags: some(distinct(tags)),
    image: image?.src,
    imageAlt: image?.alt || undefined,
    aliases: some(aliases),
    canonical,
    draft: draftReason ? true : undefined,
  }
  const front = Object.values(facts).some((value) => value !== undefined) ? `---\n${yaml(facts)}---\n\n` : ''
  return `${front}${body.trim()}\n`
}

/** Leaves `baseUrl` unset: the old URL may still be in use. */
function settingsText({ site, authors = new Map() }: Exported, fallbackTitle: string): string {
  const [only, ...more] = authors.values()
  const title = oneLine(site.title) ?? fallbackTitle
  const language = site.language?.replaceAll('_', '-') ?? ''
  const isTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language)
  const author =
    only && more.length === 0
      ? { name: oneLine(only.name) ?? title, type: 'person' }
      : { name: title, type: 'organization' }
  const section = (comment: string, values: object) => yaml(values) && `# ${comment}\n${yaml(values)}`
  return [
    '# Settings of this archive, as `citable import` found them. Citable’s docs/REFERENCE.md lists every setting.\n',
    yaml({ title, description: oneLine(site.description), language: isTag ? language : undefined }),
    section('Cited when a post names no author; type is person or organization.', { author }),
    '# Where it will be published:\n# baseUrl: https://archive.example\n',
    termsComment,
    section('Files from the old site keep their paths below this folder.', { files: filesFolder }),
    section('The old feed redirects to the new one.', { oldFeeds: site.feed }),
    section('Authors, by the key that posts use for them.', { authors: authorFacts(authors) }),
  ].join('')
}

/** The report of what was not imported, grouped by kind. */
function reportText(notes: readonly FiledNote[]): string {
  const sections = totals(notes).map(([kind, sum]) => {
    const [noun, advice] = noteKinds[kind]
    const lines = notes
      .filter((note) => note.kind === kind)
      .map(({ file, detail }) => `- ${file === undefined ? '' : `\`${file}\`: `}${oneLine(detail)}`)
    return `## ${noun[0]?.toUpperCase()}${noun.slice(1)} (${sum})\n\n${advice}\n\n${lines.join('\n')}\n`
  })
  const first = '# What was not imported\n\n`citable import` wrote this report. You can delete it.\n'
  return [first, ...(sections.length > 0 ? sections : ['Everything was imported.\n'])].join('\n')
}

function authorFacts(authors: ReadonlyMap<string, Author>): Record<string, object> | undefined {
  const facts = Array.from(authors, ([key, { name, url = '' }]) => {
    const isAddress = URL.canParse(url) && /^https?:\/\/[^?#@]+$/.test(url)
    return [key, { name: oneLine(name) ?? key, url: isAddress ? url : undefined }]
  })
  return facts.length > 0 ? Object.fromEntries(facts) : undefined
}

/** Categories and tags often repeat each other in different case. */
function distinct(tags: readonly string[]): string[] {
  const byName = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return [...new Set(tags.map((tag) => byName.get(tag.toLowerCase()) ?? tag))].filter(Boolean)
}

function some<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined
}

function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim() || undefined
}

/** Omits undefined values. */
function yaml(value: object): string {
  return Object.values(value).every((one) => one === undefined) ? '' : toYaml(value)
}
