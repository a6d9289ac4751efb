import { identityOf } from '../../archive/identity.ts'
import { groupedBy } from '../../base/grouped.ts'
import type { Content } from '../../content/read.ts'
import type { SourceDocument } from '../../content/document.ts'
import type { ContentSource } from '../../content/source.ts'
import { type Addresses, type Generator, sectionNames } from '../../generators/generator.ts'
import { type Route, routeOf } from '../../generators/routes.ts'
import { type InitSite, readTexts } from './site.ts'

/** Where posts were on the site. Citations follow the first pattern; without one, the generator's default. */
export interface FoundAddresses extends Addresses {
  /** Sections, if they do not share their patterns. */
  readonly differIn?: readonly string[]
  /** What shows it, such as “from 12 links among posts”; undefined for a guess. */
  readonly evidence?: string | undefined
  /** A file whose code computes addresses. */
  readonly computedIn?: string | undefined
}

interface Folder {
  readonly source: ContentSource
  readonly paths: readonly string[]
  /** The posts are in the folders where the generator expects them. */
  readonly isUsual: boolean
}

const maxCodeFiles = 500

/** The site's own sitemap or feed, as it was built or downloaded; not a template of one. */
const addressLists =
  /^(?:(?:public|static|dist|docs|_site|build)\/)?(?:sitemap|feed|rss|atom|index)[\w-]*\.(?:xml|txt)$/

/** Returns the addresses of posts by settings, routes, links, or a sitemap or feed in the folder, in this order. */
export async function postAddresses(
  content: Content,
  generator: Generator,
  site: InitSite,
  { source, paths, isUsual }: Folder,
): Promise<FoundAddresses> {
  const { title, addresses, settings: { files: settingsFiles = [] } = {} } = generator
  const { posts: oldUrls = [], routedFiles, code: codeFiles, setBy } = addresses
  const read = (wanted: readonly string[]) => readTexts(source, wanted.slice(0, maxCodeFiles))
  if (isUsual && !codeFiles) {
    const inSettings = settingAddresses(content.posts, generator, site)
    const settings = paths.filter((path) => settingsFiles.some((file) => file.test(path)))
    if (!inSettings) return found([], ...defaultUnlessSet(await read(settings)))
    return { ...inSettings, evidence: inSettings.lost.length > 0 ? undefined : 'from the site’s settings' }
  }
  const identities = content.posts.map((post) => identityOf(post, content))
  const all = identities.map(({ parts }) => parts)
  const lists = await read(paths.filter((path) => addressLists.test(path)))
  const linking = [
    { texts: content.posts.map(({ file }) => file.text), what: 'links among posts' },
    ...lists.map(({ path, text }) => ({ texts: [text], what: `addresses in ${path}` })),
  ]
  const linked = linking
    .map(({ texts, what }) => ({ ...linkedAddresses(texts, all, site.baseUrl), what }))
    .sort((a, b) => b.count - a.count)
  const patterns = linked.flatMap((one) => one.patterns)
  const [best] = linked
  const evidence = best && best.count > 0 ? `from ${best.count} ${best.what}` : undefined
  const isRouted = content.posts.every(({ file }) => routedFiles?.test(file.path))
  if (isRouted)
    return found(patterns.length > 0 ? [...oldUrls, ...patterns] : [], 'from the routes of their files')
  const code = await read(codeFiles ? paths.filter((path) => codeFiles.test(path)) : [])
  if (setBy) {
    const [byDefault, setter] = defaultUnlessSet(code)
    return found(patterns, evidence ?? byDefault, setter)
  }
  const routes = code.flatMap(({ path, text }) => {
    const route = routeOf(codeFiles?.exec(path)?.[1] ?? '', text)
    return route ? [{ ...route, path }] : []
  })
  const pathsOfPosts = all.map(({ path = '' }) => path)
  const route = routeOfPosts(routes, pathsOfPosts)
  const plain = new Set(patterns.map((pattern) => pattern.replace(/\/$/, '')))
  const slash = oldUrls[0]?.endsWith('/') ? '/' : ''
  const byRoute = route && !plain.has(route.pattern) ? [route.pattern + slash] : []
  const routeEvidence = route && !route.isComputed ? `from ${route.path}` : undefined
  return found([...patterns, ...byRoute], evidence ?? routeEvidence, route?.path)

  function found(
    known: readonly string[],
    evidence: string | undefined,
    computedIn?: string,
  ): FoundAddresses {
    const others = known.length > 0 ? oldUrls : []
    return { patterns: [...new Set([...known, ...others])], lost: [], evidence, computedIn }
  }

  /** The default as evidence, or the file that sets another address. */
  function defaultUnlessSet(files: readonly { readonly path: string; readonly text: string }[]) {
    const setter = files.find(({ text }) => setBy?.test(text))
    return [setter ? undefined : `${title}’s default`, setter?.path] as const
  }
}

/** The only route of posts, or the one below a folder that posts share, or that has a usual name for posts. */
function routeOfPosts<R extends Route>(routes: readonly R[], paths: readonly string[]): R | undefined {
  const shared = (route: R) => paths.every((path) => path.startsWith(`${route.folder}/`))
  const isUsual = ({ folder }: R) => sectionNames.some((name) => folder.split('/').includes(name))
  const [route, ...others] =
    [routes.filter((one) => one.folder !== '' && shared(one)), routes.filter(isUsual), routes].find(
      ({ length }) => length > 0,
    ) ?? []
  if (!route || others.length > 0) return undefined
  // `src/content/blog/2020/one.md` at `/blog/[...slug]`.
  const isPath = /^(?:\/[^{]*)?\{(?:slug|path)\}$/.test(route.pattern) && paths.every(hasItsPath)
  return { ...route, pattern: isPath ? '/{path}' : route.pattern.replace('{path}', '{slug}') }

  function hasItsPath(path: string): boolean {
    const below = route?.folder === '' ? path : path.slice((route?.folder.length ?? 0) + 1)
    const isBelow = route?.folder === '' || path.startsWith(`${route?.folder}/`)
    return isBelow && (route?.pattern.endsWith('{path}') || !below.includes('/'))
  }
}

/** URL patterns by the site's settings; `differIn` names the sections if they do not share them. */
function settingAddresses(
  posts: readonly SourceDocument[],
  { addresses: { root = /^/, posts: oldUrls = [] } }: Generator,
  { addresses, addressesIn }: InitSite,
): FoundAddresses | undefined {
  if (!addressesIn) return addresses
  const sections = posts.map(({ file }) => {
    const folders = file.path.replace(root, '').split('/').slice(0, -1)
    // Below a language's folder, such as english/, the section is the second.
    return folders.slice(0, 2).find((one) => addressesIn(one)) ?? folders[0] ?? ''
  })
  const distinct = [...new Set(sections)].sort()
  const all = distinct.map((section) => addressesIn(section))
  if (new Set(all.map((one) => JSON.stringify(one))).size === 1) return all[0]
  return {
    patterns: [...new Set(all.flatMap((one) => one?.patterns ?? oldUrls))],
    lost: all.flatMap((one) => one?.lost ?? []),
    differIn: distinct.map((section) => section || 'the top folder'),
  }
}

type PostParts = Readonly<Record<string, string>>

const units = ['year', 'month', 'day'] as const
/** A single link may be a mistake, or a page of the same name. */
const minLinks = 2

/** Guesses URL patterns from links that end with the name of a post, such as `/blog/2020/05/a-title`. Most common first. */
function linkedAddresses(texts: readonly string[], posts: readonly PostParts[], baseUrl: string | undefined) {
  const named = new Map(posts.map((parts) => [parts['slug'], parts]))
  const links = texts.flatMap((text) =>
    Array.from(text.matchAll(linkedUrl), ([, link = '']) => link.replace(/[?#].*$/, '')),
  )
  const site = baseUrl ?? linkedSite(links, new Set(posts.map(({ path }) => `/${path}`)))
  const patterns = links
    .map((link) => (site !== undefined && link.startsWith(`${site}/`) ? link.slice(site.length) : link))
    .filter((link) => /^\/(?!\/)/.test(link))
    .flatMap((path) => {
      const end = /(?:\/|\.html)?$/.exec(path)?.[0] ?? ''
      const steps = path
        .slice(0, path.length - end.length)
        .split('/')
        .slice(1)
      const parts = named.get(steps.at(-1) ?? '')
      if (!parts) return []
      const above = steps.slice(0, -1).map((step) => {
        const unit = units.find((one) => parts[one] === step)
        return unit === undefined ? step : `{${unit}}`
      })
      const isPath = above.length > 0 && steps.join('/') === parts['path']
      return [`/${isPath ? '{path}' : [...above, '{slug}'].join('/')}${end}`]
    })
  const common = byCount(patterns).filter(([, n]) => n >= minLinks && n >= patterns.length / 10)
  return { patterns: common.map(([pattern]) => pattern), count: common[0]?.[1] ?? 0 }
}

/** Guesses the site's origin: links to it match the paths of posts. */
function linkedSite(links: readonly string[], paths: ReadonlySet<string>): string | undefined {
  const sites = links.flatMap((link) => {
    const [, site, path = ''] = /^(https?:\/\/[^/]+)(\/[^/]+\/.*?)\/?$/.exec(link) ?? []
    return site !== undefined && paths.has(path) ? [site] : []
  })
  return byCount(sites).find(([, count]) => count >= minLinks)?.[0]
}

/** Also Liquid, `{{ "/a/" | url }}` and `{{ site.baseurl }}/a/`, and sitemaps and feeds. */
const beforeUrl = /\]\(<?|\bhref=["']|<(?:loc|link|id|guid)[^<>]*>\s*|^(?=https?:)/.source
const liquid = /\{\{\s*(?:["']|site\.(?:base)?url\s*\}\})/.source
const linkedUrl = new RegExp(`(?:${beforeUrl})(?:${liquid})?([^\\s()<>"']+)`, 'gm')

/** Counts occurrences, most frequent first. */
export function byCount(all: readonly string[], tie: (a: string, b: string) => number = () => 0) {
  const groups = groupedBy(all, (one) => one)
  const counts = Array.from(groups, ([one, { length }]): [string, number] => [one, length])
  return counts.sort(([a, n], [b, m]) => m - n || tie(a, b))
}

/** One line for the publisher; none for a folder that may never have been a site. */
export function addressLine(
  { patterns, evidence, computedIn }: FoundAddresses,
  generator: Generator,
): string[] {
  const [pattern = generator.addresses.posts?.[0]] = patterns
  if (pattern === undefined) return []
  if (evidence !== undefined) return [`Addresses: ${pattern} (${evidence}).`]
  const guess =
    computedIn === undefined
      ? 'nothing in this folder shows where posts live; set `oldUrls` in archive.yaml'
      : `${computedIn} computes them; check \`oldUrls\` in archive.yaml (${pattern})`
  return [`Addresses: guessed: ${guess}.`]
}
