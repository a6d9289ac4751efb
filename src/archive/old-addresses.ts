import { isLanguageTag, isWebAddress, normalPath } from '../base/paths.ts'
import type { Layout } from '../content/layout.ts'
import type { Content } from '../content/read.ts'
import type { SourceDocument } from '../content/document.ts'
import { fillPattern, type Identity, partValue, type NameParts, siteAddresses } from './identity.ts'
import { slugify } from './names.ts'
import { leaves, type List } from './lists.ts'
import { postPath, servicePaths, type Urls } from './urls.ts'

/** A former path of a post or page. */
export interface OldAddress {
  readonly path: string
  /** Offset in front matter; undefined if it comes from a pattern. */
  readonly offset: number | undefined
  /** One of several possible; a post that certainly had the path comes first. */
  readonly isGuess?: boolean
}

/** The old addresses of a post, and `byRule`: its path by front matter or a pattern, if all parts are known. */
export function postAddresses(
  source: SourceDocument,
  identity: Identity,
  { layout, settings }: Content,
  urls: Urls,
) {
  const { relativeAliases, spell } = layout.generator.addresses
  const candidates = addressParts(source, identity, layout)
  const [asWritten, spelled = asWritten] = candidates
  const usual = spell ? spelled : asWritten
  const own = siteAddresses(source, settings, urls.base).find(({ isOwn }) => isOwn)
  const byRule = (pattern: string) => (own ? asPath(own.text) : usual && filledPath(pattern, usual))
  const filled = layout.oldUrls.flatMap((pattern) =>
    candidates.flatMap((parts) => filledPath(pattern, parts) ?? []),
  )
  const fromPatterns = [...new Set(filled.map((path) => belowBase(path, urls)))]
  const certain = fromPatterns.length > 0 && belowBase(byRule(layout.oldUrls[0] ?? '') ?? '', urls)
  const guesses = fromPatterns.map((path) => ({ path, offset: undefined, isGuess: path !== certain }))
  const folders = relativeAliases ? fromPatterns.map((path) => path.replace(/[^/]+\/?$/, '')) : []
  const named = namedAddressesOf(source, settings, urls, [...new Set(folders)])
  const old: OldAddress[] = [...named, ...guesses.filter(({ path }) => path !== '/')]
  return { byRule, old }
}

function filledPath(pattern: string, parts: NameParts): string | undefined {
  const needed = Array.from(pattern.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const isKnown = needed.every((name) => name.startsWith('categor') || partValue(name, parts) !== '')
  return isKnown ? asPath(fillPattern(pattern, parts)) : undefined
}

/** Patterns are for the whole site; the archive may be below a path of it. */
export const belowBase = (path: string, { basePath }: Urls) =>
  basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path

const [minimumPerPage, maximumPages] = [5, 50]

/** Old lists in the post folders (front page, numbered pages, tags), each with its replacement. */
export function oldListsOf(
  { layout, settings }: Content,
  lists: readonly List[],
  posts: number,
  urls: Urls,
): (readonly [from: string, to: string])[] {
  const { addresses } = layout.generator
  const { tags: oldTags = ['tags/{tag}/', 'categories/{tag}/'], pages: oldPages = ['page/{n}/'] } = addresses
  const rules = [...layout.oldUrls, settings.urls ?? ''].filter((rule) => rule.includes('{'))
  const folders = new Set(
    rules.map((rule) => belowBase(asPath(rule.slice(0, rule.indexOf('{')).replace(/[^/]*$/, '')), urls)),
  )
  const [all] = lists.filter(({ kind }) => kind === 'years')
  const tags = leaves(lists.filter(({ kind }) => kind === 'tags'))
  // Numbered pages start at 2.
  const others = Math.min(maximumPages, Math.ceil(posts / minimumPerPage)) - 1
  const pages = Array.from({ length: Math.max(0, others) }, (_, nth) => nth + 2)
  return [...folders].flatMap((folder) => [
    ...(folder === '/' ? [] : [[folder, servicePaths.home] as const]),
    ...oldPages.flatMap((page) =>
      pages.map((n) => [folder + page.replace('{n}', String(n)), all?.path ?? servicePaths.home] as const),
    ),
    ...oldTags.flatMap((rule) =>
      tags.map(({ name, path }) => [asPath(folder + rule.replace('{tag}', slugify(name))), path] as const),
    ),
  ])
}

/** Old addresses in front matter. Relative ones are below each of `folders`, or at the top. */
export function namedAddressesOf(
  source: SourceDocument,
  settings: Content['settings'],
  urls: Urls,
  folders: readonly string[] = [],
): OldAddress[] {
  const { slug } = source.facts
  // Some publishers write a whole path as the slug.
  const named = [
    ...siteAddresses(source, settings, urls.base).flatMap((address) =>
      address.isRelative && folders.length > 0
        ? folders.map((folder) => ({ ...address, text: folder + address.text }))
        : [address],
    ),
    ...(slug?.text.includes('/') && !isWebAddress(slug.text) ? [slug] : []),
  ]
  return named
    .map(({ text, offset }) => ({ path: belowBase(asPath(text), urls), offset }))
    .filter(({ path }) => path !== '/')
}

/** All values an old address may contain, by generator version and settings. Extra ones do no harm. */
function addressParts(
  { facts }: SourceDocument,
  { parts, days, categories }: Identity,
  { generator, isZoneAssumed }: Layout,
): NameParts[] {
  const { namePrefix = '', spell } = generator.addresses
  const { path = '', name = '', title = '' } = parts
  const above = path.slice(0, path.lastIndexOf('/') + 1)
  const routed = path.slice(above.length).replace(namePrefix, '')
  const paths = new Set(facts.slug ? [path] : [above + routed, path, above + name])
  // `post/post.md` may be the folder's post.
  if (above.endsWith(`/${name}/`)) paths.add(above.slice(0, -1))
  // The address of `post.en.md` has no language, but `node.js.md` keeps all.
  const [, stem = name, tag = ''] = /^(.+)\.([\w-]+)$/.exec(name) ?? []
  const ofAnyLanguage = isLanguageTag(tag) ? stem : name
  if (ofAnyLanguage !== name) paths.add(above + ofAnyLanguage)
  const slug = facts.slug?.text.replace(/^\/|\/$/g, '') ?? ofAnyLanguage
  const slugOrTitle = (!facts.slug && title) || slug
  const moment = isZoneAssumed ? facts.published?.moment : undefined
  const dates = new Set([...days, ...(moment === undefined ? [] : daysAnywhere(moment))])
  // Categories of several words have hyphens or spaces in addresses.
  const spaced = categories.join('/')
  return [...paths].flatMap((inSite) =>
    (dates.size > 0 ? [...dates] : ['']).flatMap((date) => {
      const [year = '', month = '', day = ''] = date.split('-')
      const names = { path: inSite, slug, slug_or_title: slugOrTitle, name }
      const asWritten = { ...parts, ...names, year, month, day }
      const spelled = spell && Object.entries(names).map(([part, text]) => [part, spell(text, slugify)])
      const all = spelled ? [asWritten, { ...asWritten, ...Object.fromEntries(spelled) }] : [asWritten]
      return / /.test(spaced) ? [...all, ...all.map((each) => ({ ...each, categories: spaced }))] : all
    }),
  )
}

/** The possible local days of a date-time in any time zone. A date without a time is one day. */
function daysAnywhere(moment: string): string[] {
  if (moment.endsWith('T00:00:00Z')) return []
  const at = Date.parse(moment)
  return [-12, 0, 14].map((hours) => new Date(at + hours * 3_600_000).toISOString().slice(0, 10))
}

/** Variants that servers treat alike: with a trailing slash, `index.html` or `.html`, and without. */
export function addressVariants(path: string): string[] {
  const plain = path.replace(/\/index\.html?$|\/$/, '')
  if (/\.html?$/.test(plain)) return [plain, plain.replace(/\.html?$/, '')]
  return [plain, `${plain}/`, `${plain}/index.html`]
}

/** A file has one variant, a folder two. */
export function feedVariants(address: string): string[] {
  const path = asPath(address)
  const plain = path.replace(/\/$/, '')
  return /\.\w+$/.test(plain) ? [plain] : [plain, `${plain}/`]
}

export interface RedirectStub {
  readonly source: SourceDocument
  readonly addresses: readonly string[]
  /** Undefined if it is on another site. */
  readonly target: string | undefined
}

/** A document that only leads to another page. Relative targets are resolved as a browser would, from its own address. */
export function redirectStub(
  source: SourceDocument,
  identity: Identity,
  content: Content,
  urls: Urls,
): RedirectStub {
  const { byRule, old } = postAddresses(source, identity, content, urls)
  const host = new URL(content.settings.baseUrl ?? urls.base).origin
  const to = source.facts.redirect?.text ?? ''
  const from = host + (byRule(content.layout.oldUrls[0] ?? '') ?? '/')
  const target = URL.canParse(to, from) ? new URL(to, from) : undefined
  const isHere = target && [host, new URL(urls.base).origin].includes(target.origin)
  return {
    source,
    addresses: [...old.map(({ path }) => path), postPath(identity.id)],
    target: isHere ? belowBase(normalPath(target.pathname), urls) : undefined,
  }
}

/** The path of a URL, encoded as a browser would. */
function asPath(address: string): string {
  const path = isWebAddress(address)
    ? new URL(address).pathname
    : `/${address.replace(/^\/+/, '').replace(/[?#].*$/, '')}`
  const { pathname } = new URL(`http://old.invalid${path}`)
  return normalPath(pathname).replace(/\/{2,}/g, '/')
}
