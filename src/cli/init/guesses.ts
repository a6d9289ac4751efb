import { identityOf } from '../../archive/identity.ts'
import { type FieldName, type FieldTable, fieldTable, readFields } from '../../content/fields.ts'
import type { ParsedValue, Plain } from '../../content/locate.ts'
import { readMatter } from '../../content/matter.ts'
import type { Content, SourceDocument } from '../../content/read.ts'
import { readDate } from '../../content/written-date.ts'

/** A key that Citable does not know, by what its name and its values look like. */
interface Guess {
  readonly field: FieldName
  readonly isMissing: (facts: SourceDocument['facts']) => boolean
  readonly name: RegExp
  readonly value: (value: Plain) => boolean
}

const isText = (value: Plain) => typeof value === 'string' && value.trim() !== ''
const isTextOrList = (value: Plain) => isText(value) || (Array.isArray(value) && value.length > 0)

const guesses: readonly Guess[] = [
  {
    field: 'title',
    isMissing: ({ title }) => title === undefined,
    name: /title|headline|heading|subject/i,
    value: isText,
  },
  {
    field: 'published',
    isMissing: ({ published }) => published === undefined,
    name: /date|time|day|publish|post|creat|start|release/i,
    value: (value) => typeof value === 'string' && readDate(value) !== undefined,
  },
  {
    field: 'authors',
    isMissing: ({ authors }) => authors.length === 0,
    name: /author|writer|written|contributor|attribution|by$|creator|speaker/i,
    value: isTextOrList,
  },
  {
    field: 'summary',
    isMissing: ({ summary }) => summary === undefined,
    name: /summary|descr|excerpt|teaser|lead|preview|intro|snippet/i,
    value: (value) => typeof value === 'string' && value.trim().length > 20,
  },
]

/** Keys of posts that say what Citable looks for under other names: those that most posts without it have. */
export function unusualFields({ posts, layout }: Content): Map<FieldName, string> {
  const usualNames = fieldTable({}, layout.generator)
  const found = new Map<FieldName, string>()
  for (const { field, isMissing, name, value } of guesses) {
    const counts = new Map<string, number>()
    const without = posts.filter(({ facts }) => isMissing(facts))
    for (const post of without)
      for (const [key, part] of unknownKeys(post, usualNames))
        if (name.test(key) && value(part.value)) counts.set(key, (counts.get(key) ?? 0) + 1)
    const [best] = [...counts].sort(([, a], [, b]) => b - a)
    if (best && best[1] * 2 > without.length) found.set(field, best[0])
  }
  return found
}

/** With those of a group, as `extra.key`. */
function unknownKeys({ file }: SourceDocument, usualNames: FieldTable): [string, ParsedValue][] {
  const root = readMatter(file).value?.root
  if (!root) return []
  return readFields(root, usualNames).unknown.flatMap(({ key }): [string, ParsedValue][] => {
    const part = root.parts.get(key)
    if (!part) return []
    const inner = Array.isArray(part.value) ? [] : [...part.parts]
    return [[key, part], ...inner.map(([name, one]): [string, ParsedValue] => [`${key}.${name}`, one])]
  })
}

/**
 * The folders that addresses such as `/img/x.png` lead into, where those that are known have not what posts show: each is where the most of it
 * is that is still missing.
 */
export function furtherRoots(
  bodies: readonly string[],
  paths: readonly string[],
  known: readonly string[],
): string[] {
  const files = new Set(paths)
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const alike = byName.get(name)
    if (alike) alike.push(path)
    else byName.set(name, [path])
  }
  const isBelow = (root: string, address: string) => files.has(root === '.' ? address : `${root}/${address}`)
  let missing = [...addressesIn(bodies)].filter((address) => !known.some((root) => isBelow(root, address)))
  const found: string[] = []
  while (found.length < mostRoots) {
    const counts = new Map<string, number>()
    for (const address of missing) {
      const name = address.slice(address.lastIndexOf('/') + 1)
      for (const path of byName.get(name) ?? []) {
        if (!path.endsWith(`/${address}`)) continue
        const root = path.slice(0, -address.length - 1)
        counts.set(root, (counts.get(root) ?? 0) + 1)
      }
    }
    const [best] = [...counts].sort(([a, n], [b, m]) => m - n || a.length - b.length || (a < b ? -1 : 1))
    if (!best) break
    const [root] = best
    found.push(root)
    missing = missing.filter((address) => !isBelow(root, address))
  }
  return found
}

const mostRoots = 3

/** Pictures and other files that are shown by an address from the top of the site, without the first slash. */
function addressesIn(bodies: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const body of bodies)
    for (const [, address = ''] of body.matchAll(
      /(?:\]\(|=["']|^\w+:[ \t]*["']?)\/([^\s"'()<>?#]+\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf))/gim,
    ))
      found.add(address)
  return found
}

/**
 * Where posts were, by the links between them: in `/blog/2020/05/a-title` the end is the name of a post, and the numbers are its year and
 * month. For sites whose own program decides on addresses. The pattern that most such links have comes first.
 */
export function linkedAddresses(content: Content, baseUrl: string | undefined): string[] {
  const identities = content.posts.map((post) => identityOf(post, content))
  const named = new Map(identities.map((one) => [one.slug, one.parts]))
  const counts = new Map<string, number>()
  let links = 0
  for (const path of content.posts.flatMap(({ file }) => ownPaths(file.text, baseUrl))) {
    const steps = path.replace(/\/$/, '').split('/').slice(1)
    const parts = named.get(steps.at(-1) ?? '')
    if (!parts) continue
    const above = steps.slice(0, -1).map((step) => {
      const unit = units.find((one) => parts[one] === step)
      return unit === undefined ? step : `{${unit}}`
    })
    const pattern = `/${[...above, '{slug}'].join('/')}${path.endsWith('/') ? '/' : ''}`
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
    links++
  }
  return [...counts]
    .filter(([, count]) => count >= fewest && count >= links / 10)
    .sort(([, a], [, b]) => b - a)
    .map(([pattern]) => pattern)
}

const units = ['year', 'month', 'day'] as const

/** One link may be a mistake, or lead to a page of the same name. */
const fewest = 2

/** The paths of links to the site itself, in markdown and in HTML. */
function ownPaths(text: string, baseUrl: string | undefined): string[] {
  return Array.from(text.matchAll(destination), ([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '')
    .map((link) =>
      baseUrl !== undefined && link.startsWith(`${baseUrl}/`) ? link.slice(baseUrl.length) : link,
    )
    .filter((link) => /^\/(?!\/)/.test(link))
    .map((link) => link.replace(/[?#].*$/, ''))
}

const destination = /\]\(<?([^\s()<>]+)|\bhref=["']([^"']+)/g
