import type { Root } from 'hast'
import { addressVariants, decoded, isReserved, isWebAddress, normalPath } from './engine.ts'
import { fnv1a, shortened, slugify } from './engine.ts'
import type { Entry, Exported } from './exported.ts'
import type { FiledNote } from './exported.ts'
import { elementsIn, property } from './html-tree.ts'

/** Resolves URLs of the exported site. */
export function oldSite(site: Exported['site'], entries: readonly Entry[]) {
  const base = parsedUrl(site.url ?? '') ?? new URL('http://old-site.invalid/')
  const home = hostOf(base)
  const byAddress = new Map<string, Entry>()
  /** Resolves a URL relative to an entry; undefined unless http or https. */
  const absolute = (href: string, from?: Entry) => {
    const start = parsedUrl(from?.addresses[0] ?? '', base) ?? base
    const url = parsedUrl(href.trim(), start)
    return url && isWebAddress(url.href) ? url : undefined
  }
  for (const entry of entries)
    for (const address of entry.addresses) {
      const url = absolute(address)
      if (url && !byAddress.has(keyOf(url))) byAddress.set(keyOf(url), entry)
    }
  return {
    absolute,
    entryAt: (url: URL) => byAddress.get(keyOf(url)),
    isOnSite: (url: URL) => hostOf(url) === home,
  }
}

/** Normalizes equivalent URLs. */
function keyOf(url: URL): string {
  const path = decoded(url.pathname).replace(/(?:\/index\.(?:html?|php))?\/*$/, '')
  // WordPress's URL of an entry without a permalink.
  const id = url.searchParams.get('p') ?? url.searchParams.get('page_id')
  return `${hostOf(url)}${path}${id === null ? '' : `?${id}`}`
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

export const parsedUrl = (text: string, base?: string | URL): URL | undefined =>
  URL.canParse(text, base?.toString()) ? new URL(text, base) : undefined

/** Returns the path of an old URL, if the archive can serve it. */
export function pathOf(address: string): string | undefined {
  const url = parsedUrl(address, 'http://old-site.invalid/')
  return url && url.pathname !== '/' && url.search === '' ? url.pathname : undefined
}

/** Returns the URLs of files that a body embeds or links to. */
export function fileUrls(tree: Root): Map<string, UrlUse> {
  const urls = new Map<string, UrlUse>()
  rewriteUrls(tree, (address, use) => {
    if (use === 'file' || (hasFileExtension(address) && !urls.has(address))) urls.set(address, use)
    return address
  })
  return urls
}

export type UrlUse = 'file' | 'link'

const urlProperties = { src: 'file', poster: 'file', href: 'link' } as const

/** Rewrites every URL of a body. */
export function rewriteUrls(tree: Root, change: (address: string, use: UrlUse) => string): void {
  for (const node of elementsIn(tree))
    for (const [name, use] of Object.entries(urlProperties)) {
      const address = property(node, name)
      if (address !== '' && (name !== 'href' || node.tagName === 'a'))
        node.properties[name] = change(address, use)
    }
}

const extensions =
  'jpe?g|png|gif|webp|avif|svg|mp3|m4a|ogg|wav|mp4|m4v|mov|webm|pdf|zip|csv|docx?|xlsx?|pptx?|epub'
const withFileExtension = new RegExp(String.raw`\.(?:${extensions})(?:[?#]|$)`, 'i')

export const hasFileExtension = (address: string): boolean => withFileExtension.test(address)

export interface NamedEntry {
  readonly entry: Entry
  readonly file: string
  /** Old paths that the archive redirects. */
  readonly aliases: readonly string[]
}

/** Assigns file names and old paths, each to one entry. */
export function nameEntries(entries: readonly Entry[], note: (note: FiledNote) => void): NamedEntry[] {
  const distinct = { post: distinctNames(), page: distinctNames() }
  const files = entries.map((entry) => distinct[entry.kind](nameOf(entry)))
  const pages = entries.map(({ kind }, at) => (kind === 'post' ? `/posts/${files[at]}` : `/${files[at]}`))
  const own = pages.map(addressVariants)
  const taken = new Set(own.filter((_, at) => !entries[at]?.draftReason).flat())
  return entries.map((entry, at) => {
    const file = `${entry.kind}s/${files[at]}.md`
    const aliases = entry.addresses
      .slice(0, 1)
      .flatMap((address) => pathOf(address) ?? [])
      .filter((path) => {
        const all = addressVariants(normalPath(path))
        if (all.some((address) => own[at]?.includes(address))) return false
        const isFree = !all.some((address) => taken.has(address)) && !isReserved(path.split('/')[1] ?? '')
        if (isFree && !entry.draftReason) for (const address of all) taken.add(address)
        if (!isFree) note({ kind: 'address', detail: path, file })
        return isFree
      })
    return { entry, file, aliases }
  })
}

/** Keeps other scripts: files are for people, and ids are derived later. */
function nameOf({ slug, title, kind, addresses }: Entry): string {
  const text = decoded(slug)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const name =
    shortened(slugify(text)) || words.join('-').slice(0, 60) || `post-${fnv1a(title + addresses.join())}`
  return kind === 'page' && isReserved(name) ? `${name}-page` : name
}

/** Appends a number to a taken name. Counts on from the last: restarting would be quadratic. */
function distinctNames(): (name: string) => string {
  const taken = new Set<string>()
  const last = new Map<string, number>()
  return (name) => {
    let number = last.get(name) ?? 1
    let file = name
    while (taken.has(file)) file = `${name}-${++number}`
    last.set(name, number)
    taken.add(file)
    return file
  }
}
