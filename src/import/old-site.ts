import type { Root } from 'hast'
import { addressVariants } from '../archive/old-addresses.ts'
import { isReserved } from '../archive/paths.ts'
import { fnv1a, shortened, slugify } from '../archive/names.ts'
import { decoded, isWebAddress, normalPath } from '../base/paths.ts'
import type { Entry, ExportedSite, FiledNote } from './exported.ts'
import { elementsIn, property } from './html-tree.ts'

/** The site that an export was made of: what its addresses mean now. */
export function oldSite(site: ExportedSite, entries: readonly Entry[]) {
  const base = parsedUrl(site.url ?? '') ?? new URL('http://old-site.invalid/')
  const home = hostOf(base)
  const byAddress = new Map<string, Entry>()
  /** In full, as a browser would have followed it from the entry; undefined for what is no address of the web. */
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
    isOfTheSite: (url: URL) => hostOf(url) === home,
  }
}

/** Spellings of one address that servers do not tell apart. */
function keyOf(url: URL): string {
  const path = decoded(url.pathname).replace(/(?:\/index\.(?:html?|php))?\/*$/, '')
  // WordPress: the address of an entry that has no other.
  const id = url.searchParams.get('p') ?? url.searchParams.get('page_id')
  return `${hostOf(url)}${path}${id === null ? '' : `?${id}`}`
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^www\./, '')
}

export function parsedUrl(text: string, base?: string | URL): URL | undefined {
  return URL.canParse(text, base?.toString()) ? new URL(text, base) : undefined
}

/** The path of an old address, if the archive can answer there. */
export function pathOf(address: string): string | undefined {
  const url = parsedUrl(address, 'http://old-site.invalid/')
  return url && url.pathname !== '/' && url.search === '' ? url.pathname : undefined
}

/** Every file that a body shows, plays or links to, as it is written, and whether it only links to it. */
export function addressesOfFiles(tree: Root): Map<string, AddressUse> {
  const found = new Map<string, AddressUse>()
  eachAddress(tree, (address, use) => {
    if (use === 'file' || (hasFileEnding(address) && !found.has(address))) found.set(address, use)
    return address
  })
  return found
}

export type AddressUse = 'file' | 'link'

/** Changes every address of a body to what the function gives for it. */
export function eachAddress(tree: Root, change: (address: string, use: AddressUse) => string): void {
  for (const node of elementsIn(tree))
    for (const [name, use] of Object.entries(addressProperties)) {
      const address = property(node, name)
      if (address !== '' && (name !== 'href' || node.tagName === 'a'))
        node.properties[name] = change(address, use)
    }
}

const addressProperties = { src: 'file', poster: 'file', href: 'link' } as const

export function hasFileEnding(address: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|svg|mp3|m4a|ogg|wav|mp4|m4v|mov|webm|pdf|zip|csv|docx?|xlsx?|pptx?|epub)(?:[?#]|$)/i.test(
    address,
  )
}

export interface NamedEntry {
  readonly entry: Entry
  readonly file: string
  /** Paths where it was and where the archive answers for it. */
  readonly aliases: readonly string[]
}

/** Gives each entry the name of its file, and the old addresses that no other has. */
export function nameAll(entries: readonly Entry[], note: (note: FiledNote) => void): NamedEntry[] {
  const distinct = { post: distinctNames(), page: distinctNames() }
  const files = entries.map((entry) => distinct[entry.kind](nameOf(entry)))
  const own = entries.map(({ kind }, at) =>
    addressVariants(kind === 'post' ? `/posts/${files[at]}` : `/${files[at]}`),
  )
  const answered = new Set(own.filter((_, at) => !entries[at]?.withheld).flat())
  return entries.map((entry, at) => {
    const file = `${entry.kind}s/${files[at]}.md`
    const aliases = entry.addresses
      .slice(0, 1)
      .flatMap((address) => pathOf(address) ?? [])
      .filter((path) => {
        const all = addressVariants(normalPath(path))
        if (all.some((one) => own[at]?.includes(one))) return false
        const isFree = !all.some((one) => answered.has(one)) && !isReserved(path.split('/')[1] ?? '')
        if (isFree && !entry.withheld) for (const one of all) answered.add(one)
        if (!isFree) note({ kind: 'address', detail: path, file })
        return isFree
      })
    return { entry, file, aliases }
  })
}

/** Letters of other scripts stay: the file is for people, and its id is made by the engine. */
function nameOf({ slug, title, kind, addresses }: Entry): string {
  const written = decoded(slug)
  const latin = shortened(slugify(written))
  const any = written
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const name = latin || any || `post-${fnv1a(title + addresses.join())}`
  return kind === 'page' && isReserved(name) ? `${name}-page` : name
}

/** A name that is taken is followed by a number. It goes on from the last, or thousands of one name would cost their square. */
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
