import type { Content } from '../content/read.ts'
import { nearest } from '../nearest.ts'
import { assetPath, pagePath, places, postJsonPath, postPath, twinPath, type Urls } from './urls.ts'

/** What a written destination turns out to be. */
export type Resolved =
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'here'; readonly path: string; readonly query: string; readonly fragment: string }
  | { readonly kind: 'dead'; readonly message: string; readonly hint: string }

export type Resolve = (href: string, from: string) => Resolved

/**
 * Authors write links as it suits them: to the file beside (`week-02.md#method`), to the address (`/posts/week-02`),
 * or in full. All of them are looked up in one table of what will be published.
 */
export function makeResolver(content: Content, urls: Urls): Resolve {
  const files = new Map<string, string>()
  const published = new Set<string>(Object.values(places))
  for (const post of content.posts) {
    files.set(post.file.path, postPath(post.name))
    published.add(postJsonPath(post.name))
  }
  for (const page of content.pages) files.set(page.file.path, pagePath(page.name))
  for (const path of [places.home, places.developers, places.contact, places.privacy])
    published.add(twinPath(path))
  for (const path of files.values()) published.add(path).add(twinPath(path))
  for (const asset of content.assets) {
    files.set(asset.path, assetPath(asset.path))
    published.add(assetPath(asset.path))
  }

  return (href, from) => {
    const local = ownAddress(href, urls)
    if (local === undefined) return { kind: 'elsewhere' }
    const [, location = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(local) ?? []
    const file = location.startsWith('/') || location === '' ? undefined : beside(from, location)
    const path = pathOf(location, file, from)
    if (path === undefined) {
      if (file !== undefined && isHeldBack(content.broken, file)) return { kind: 'elsewhere' }
      return dead(href, location, file)
    }
    return { kind: 'here', path, query, fragment }
  }

  function pathOf(location: string, file: string | undefined, from: string): string | undefined {
    if (location === '') return files.get(from)
    if (file === undefined) return published.has(location) ? location : undefined
    return files.get(file) ?? files.get(`${file}.md`)
  }

  function dead(href: string, location: string, file: string | undefined): Resolved {
    if (href === '') return { kind: 'dead', message: 'The link has no destination.', hint: 'Give it one.' }
    const message = `${href} points at nothing that is published.`
    if (file !== undefined && isHeldBack(content.drafts, file)) {
      return { kind: 'dead', message, hint: `${file} is a draft: publish it, or take the link out.` }
    }
    const near = file === undefined ? nearest(location, published, 1)[0] : nearest(file, files.keys(), 1)[0]
    const hint = near
      ? `Did you mean ${file === undefined ? near : `the file ${near}`}?`
      : 'Correct or remove it.'
    return { kind: 'dead', message, hint }
  }
}

/** The part below the base URL when the address is this archive's own; undefined when it is somebody else's. */
function ownAddress(href: string, urls: Urls): string | undefined {
  if (href === urls.base) return '/'
  if (href.startsWith(`${urls.base}/`) || href.startsWith(`${urls.base}#`))
    return href.slice(urls.base.length)
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href) ? undefined : href
}

/** A relative path seen from a file, with `.` and `..` resolved; undefined segments climb no further than the top. */
function beside(from: string, location: string): string {
  const steps = from.split('/').slice(0, -1)
  for (const step of decoded(location).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

function isHeldBack(paths: ReadonlySet<string>, file: string): boolean {
  return paths.has(file) || paths.has(`${file}.md`)
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
