import { leaves, type List } from '../archive/lists.ts'
import type { Document, Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { servicePaths } from '../archive/urls.ts'
import { memoizeLast } from '../base/caches.ts'
import { escapeMarkdown, escapeMarkdownLines } from '../base/escape.ts'
import { homePage, type HomePost } from '../pages/home.ts'
import { fallbackDescription } from '../words/en.ts'
import { day } from '../words/words.ts'
import { bylineMarkdown, shortByline } from './bylines.ts'
import { feedOf } from './feeds.ts'
import { framed } from './html.ts'
import { nameOf } from './list-names.ts'
import { escapeHeading, shorten } from './markdown.ts'
import { siteData } from './page-meta.ts'
import { type Published, wordsFor } from './published.ts'

/** The home page. Both of its forms are made of the same facts, and lead to the same places in the same order. */
export const home = memoizeLast((archive: Published): Omit<Document, 'html'> => {
  const { settings, urls } = archive
  const words = wordsFor(archive)
  const { lead, recent, series, earlier, all } = shown(archive)
  const feed = feedTarget(archive)
  const link = ({ label, path }: Target) => `[${escapeHeading(label)}](${urls.url(path)})`
  const entries = (posts: readonly Post[]) => posts.map((post) => entry(post, archive)).join('\n')
  const rows = (posts: readonly Post[]) => posts.map((post) => row(post, archive)).join('\n')
  const parts = [
    escapeMarkdownLines(descriptionOf(archive)),
    feed ? link(feed) : '',
    lead ? entries([lead]) : '',
    recent.length > 0 ? `## ${words.newest}\n\n${entries(recent)}` : '',
    earlier.length > 0 ? `## ${words.earlier}\n\n${rows(earlier)}` : '',
    all ? link(all) : '',
    ...series.map(({ posts, ...heading }) => `## ${link(heading)}\n\n${rows(posts)}`),
    ...waysIn(archive).map(
      ({ items, ...heading }) =>
        `## ${link(heading)}\n\n${items.map((one) => `${link(one)} (${one.note})`).join(', ')}`,
    ),
  ].filter((part) => part !== '')
  return {
    path: servicePaths.home,
    title: settings.title,
    summary: settings.description,
    changedAt: archive.changedAt,
    markdown: `${parts.join('\n\n')}\n`,
  }
})

export function homeHtml(page: Omit<Document, 'html'>, archive: Published): string {
  const words = wordsFor(archive)
  const { urls } = archive
  const { lead, recent, series, earlier, all } = shown(archive)
  const to = ({ label, path }: Target) => ({ label, href: urls.path(path) })
  const view = (post: Post) => homePost(post, archive)
  const feed = feedTarget(archive)
  const main = homePage(
    {
      title: page.title,
      description: descriptionOf(archive),
      feed: feed ? to(feed) : null,
      lead: lead ? view(lead) : null,
      recent: recent.map(view),
      earlier: earlier.map(view),
      all: all ? to(all) : null,
      series: series.map(({ posts, ...heading }) => ({ heading: to(heading), posts: posts.map(view) })),
      browse: waysIn(archive).map(({ namesOnly, items, ...heading }) => ({
        heading: to(heading),
        namesOnly,
        items: items.map((one) => ({ ...to(one), note: one.note })),
      })),
    },
    words,
  )
  return framed(page, archive, main, siteData(archive))
}

interface Target {
  readonly label: string
  readonly path: string
}

/** The publisher's own words, or none: ours say nothing about the publication. */
function descriptionOf({ settings: { description } }: Published): string {
  return description === fallbackDescription ? '' : description
}

function feedTarget(archive: Published): Target | undefined {
  const feed = feedOf(servicePaths.home, archive)
  return feed && { label: wordsFor(archive).feed, path: feed.atom }
}

/** Which posts the page has, and where: each once. */
interface Shown {
  /** As the publisher wishes, else the newest. */
  readonly lead: Post | undefined
  /** With what they are about. */
  readonly recent: readonly Post[]
  /** By series, where there are several, or those that follow by time: titles alone. */
  readonly series: readonly (Target & { readonly posts: readonly Post[] })[]
  readonly earlier: readonly Post[]
  /** The list of all posts, where some are not here. */
  readonly all: Target | undefined
}

const shown = memoizeLast((archive: Published): Shown => {
  const { posts } = archive
  const lead = posts.find(({ isFeatured }) => isFeatured) ?? posts[0]
  const rest = posts.filter((post) => post !== lead)
  const several = namedSeries(archive)
  const isAllRecent = rest.length <= (several.length > 1 ? most.recent : most.recentAlone)
  const recent = isAllRecent ? rest : rest.slice(0, most.recent)
  const told = new Set([lead, ...recent])
  const series = several
    .map((list) => ({
      label: shorten(list.name, longest.name),
      path: list.path,
      posts: list.posts.filter((post) => !told.has(post)).slice(0, most.ofSeries),
    }))
    .filter((one) => one.posts.length > 0)
    .slice(0, most.series)
  const earlier = series.length > 0 ? [] : rest.slice(recent.length, recent.length + most.earlier)
  const count = told.size + earlier.length + series.reduce((sum, one) => sum + one.posts.length, 0)
  const [list] = archive.lists
  const all =
    list && count < posts.length
      ? { label: wordsFor(archive).allPosts(posts.length), path: list.path }
      : undefined
  return { lead, recent, series, earlier, all }
})

/** Posts in each part of the page: rows of two or three without a gap at the end, and no more than is soon read and soon made. */
const most = { recent: 6, recentAlone: 12, earlier: 12, series: 6, ofSeries: 4 } as const
/** Bytes. */
const longest = { title: 400, summary: 1_000, name: 100 } as const

/** Those that have the newest posts first; none where there is one alone. */
function namedSeries({ lists, posts }: Published): readonly List<Post>[] {
  const all = leaves(lists.filter(({ kind }) => kind === 'all series').flatMap(({ below }) => below))
  const places = new Map(posts.map((post, at) => [post, at]))
  const placeOf = ({ posts: [newest] }: List<Post>) => (newest && places.get(newest)) ?? posts.length
  const named = all.filter(({ posts: [post] }) => post && isNamedSeries(post.series, post.seriesLabel))
  return named.length > 1 ? named.toSorted((a, b) => placeOf(a) - placeOf(b)) : []
}

/** As far as they lead to more than one place. Of tags and authors, those with the most posts. */
function waysIn(archive: Published) {
  const words = wordsFor(archive)
  const inSections = new Set(shown(archive).series.map(({ path }) => path))
  return archive.lists.flatMap(({ kind, path, below, ...top }) => {
    const { namesOnly, isByCount, items: mostItems } = ways[kind] ?? otherWays
    const lists = leaves(below)
    const isShown = lists.every((list) => inSections.has(list.path))
    const sorted = isByCount ? lists.toSorted((a, b) => b.posts.length - a.posts.length) : lists
    const items = sorted.slice(0, mostItems).map((list) => ({
      label: shorten(nameOf(list, archive), longest.name),
      path: list.path,
      note: words.posts(list.posts.length),
    }))
    const label = nameOf({ ...top, kind, path, below }, archive)
    return items.length > 1 && !isShown ? [{ label, path, namesOnly, items }] : []
  })
}

interface Way {
  readonly namesOnly: boolean
  readonly isByCount: boolean
  readonly items: number
}

const otherWays: Way = { namesOnly: false, isByCount: false, items: 8 }
const ways: Partial<Record<List['kind'], Way>> = {
  tags: { namesOnly: true, isByCount: true, items: 24 },
  authors: { namesOnly: false, isByCount: true, items: 8 },
}

function homePost(post: Post, archive: Published): HomePost {
  const { names, isCut } = shortByline(post, archive)
  const { urls } = archive
  return {
    label: shorten(post.title, longest.title),
    href: urls.path(post.path),
    summary: shorten(post.summary, longest.summary),
    series: seriesOf(post),
    number: post.seriesNumber,
    authors: names.map(({ label, path }) => ({ label, href: urls.path(path) })),
    isCut,
    day: post.datePublished === null ? null : day(post.datePublished, wordsFor(archive)),
    minutes: post.minutes,
    image: post.image,
  }
}

function seriesOf({ series, seriesLabel, seriesNumber }: Post): string | null {
  return isNamedSeries(series, seriesLabel) ? `${seriesLabel} ${seriesNumber}` : null
}

function entry(post: Post, archive: Published): string {
  const words = wordsFor(archive)
  const { datePublished, minutes } = post
  const known = [
    escapeMarkdown(seriesOf(post) ?? ''),
    bylineMarkdown(shortByline(post, archive), words, archive.urls.url),
    datePublished === null ? '' : day(datePublished, words).text,
    words.readingTime(minutes),
  ].filter((fact) => fact !== '')
  const summary = escapeHeading(shorten(post.summary, longest.summary))
  return `- ${titled(post, archive)}  \n  ${known.join(', ')}. ${summary}`
}

function row(post: Post, archive: Published): string {
  const { datePublished } = post
  const date = datePublished === null ? '' : `${day(datePublished, wordsFor(archive)).text}: `
  return `- ${date}${titled(post, archive)}`
}

function titled({ title, path }: Post, { urls }: Published): string {
  return `[${escapeHeading(shorten(title, longest.title))}](${urls.url(path)})`
}
