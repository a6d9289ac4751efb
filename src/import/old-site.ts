import type { Root } from 'hast'
import { decoded } from '../archive/links.ts'
import type { Entry, ExportedSite } from './exported.ts'
import { isElement, type Parent, property } from './html-tree.ts'

/** The site that an export was made of: what its addresses mean now. */
export interface OldSite {
  /** In full, as a browser would have followed it from the entry; undefined for what is no address of the web. */
  absolute(href: string, from: Entry): URL | undefined
  /** The entry that was there. */
  entryAt(url: URL): Entry | undefined
  isOfTheSite(url: URL): boolean
}

export function oldSite(site: ExportedSite, entries: readonly Entry[]): OldSite {
  const base = parsedUrl(site.url ?? '') ?? new URL('http://old-site.invalid/')
  const home = hostOf(base)
  const byAddress = new Map<string, Entry>()
  const absolute = (href: string, from?: Entry) => {
    const start = parsedUrl(from?.addresses[0] ?? '', base) ?? base
    const url = parsedUrl(href.trim(), start)
    return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
  }
  for (const entry of entries)
    for (const address of entry.addresses) {
      const url = absolute(address)
      if (url && !byAddress.has(keyOf(url))) byAddress.set(keyOf(url), entry)
    }
  return {
    absolute,
    entryAt: (url) => byAddress.get(keyOf(url)),
    isOfTheSite: (url) => hostOf(url) === home,
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
export function eachAddress(parent: Parent, change: (address: string, use: AddressUse) => string): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue
    for (const [name, use] of Object.entries(addressProperties)) {
      const address = property(child, name)
      if (address !== '' && (name !== 'href' || child.tagName === 'a'))
        child.properties[name] = change(address, use)
    }
    eachAddress(child, change)
  }
}

const addressProperties = { src: 'file', poster: 'file', href: 'link' } as const

/** What a link may lead to besides pages. */
export function hasFileEnding(address: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|svg|mp3|m4a|ogg|wav|mp4|m4v|mov|webm|pdf|zip|csv|docx?|xlsx?|pptx?|epub)(?:[?#]|$)/i.test(
    address,
  )
}
