import { posix } from 'node:path'
import type { Root } from 'hast'
import { UsageError } from '../base/errors.ts'
import { clean } from './clean.ts'
import {
  type Entry,
  type Exported,
  type ExportFiles,
  type FiledNote,
  type Note,
  type TakeNote,
  type Author,
  noteKinds,
  type Picture,
  totals,
} from './exported.ts'
import {
  fetchesAtOnce,
  fileFetcher,
  mediaExtension,
  picturesIn,
  placeOf,
  withExtension,
  withExtensions,
  filesFolder,
} from './media.ts'
import {
  addressesOfFiles,
  type AddressUse,
  eachAddress,
  hasFileEnding,
  nameAll,
  type NamedEntry,
  oldSite,
} from './old-site.ts'
import { markdownOf } from './to-markdown.ts'
import { toYaml } from '../base/escape.ts'
import { termsComment } from '../content/archive-keys.ts'

export interface Imported {
  readonly posts: number
  readonly pages: number
  readonly drafts: number
  /** Pictures and other files. */
  readonly copied: number
  readonly notes: readonly FiledNote[]
}

export interface Destination {
  /** Whether this or an earlier import has written it. */
  has(path: string): boolean
  /** The file stays as an earlier import wrote it. */
  keep(path: string): void
  add(path: string, body: string | Uint8Array): void
}

export interface ArchiveOptions {
  readonly files: ExportFiles
  readonly images: readonly ExportFiles[]
  readonly destination: Destination
  readonly mayFetch: boolean
  readonly allowPrivate: boolean
  readonly fallbackTitle: string
  tick(done: number, total: number): Promise<void>
}

/** Writes an export as an archive, one entry at a time. */
export async function archiveOf(exported: Exported, options: ArchiveOptions): Promise<Imported> {
  const { destination, tick } = options
  const notes: FiledNote[] = (exported.leftOut ?? []).map((note) => ({ ...note, file: undefined }))
  const site = oldSite(exported.site, exported.entries)
  const named = nameAll(exported.entries, (note) => notes.push(note))
  const fileOf = new Map(named.map(({ entry, file }) => [entry, file]))
  const pictureAt = picturesIn([...options.images, options.files])
  const fetchFile = fileFetcher(options.allowPrivate)
  const places = new Map<string, Promise<string | undefined>>()
  for (const [at, one] of named.entries()) {
    await tick(at, named.length)
    await writeEntry(one)
  }
  destination.add('archive.yaml', settingsText(exported, options.fallbackTitle))
  destination.add('import-report.md', reportText(notes))
  const count = (test: (entry: Entry) => boolean) => exported.entries.filter(test).length
  return {
    posts: count(({ kind, withheld }) => kind === 'post' && !withheld),
    pages: count(({ kind, withheld }) => kind === 'page' && !withheld),
    drafts: count(({ withheld }) => withheld !== undefined),
    copied: (await Promise.all(places.values())).filter((place) => place !== undefined).length,
    notes,
  }

  async function writeEntry(one: NamedEntry): Promise<void> {
    const { entry, file } = one
    const note = (found: Note) => notes.push({ ...found, file })
    if (entry.withheld) note(entry.withheld)
    for (const known of entry.leftOut ?? []) note(known)
    const tree = bodyOf(one, note)
    clean(tree, note)
    const shown = addressesOfFiles(tree)
    if (entry.image) shown.set(entry.image.src, 'file')
    const now = await whereNow(shown, entry, note)
    readdress(tree, one, now, note)
    const body = markdownOf(tree)
    if (body.trim() === '') note({ kind: 'no-text', detail: 'has no text' })
    const { image } = entry
    const src =
      image && relative(file, now.get(image.src) ?? site.absolute(image.src, entry)?.href ?? image.src)
    destination.add(file, postText(one, body, image && src !== undefined ? { ...image, src } : undefined))
  }

  /** For each address the file in the archive; those that stay where they are have none. */
  async function whereNow(
    addresses: ReadonlyMap<string, AddressUse>,
    entry: Entry,
    note: TakeNote,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const waiting = addresses.entries()
    const next = async () => {
      for (const [address, use] of waiting) {
        const url = site.absolute(address, entry)
        // What is somebody else's stays there, unless the publisher has it.
        if (url && use === 'link' && !site.isOfTheSite(url) && !pictureAt(url) && !earlier(url)) continue
        const place = url && (await placed(url, note))
        if (place !== undefined) found.set(address, place)
        else if (url && isNowhere(url)) note({ kind: 'missing-image', detail: url.pathname })
        else if (url) note({ kind: 'remote-image', detail: url.href })
      }
    }
    await Promise.all(Array.from({ length: fetchesAtOnce }, next))
    return found
  }

  /** Where this or an earlier import put a file, whether or not it has one to read now. */
  function earlier(url: URL): string | undefined {
    return withExtensions(placeOf(url, site.isOfTheSite(url))).find((path) => destination.has(path))
  }

  function placed(url: URL, note: TakeNote): Promise<string | undefined> {
    const key = `${url.host}${url.pathname}${url.search}`
    const place = places.get(key) ?? copied(url, note)
    places.set(key, place)
    return place
  }

  async function copied(url: URL, note: TakeNote): Promise<string | undefined> {
    const read = pictureAt(url)
    const before = read ? undefined : earlier(url)
    if (before !== undefined) {
      destination.keep(before)
      return before
    }
    if (!read && (!options.mayFetch || isNowhere(url))) return undefined
    const bytes = read ? read() : await fetchFile(url)
    const failed = (why: string) => {
      note({ kind: 'failed-image', detail: `${isNowhere(url) ? url.pathname : url.href}: ${why}` })
      return undefined
    }
    if (typeof bytes === 'string') return failed(bytes)
    const path = placeOf(url, site.isOfTheSite(url))
    const extension = mediaExtension(bytes)
    // The publisher's own documents keep their names; nothing else is named by whoever wrote its address.
    const isDocument = read !== undefined && hasFileEnding(path)
    if (extension === undefined && !isDocument)
      return failed('its type is not published; images, audio and video are')
    const place = extension === undefined || isDocument ? path : withExtension(path, extension)
    destination.add(place, bytes)
    return place
  }

  function readdress(
    tree: Root,
    { entry, file }: NamedEntry,
    now: ReadonlyMap<string, string>,
    note: TakeNote,
  ): void {
    eachAddress(tree, (address, use) => {
      const here = now.get(address)
      if (here !== undefined) return relative(file, here)
      if (address.startsWith('#')) return address
      const url = site.absolute(address, entry)
      if (!url) return address
      const target = use === 'link' ? site.entryAt(url) : undefined
      const targetFile = target && !target.withheld ? fileOf.get(target) : undefined
      if (target === entry && url.hash !== '') return url.hash
      if (targetFile !== undefined) return relative(file, targetFile) + url.hash
      if (use === 'link' && site.isOfTheSite(url) && !hasFileEnding(address))
        note({ kind: 'site-link', detail: url.href })
      return isNowhere(url) ? `${url.pathname}${url.search}${url.hash}` : url.href
    })
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

/** The export does not say where its site was. */
function isNowhere({ hostname }: URL): boolean {
  return hostname.endsWith('.invalid')
}

/** From one file of the archive to another; addresses of the web stay as they are. */
function relative(from: string, to: string): string {
  if (/^(?:https?:|\/)/.test(to)) return to
  return posix
    .relative(posix.dirname(from), to)
    .split('/')
    .map((step) => (step === '..' ? step : encodeURIComponent(step)))
    .join('/')
}

export function postText({ entry, aliases }: NamedEntry, body: string, image: Picture | undefined): string {
  const { title, published, modified, summary, authors = [], tags = [], canonical, withheld } = entry
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
    draft: withheld ? true : undefined,
  }
  const front = Object.values(facts).some((value) => value !== undefined) ? `---\n${yaml(facts)}---\n\n` : ''
  return `${front}${body.trim()}\n`
}

/** The settings of the archive. Where it will be is not known, and its old address may still be in use. */
function settingsText({ site, authors = new Map() }: Exported, fallbackTitle: string): string {
  const [only, ...more] = authors.values()
  const title = oneLine(site.title) ?? fallbackTitle
  const isTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(site.language?.replace('_', '-') ?? '')
  const author =
    only && more.length === 0
      ? { name: oneLine(only.name) ?? title, type: 'person' }
      : { name: title, type: 'organization' }
  return [
    '# Settings of this archive, as `citable import` found them. Citable’s docs/REFERENCE.md lists every setting.\n',
    yaml({
      title,
      description: oneLine(site.description),
      language: isTag ? site.language?.replace('_', '-') : undefined,
    }),
    '# Cited when a post names no author; type is person or organization.\n',
    yaml({ author }),
    '# Where it will be published:\n# baseUrl: https://archive.example\n',
    termsComment,
    '# Files from the old site keep their paths below this folder.\n',
    yaml({ files: filesFolder }),
    ...(site.feed === undefined
      ? []
      : ['# The old feed redirects to the new one.\n', yaml({ oldFeeds: site.feed })]),
    ...(authors.size === 0
      ? []
      : ['# Authors, by the key that posts use for them.\n', yaml({ authors: authorFacts(authors) })]),
  ].join('')
}

/** Everything that was not carried over, file by file, for the publisher to read once and delete. */
export function reportText(notes: readonly FiledNote[]): string {
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

function authorFacts(authors: ReadonlyMap<string, Author>): Record<string, object> {
  const facts = Array.from(authors, ([key, { name, url = '' }]) => {
    const isAddress = URL.canParse(url) && /^https?:\/\/[^?#@]+$/.test(url)
    return [key, { name: oneLine(name) ?? key, url: isAddress ? url : undefined }]
  })
  return Object.fromEntries(facts)
}

/** Categories and tags often have the same names, in different letters. */
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

/** Keys without a value are left out. */
function yaml(value: object): string {
  return Object.values(value).every((one) => one === undefined) ? '' : toYaml(value)
}
