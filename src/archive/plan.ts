import type { PlannedDocument, PlannedPost } from './model.ts'
import { type BuildCache, noCache } from '../base/caches.ts'
import { idMatcher } from '../content/archive-keys.ts'
import { withoutEnding } from '../content/layout.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { withLanguages } from '../markdown/decorate/highlight.ts'
import type { MarkdownParser } from '../base/hooks.ts'
import { parserWith } from '../markdown/parser.ts'
import { type Bylines, bylinesOf } from './authors.ts'
import { withoutLater } from './as-of.ts'
import { type Body, type BodyContext, readBody } from './body.ts'
import { type Covers, coversOf } from './look.ts'
import { distinctIds, identityOf } from './identity.ts'
import { makeResolver, translateOptions } from './links.ts'
import { type List, listsOf } from './lists.ts'
import { addressByRule, belowBase, namedAddressesOf, oldAddressesOf, oldListsOf } from './old-addresses.ts'
import { type PublishedPaths, publishedPaths } from './paths.ts'
import { type SeriesOf, seriesOf } from './series.ts'
import { slugged } from './names.ts'
import { makeUrls, pagePath, postPath, type Urls } from './urls.ts'

/** What an archive is built for: where it will be, and for which day. */
export interface BuildOptions {
  readonly baseUrl: string
  /** A day, after which posts are left out; or the moment of publication, for the day that it is in. Without it, no clock is asked. */
  readonly asOf?: string | undefined
  readonly cache?: BuildCache | undefined
  readonly markdown?: ((parser: MarkdownParser) => unknown) | undefined
}

/** All that is settled before the first body is read: what everything is called, and so where links lead. */
export interface BuildPlan {
  readonly content: Content
  /** Newest first, with those that are in no list. */
  readonly posts: readonly PlannedPost[]
  readonly pages: readonly PlannedDocument[]
  /** What is to be read: the posts, the pages, and those whose front matter is broken. */
  readonly documents: readonly Pick<PlannedDocument, 'source' | 'path'>[]
  readonly series: SeriesOf
  readonly bylines: Bylines
  /** What every id matches: as archive.yaml has it, unless there are ids that do not. */
  readonly idPattern: string
  readonly misfits: ReadonlySet<string>
  readonly lists: readonly List<PlannedPost>[]
  readonly covers: Covers
  readonly paths: PublishedPaths
  readonly reader: BodyContext
  readonly cache: BuildCache
}

export function planArchive(
  read: Content,
  { baseUrl, asOf, cache = noCache, markdown }: BuildOptions,
): BuildPlan {
  const content = asOf === undefined ? read : withoutLater(read, asOf)
  const { settings } = content
  const urls = makeUrls(baseUrl)
  const series = seriesOf(content.posts, settings)
  const bylines = bylinesOf(content)
  const posts = planPosts(content, series, bylines, urls)
  const pages = content.pages.map((source) => planPage(source, content, urls))
  const published = firstAtPath(posts)
  const lists = listsOf(
    published.filter(({ isUnlisted }) => !isUnlisted),
    series.labels,
  )
  const paths = publishedPaths([...posts, ...pages], lists, {
    distinctIds: published.length < posts.length ? distinctIds(content.posts, content) : undefined,
    hasCards: settings.look.card === undefined,
    oldFeeds: content.layout.oldFeeds,
    oldLists: oldListsOf(content, lists, posts.length, urls),
  })
  const resolve = makeResolver(content, paths, urls)
  const reader = {
    resolve,
    urls,
    syntaxes: translateOptions(content, resolve, urls),
    parser: markdown && parserWith(markdown),
  }
  return {
    content,
    posts,
    pages,
    documents: [...posts, ...pages, ...content.invalid.map((source) => ({ source, path: '' }))],
    series,
    bylines,
    ...idsOf(posts, settings.idPattern),
    lists,
    covers: coversOf(posts, reader),
    paths,
    reader,
    cache,
  }
}

/** Two at one path are an error; who makes a warning of it gets the first. */
export function firstAtPath<T extends { readonly path: string }>(all: readonly T[]): T[] {
  const first = new Map<string, T>()
  for (const one of all) if (!first.has(one.path)) first.set(one.path, one)
  return [...first.values()]
}

/** The bodies of all documents. None depends on another, so they may be read in any order and anywhere. */
export async function readBodies(plan: BuildPlan): Promise<Body[]> {
  const bodies: Body[] = []
  for (const document of plan.documents) {
    const kept = cachedBody(document, plan)
    bodies.push(kept ?? cacheBody(document, await readBodyOf(document, plan), plan))
  }
  return bodies
}

type Unread = BuildPlan['documents'][number]

export function readBodyOf({ source, path }: Unread, { reader }: BuildPlan): Promise<Body> {
  return withLanguages(() => readBody(source, path, reader))
}

/** As it was read before, if it would be the same today: it is made of its own text, the settings and where each of its links leads. */
export function cachedBody(document: Unread, plan: BuildPlan, form: CachedForm = 'body'): Body | undefined {
  const { cache, reader } = plan
  const { file } = document.source
  const kept = cache.get(documentKey(form, document, plan)) as Omit<Body, 'file'> | undefined
  if (!kept) return undefined
  for (const [href, target] of kept.resolved)
    if (JSON.stringify(reader.resolve(href, file.path)) !== target) return undefined
  return { ...kept, file }
}

/** With its digest from now on. */
export function cacheBody(document: Unread, body: Body, plan: BuildPlan, form: CachedForm = 'body'): Body {
  const { cache } = plan
  if (cache === noCache) return body
  const { file, ...rest } = { ...body, digest: cache.key('shown', body.html, body.markdown) }
  cache.set(documentKey(form, document, plan), rest)
  return { ...rest, file }
}

/** With the text that a search index is made of, without it, or that part of an index alone. */
export type CachedForm = 'body' | 'body without text' | 'index part'

export function documentKey(
  form: CachedForm,
  { source, path }: Unread,
  { cache, reader }: BuildPlan,
): string {
  return cache.key(form, reader.urls.base, source.key, path)
}

/** Newest first. */
function planPosts(content: Content, series: SeriesOf, bylines: Bylines, urls: Urls): PlannedPost[] {
  const posts = content.posts.map((source): PlannedPost => {
    const identity = identityOf(source, content)
    const { id, isMadeUp, published } = identity
    const name = series.of.get(source) ?? ''
    const { settings, layout } = content
    const ruled = settings.urls && addressByRule(source, identity, settings.urls, content)
    const own = ruled && belowBase(ruled, urls)
    const originals = settings.originals && (settings.urls ?? layout.oldUrls[0])
    return {
      kind: 'post',
      source,
      id,
      path: own ?? postPath(id),
      originalPath: originals && addressByRule(source, identity, originals, content),
      oldAddresses: [
        ...oldAddressesOf(source, identity, content, urls),
        ...(own === undefined ? [] : [{ path: postPath(id), offset: undefined }]),
      ],
      isUnlisted: source.facts.unlisted,
      isMadeUp,
      datePublished: published ?? null,
      tags: source.facts.tags.map(({ text }) => text),
      authors: bylines.of(source),
      series: name,
      seriesLabel: series.labels.get(name) ?? name,
      seriesNumber: 0,
    }
  })
  return numbered(posts.sort(newestFirst))
}

/** `published` newest first, then id descending; undated posts last. Compared by code unit: no locale decides. */
function newestFirst(a: PlannedPost, b: PlannedPost): number {
  const [ofA, ofB] = [a.datePublished ?? '', b.datePublished ?? '']
  if (ofA !== ofB) return ofA < ofB ? 1 : -1
  if (a.id !== b.id) return a.id < b.id ? 1 : -1
  return a.source.file.path < b.source.file.path ? -1 : 1
}

/** Counted from the oldest of a series; a number in front matter comes first. One that is in no list takes no number from others. */
function numbered(posts: readonly PlannedPost[]): PlannedPost[] {
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

function planPage(source: SourceDocument, { settings }: Content, urls: Urls): PlannedDocument {
  const stem = withoutEnding(source.file.path).replace(/\/index$/, '')
  const id = slugged(source.facts.slug?.text ?? stem.slice(stem.lastIndexOf('/') + 1))
  const oldAddresses = namedAddressesOf(source, settings, urls)
  return { kind: 'page', source, id, path: pagePath(id), oldAddresses, isUnlisted: source.facts.unlisted }
}

/** The contract's pattern where every id fits it; else what a slug is. */
const contracted = '^week-\\d{2}$'
const slugs = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

/** Ids that count weeks say how often the archive changes. Of any other, nobody knows. */
export function isWeekly({ idPattern }: Pick<BuildPlan, 'idPattern'>): boolean {
  return idPattern === contracted
}

function idsOf(
  posts: readonly PlannedPost[],
  wanted: string | undefined,
): Pick<BuildPlan, 'idPattern' | 'misfits'> {
  const fits = wanted === undefined ? () => true : idMatcher(wanted)
  const misfits = new Set(posts.map(({ id }) => id).filter((id) => !fits(id)))
  const usual = posts.every(({ id }) => /^week-\d{2}$/.test(id)) ? contracted : slugs
  return { misfits, idPattern: misfits.size === 0 && wanted !== undefined ? wanted : usual }
}
