import { isLanguageTag, isWebAddress, normalPath } from '../base/paths.ts'
import type { Layout } from '../content/layout.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import type { Generator } from '../generators/generator.ts'
import { generatorNamed } from '../generators/registry.ts'
import { filled, type Identity, partNamed, type Parts } from './identity.ts'
import { slugged } from './names.ts'
import { leaves, type List } from './lists.ts'
import { servicePaths, type Urls } from './urls.ts'

/** Where a post or page was before it came here: as paths, as they are asked for. */
export interface OldAddress {
  readonly path: string
  /** Where front matter names it; undefined when a pattern of archive.yaml makes it. */
  readonly offset: number | undefined
}

export function oldAddressesOf(
  written: SourceDocument,
  identity: Identity,
  { layout, settings }: Content,
  urls: Urls,
): OldAddress[] {
  const formerly = formerParts(written, identity, layout)
  const made = layout.oldUrls.flatMap((pattern) =>
    formerly.flatMap((parts) =>
      isKnown(pattern, parts) ? [belowBase(asPath(filled(pattern, parts)), urls)] : [],
    ),
  )
  const once = Array.from(new Set(made), (path) => ({ path, offset: undefined }))
  const { relativeAliases } = generatorNamed(layout.generator)
  const folders = relativeAliases ? [...new Set(made.map((path) => path.replace(/[^/]+\/?$/, '')))] : []
  return [...namedAddressesOf(written, settings, urls, folders), ...once.filter(({ path }) => path !== '/')]
}

/** Where a post is by the site's own rule: its front matter, else a pattern. Undefined where a part of the pattern is unknown. */
export function addressByRule(
  written: SourceDocument,
  identity: Identity,
  pattern: string,
  { layout }: Content,
): string | undefined {
  const own = written.facts.oldAddresses.find(({ isOwn }) => isOwn)
  if (own) return asPath(own.text)
  const [asWritten, spelled = asWritten] = formerParts(written, identity, layout)
  const parts = generatorNamed(layout.generator).spelling ? spelled : asWritten
  return parts && isKnown(pattern, parts) ? asPath(filled(pattern, parts)) : undefined
}

function isKnown(pattern: string, parts: Parts): boolean {
  const needed = Array.from(pattern.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  return needed.every((name) => name.startsWith('categor') || partNamed(name, parts) !== '')
}

/** Rules name addresses of the whole site, of which the archive may be a part. */
export function belowBase(path: string, { basePath }: Urls): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}

/** Lists that a site had in its post folders, by its rules: the front page of its blog, numbered pages, tags. With what replaces each. */
export function oldListsOf(
  { layout, settings }: Content,
  lists: readonly List[],
  posts: number,
  urls: Urls,
): (readonly [from: string, to: string])[] {
  const { oldTags = usualTags, oldPages = usualPages } = generatorNamed(layout.generator)
  const rules = [...layout.oldUrls, settings.urls ?? ''].filter((rule) => rule.includes('{'))
  const folders = new Set(
    rules.map((rule) => belowBase(asPath(rule.slice(0, rule.indexOf('{')).replace(/[^/]*$/, '')), urls)),
  )
  const [all] = lists.filter(({ kind }) => kind === 'years')
  const tags = lists.filter(({ kind }) => kind === 'tags').flatMap(({ below }) => leaves(below))
  // The first page is the front page.
  const others = Math.min(mostPages, Math.ceil(posts / fewestOnPage)) - 1
  const pages = Array.from({ length: Math.max(0, others) }, (_, nth) => nth + 2)
  return [...folders].flatMap((folder) => [
    ...(folder === '/' ? [] : [[folder, servicePaths.home] as const]),
    ...oldPages.flatMap((page) =>
      pages.map((n) => [folder + page.replace('{n}', String(n)), all?.path ?? servicePaths.home] as const),
    ),
    ...oldTags.flatMap((rule) =>
      tags.map(({ name, path }) => [asPath(folder + rule.replace('{tag}', slugged(name))), path] as const),
    ),
  ])
}

const usualTags = ['tags/{tag}/', 'categories/{tag}/']
const usualPages = ['page/{n}/']
const [fewestOnPage, mostPages] = [5, 50]

/** Those that front matter names; a page has no others. A relative one is below one of the folders, or at the top where there are none. */
export function namedAddressesOf(
  { facts }: SourceDocument,
  settings: Content['settings'],
  urls: Urls,
  folders: readonly string[] = [],
): OldAddress[] {
  const own = [urls.base, settings.baseUrl ?? urls.base].map((base) => new URL(base).host)
  // Some write a whole address as the slug.
  const said = [
    ...facts.oldAddresses.flatMap((one) =>
      one.isRelative && folders.length > 0
        ? folders.map((folder) => ({ ...one, text: folder + one.text }))
        : [one],
    ),
    ...(facts.slug?.text.includes('/') ? [facts.slug] : []),
  ]
  // A whole address of another site is what a post is about, not where it was.
  return said
    .filter(({ text }) => !isWebAddress(text) || own.includes(new URL(text).host))
    .map(({ text, offset }) => ({ path: belowBase(asPath(text), urls), offset }))
    .filter(({ path }) => path !== '/')
}

/** All that an old address of this post may have been made of: it depends on the generator's version and settings. Too many do no harm. */
function formerParts(
  { facts }: SourceDocument,
  { parts, days, categories }: Identity,
  { generator: generatorName, timeZone }: Layout,
): Parts[] {
  const generator = generatorNamed(generatorName)
  const { path = '', name = '' } = parts
  const above = path.slice(0, path.lastIndexOf('/') + 1)
  const paths = new Set([path, facts.slug ? path : above + name])
  // `post/post.md` may be the post of the folder.
  if (above.endsWith(`/${name}/`)) paths.add(above.slice(0, -1))
  // `post.en.md` says its language, and its address does not.
  const ofAnyLanguage = withoutLanguage(name)
  if (ofAnyLanguage !== name) paths.add(above + ofAnyLanguage)
  const slug = facts.slug?.text.replace(/^\/|\/$/g, '') ?? ofAnyLanguage
  const moment = generator.ownTimeZone && !timeZone ? facts.published?.moment : undefined
  const dates = new Set([...days, ...(moment === undefined ? [] : daysAnywhere(moment))])
  const spell = generator.spelling && spellers[generator.spelling]
  // A category of several words has hyphens in an address, or spaces.
  const spaced = categories.join('/')
  return [...paths].flatMap((one) =>
    (dates.size > 0 ? [...dates] : ['']).flatMap((date) => {
      const [year = '', month = '', day = ''] = date.split('-')
      const asWritten = { ...parts, path: one, slug, year, month, day }
      const all = spell
        ? [asWritten, { ...asWritten, path: spell(one), slug: spell(slug), name: spell(name) }]
        : [asWritten]
      return / /.test(spaced) ? [...all, ...all.map((each) => ({ ...each, categories: spaced }))] : all
    }),
  )
}

/** `post.en`; in `node.js`, that is part of the name. */
function withoutLanguage(name: string): string {
  const [, stem = name, tag = ''] = /^(.+)\.([\w-]+)$/.exec(name) ?? []
  return isLanguageTag(tag) ? stem : name
}

const spellers: Readonly<Record<NonNullable<Generator['spelling']>, (path: string) => string>> = {
  lower: (path) => path.toLowerCase().replace(/\s+/g, '-'),
  slug: (path) => path.split('/').map(slugged).join('/'),
  // Letters stay as they are; hyphens are one between words, and none around them.
  trimmed: (path) => path.replace(/[\s-]+/g, '-').replace(/(^|\/)-|-(?=\/|$)/g, '$1'),
}

/** The days that a moment is in, from one end of the world's time zones to the other; a day written without a time is one day. */
function daysAnywhere(moment: string): string[] {
  if (moment.endsWith('T00:00:00Z')) return []
  const at = Date.parse(moment)
  return [-12, 0, 14].map((hours) => new Date(at + hours * 3_600_000).toISOString().slice(0, 10))
}

/** With and without what servers let out: a slash at the end, `index.html`, `.html`. */
export function spellings(path: string): string[] {
  const plain = path.replace(/\/index\.html?$|\/$/, '')
  if (/\.html?$/.test(plain)) return [plain, plain.replace(/\.html?$/, '')]
  return [plain, `${plain}/`, `${plain}/index.html`]
}

/** A file has one spelling, and a folder two. */
export function feedSpellings(address: string): string[] {
  const path = asPath(address)
  const plain = path.replace(/\/$/, '')
  return /\.\w+$/.test(plain) ? [plain] : [plain, `${plain}/`]
}

/** The path of an address, encoded as a browser sends it. */
function asPath(address: string): string {
  const path = isWebAddress(address)
    ? new URL(address).pathname
    : `/${address.replace(/^\/+/, '').replace(/[?#].*$/, '')}`
  // Steps such as `..` are resolved as a browser does.
  const { pathname } = new URL(path.replace(/^\/{2,}/, '/'), 'http://old.invalid')
  return normalPath(pathname).replace(/\/{2,}/g, '/')
}
