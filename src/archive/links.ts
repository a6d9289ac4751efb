import type { Content } from '../content/read.ts'
import { nearFinder } from '../nearest.ts'
import { publishedPaths } from './paths.ts'
import { pagePath, postPath, twinPath, type Urls } from './urls.ts'

/** What a written destination turns out to be. */
export type Target =
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'here'; readonly path: string; readonly query: string; readonly fragment: string }
  | { readonly kind: 'dead'; readonly message: string; readonly hint: string }

/** `from` is the file that the link is written in. */
export type Resolve = (href: string, from: string) => Target

/**
 * Authors write links as it suits them: to the next file (`week-02.md#method`), to the address (`/posts/week-02`),
 * or in full. All of them are looked up in one table of what will be published.
 */
export function makeResolver(content: Content, urls: Urls): Resolve {
  const { all, byFile } = publishedPaths(content)
  const nearPath = nearFinder(all)
  const nearFile = nearFinder(byFile.keys())

  const heldBackAt = new Map<string, string>()
  for (const path of [...content.drafts, ...content.broken]) {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
    const address = path.startsWith('posts/') ? postPath(name) : pagePath(name)
    heldBackAt.set(address, path).set(twinPath(address), path)
  }

  return (href, from) => {
    if (href === '') return { kind: 'dead', message: 'The link has no destination.', hint: 'Give it one.' }
    const local = ownAddress(href, urls)
    if (local === undefined) return { kind: 'elsewhere' }
    const [, location = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(local) ?? []
    const file = location.startsWith('/') || location === '' ? undefined : relativeTo(from, location)
    const path = pathOf(location, file, from)
    if (path !== undefined) return { kind: 'here', path, query, fragment }
    const held = file === undefined ? heldBackAt.get(location) : heldBack(file)
    // What a broken file will be is not known yet, and it is reported itself.
    if (held !== undefined && content.broken.has(held)) return { kind: 'elsewhere' }
    return dead(href, location, file, held)
  }

  function pathOf(location: string, file: string | undefined, from: string): string | undefined {
    if (location === '') return byFile.get(from)
    if (file === undefined) return all.has(location) ? location : undefined
    return byFile.get(file) ?? byFile.get(`${file}.md`)
  }

  /** The file that a name means, if it exists but is not published: a draft, or one with mistakes. */
  function heldBack(file: string): string | undefined {
    return [file, `${file}.md`].find((path) => content.drafts.has(path) || content.broken.has(path))
  }

  function dead(href: string, location: string, file: string | undefined, draft: string | undefined): Target {
    const message = `${decoded(href)} points at nothing that is published.`
    if (draft !== undefined) {
      return { kind: 'dead', message, hint: `${draft} is a draft: publish it, or remove the link.` }
    }
    const near = file === undefined ? nearPath(location) : nearFile(file)
    const hint = near
      ? `Did you mean ${file === undefined ? near : `the file ${near}`}?`
      : 'Correct or remove it.'
    return { kind: 'dead', message, hint }
  }
}

/** The part below the base URL when the address is this archive's own; undefined when it is somebody else's. */
function ownAddress(href: string, urls: Urls): string | undefined {
  const rest = href.startsWith(urls.base) ? href.slice(urls.base.length) : undefined
  if (rest !== undefined && /^(?:[/?#]|$)/.test(rest)) return rest.startsWith('/') ? rest : `/${rest}`
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href) ? undefined : href
}

/** A path seen from a file, with `.` and `..` resolved; none climbs further than the top. */
function relativeTo(from: string, location: string): string {
  const steps = from.split('/').slice(0, -1)
  for (const step of decoded(location).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
