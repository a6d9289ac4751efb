import type { PlannedDocument, PlannedPost } from './model.ts'
import { type BuildCache, noCache } from '../base/caches.ts'
import { idMatcher } from '../content/archive-keys.ts'
import { withoutEnding } from '../content/layout.ts'
import type { Content } from '../content/read.ts'
import type { SourceDocument } from '../content/document.ts'
import type { MarkdownParser } from '../base/hooks.ts'
import { none } from '../generators/none/none.ts'
import { parserWith } from '../markdown/parser.ts'
import { bylineReader } from './authors.ts'
import { asOfDay } from './as-of.ts'
import { type Body, type BodyContext, readBody } from './body.ts'
import { type Covers, coversOf, lookOf, type ResolvedLook } from './look.ts'
import { distinctIds, type Identity, identityOf } from './identity.ts'
import { makeResolver, translateOptions } from './links.ts'
import { listsOf } from './lists.ts'
import { postAddresses, belowBase, namedAddressesOf, oldListsOf, redirectStub } from './old-addresses.ts'
import { type PublishedPaths, publishedPaths } from './paths.ts'
import { type SeriesIndex, seriesOf } from './series.ts'
import { slugify } from './names.ts'
import { makeUrls, pagePath, postPath, servicePaths, type Urls } from './urls.ts'

export interface PlanOptions {
  readonly baseUrl: string
  /**
   * Holds back posts after this day, and posts that have expired. A date-time stands for its day in the publication's time zone.
   * Omit to include all posts.
   */
  readonly asOf?: string | undefined
  /** Publishes future posts, whatever the settings say. */
  readonly future?: boolean | undefined
  readonly cache?: BuildCache | undefined
  readonly markdown?: ((parser: MarkdownParser) => unknown) | undefined
}

/** Everything that is decided before bodies are parsed, because links depend on it. */
export interface BuildPlan {
  readonly content: Content
  /** Newest first, including unlisted posts. */
  readonly posts: readonly PlannedPost[]
  readonly pages: readonly PlannedDocument[]
  /** Posts, pages, and documents with broken front matter: all bodies to parse. */
  readonly documents: readonly Pick<PlannedDocument, 'source' | 'path'>[]
  readonly series: SeriesIndex
  /** `idPattern` from archive.yaml if every id matches it. */
  readonly idPattern: string
  readonly mismatchedIds: ReadonlySet<string>
  readonly covers: Covers
  readonly look: ResolvedLook
  readonly paths: PublishedPaths
  readonly reader: BodyContext
  readonly cache: BuildCache
}

export function planArchive(
  allContent: Content,
  { baseUrl, asOf, future, cache = noCache, markdown }: PlanOptions,
): BuildPlan {
  const identities = new Map(allContent.posts.map((post) => [post, identityOf(post, allContent)]))
  const content = asOf === undefined ? allContent : asOfDay(allContent, identities, asOf, future)
  const { settings, layout, redirects } = content
  const urls = makeUrls(baseUrl)
  const series = seriesOf(content.posts, settings)
  const shown = new Set(content.posts)
  const identified = [...identities].filter(([post]) => shown.has(post))
  const posts = planPosts(identified, content, series, urls)
  const pages = content.pages.map((source) => planPage(source, content, urls))
  const published = firstAtPath(posts)
  const distinct = () => distinctIds(identified.map(([, identity]) => identity))
  const lists = listsOf(
    published.filter(({ isUnlisted }) => !isUnlisted),
    series.labels,
  )
  const paths = publishedPaths([...posts, ...pages], lists, {
    distinctIds: published.length < posts.length ? distinct() : undefined,
    oldFeeds: layout.oldFeeds,
    oldLists: oldListsOf(content, lists, posts.length, urls),
    stubs: redirects.map((source) => redirectStub(source, identityOf(source, content), content, urls)),
  })
  const resolve = makeResolver(content, paths, urls)
  const reader = {
    resolve,
    urls,
    language: settings.language,
    syntaxes: translateOptions(content, resolve, urls),
    parser: markdown && parserWith(markdown),
  }
  return {
    content,
    posts,
    pages,
    documents: [...posts, ...pages, ...content.invalid.map((source) => ({ source, path: '' }))],
    series,
    ...idsOf(posts, settings.idPattern),
    covers: coversOf(posts, reader),
    look: lookOf(content, reader),
    paths,
    reader,
    cache,
  }
}

/** Keeps the first of each path. Duplicates are errors, which publishers can lower to warnings. */
export function firstAtPath<T extends { readonly path: string }>(all: readonly T[]): T[] {
  const first = new Map<string, T>()
  for (const item of all) if (!first.has(item.path)) first.set(item.path, item)
  return [...first.values()]
}

/** Parses the bodies of all documents. They are independent, so any order or thread will do. */
export async function readBodies(
  plan: BuildPlan,
  onRead: (bodies: number) => unknown = () => {},
): Promise<Body[]> {
  const bodies: Body[] = []
  for (const document of plan.documents) {
    const { source, path } = document
    const body = cachedBody(document, plan)
    bodies.push(body ?? cacheBody(document, await readBody(source, path, plan.reader), plan))
    await onRead(1)
  }
  return bodies
}

type UnparsedDocument = BuildPlan['documents'][number]

/** Returns the cached body if the text, the settings and all link targets are unchanged. */
export function cachedBody(
  document: UnparsedDocument,
  plan: BuildPlan,
  form: CachedForm = 'body',
): Body | undefined {
  const { cache, reader } = plan
  const { file } = document.source
  const cached = cache.get(documentKey(form, document, plan)) as StoredBody | undefined
  const shown = cached && (cache.loader(cached.digest) as Body['shown'] | undefined)
  if (!shown) return undefined
  for (const [href, target] of cached.resolved)
    if (JSON.stringify(reader.resolve(href, file.path)) !== target) return undefined
  return { file, shown, ...cached }
}

/** The text is stored separately, under its digest. */
type StoredBody = Omit<Body, 'file' | 'shown'> & { readonly digest: string }

/** Caches a body and returns it with its digest. */
export function cacheBody(
  document: UnparsedDocument,
  body: Body,
  plan: BuildPlan,
  form: CachedForm = 'body',
): Body {
  const { cache } = plan
  if (cache === noCache) return body
  const { file, shown, digest: _, ...rest } = body
  const { html, markdown } = shown()
  const key = documentKey(form, document, plan)
  // Of all that decides the text, which is shorter than the text.
  const stored = { digest: cache.key('shown', key, JSON.stringify([...body.resolved])), ...rest }
  cache.set(stored.digest, { html, markdown })
  cache.set(key, stored)
  const load = cache.loader(stored.digest) as Body['shown'] | undefined
  return { file, shown: load ?? shown, ...stored }
}

type CachedForm = 'body' | 'body without text'

function documentKey(
  form: CachedForm,
  { source, path }: UnparsedDocument,
  { cache, reader }: BuildPlan,
): string {
  return cache.key(form, reader.urls.base, source.key, path)
}

/** Newest first. */
function planPosts(
  identified: readonly (readonly [SourceDocument, Identity])[],
  content: Content,
  series: SeriesIndex,
  urls: Urls,
): PlannedPost[] {
  const { settings, layout } = content
  const bylineOf = bylineReader(content)
  const posts = identified.map(([source, identity]): PlannedPost => {
    const { id, hasHashId, published, parts } = identity
    const seriesName = series.of.get(source) ?? ''
    const addresses = postAddresses(source, identity, content, urls)
    const pathByRule = settings.urls && addresses.byRule(settings.urls)
    const ownPath = pathByRule && belowBase(pathByRule, urls)
    const originals = settings.originals && (settings.urls ?? layout.oldUrls[0])
    return {
      kind: 'post',
      source,
      id,
      fileName: parts['name'] ?? id,
      path: ownPath ?? postPath(id),
      originalPath: originals && addresses.byRule(originals),
      oldAddresses:
        ownPath === undefined ? addresses.old : [...addresses.old, { path: postPath(id), offset: undefined }],
      isUnlisted: source.facts.unlisted,
      hasHashId,
      datePublished: published ?? null,
      tags: source.facts.tags.map(({ text }) => text),
      series: seriesName,
      seriesLabel: series.labels.get(seriesName) ?? seriesName,
      seriesNumber: 0,
      // Last: V8 gives each object that gains properties after a spread its own hidden class.
      ...bylineOf(source),
    }
  })
  return numberPosts(posts.sort(newestFirst))
}

/** Newest first, then by id, descending; undated posts last. Compares code units, so no locale matters. */
function newestFirst(a: PlannedPost, b: PlannedPost): number {
  const [ofA, ofB] = [a.datePublished ?? '', b.datePublished ?? '']
  if (ofA !== ofB) return ofA < ofB ? 1 : -1
  if (a.id !== b.id) return a.id < b.id ? 1 : -1
  return a.source.file.path < b.source.file.path ? -1 : 1
}

/** Numbers posts from the oldest of their series. Front matter wins; unlisted posts use up no number. */
function numberPosts(posts: readonly PlannedPost[]): PlannedPost[] {
  const counts = new Map<string, number>()
  return posts
    .toReversed()
    .map((post) => {
      const position = (counts.get(post.series) ?? 0) + 1
      if (!post.isUnlisted) counts.set(post.series, position)
      return { ...post, seriesNumber: post.source.facts.seriesNumber?.number ?? position }
    })
    .reverse()
}

/** An index is the home page; that of a generator's site only if `pages` names it by its path. */
function planPage(source: SourceDocument, { settings, layout }: Content, urls: Urls): PlannedDocument {
  const { file, facts, hasLayout } = source
  const [, name = ''] = /([^/]+)(?:\/index)?$/.exec(withoutEnding(file.path).slice(source.base.length)) ?? []
  const id = slugify(facts.slug?.text ?? name)
  const oldAddresses = namedAddressesOf(source, settings, urls)
  const page = { kind: 'page', id, fileName: id, oldAddresses, isUnlisted: facts.unlisted } as const
  const isOurs = settings.pages?.includes(file.path) || (layout.generator === none && !hasLayout)
  if (id !== 'index' || !isOurs) return { ...page, source, path: pagePath(id) }
  const title = { text: settings.title, offset: 0 }
  const summary = settings.description !== undefined && { summary: { text: settings.description, offset: 0 } }
  const asHome = { ...source, facts: { ...summary, ...facts, title } }
  return { ...page, source: asHome, path: servicePaths.home, isUnlisted: false }
}

/** The contract's pattern applies if every id matches it. */
const weeklyPattern = /^week-\d{2}$/
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

function idsOf(posts: readonly PlannedPost[], configured: string | undefined) {
  const fits = configured === undefined ? () => true : idMatcher(configured)
  const mismatchedIds = new Set(posts.map(({ id }) => id).filter((id) => !fits(id)))
  const derived = posts.every(({ id }) => weeklyPattern.test(id)) ? weeklyPattern : slugPattern
  return { mismatchedIds, idPattern: (mismatchedIds.size === 0 && configured) || derived.source }
}
