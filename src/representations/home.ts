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

/** The home page's markdown. It has the same links in the same order as the HTML. */
export const home = memoizeLast((archive: Published): Omit<Document, 'html'> => {
  const { settings, urls } = archive
  const words = wordsFor(archive)
  const { lead, recent, series, earlier, all } = selection(archive)
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
    ...browseSections(archive).map(
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
  const { lead, recent, series, earlier, all } = selection(archive)
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
      browse: browseSections(archive).map(({ namesOnly, items, ...heading }) => ({
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

/** Omits the fallback, which says nothing about the publication. */
function descriptionOf({ settings: { description } }: Published): string {
  return description === fallbackDescription ? '' : description
}

function feedTarget(archive: Published): Target | undefined {
  const feed = feedOf(servicePaths.home, archive)
  return feed && { label: wordsFor(archive).feed, path: feed.atom }
}

/** The posts of the page, each once. */
interface Selection {
  /** A featured post, or the newest. */
  readonly lead: Post | undefined
  /** Shown with summaries. */
  readonly recent: readonly Post[]
  /** Titles by series, if there are several. */
  readonly series: readonly (Target & { readonly posts: readonly Post[] })[]
  /** Titles by date, if there are no series. */
  readonly earlier: readonly Post[]
  /** The list of all posts, if some are not on the page. */
  readonly all: Target | undefined
}

const selection = memoizeLast((archive: Published): Selection => {
  const { posts } = archive
  const lead = posts.find(({ isFeatured }) => isFeatured) ?? posts[0]
  const rest = posts.filter((post) => post !== lead)
  const allSeries = namedSeries(archive)
  const isAllRecent = rest.length <= (allSeries.length > 1 ? maxPosts.recent : maxPosts.recentAlone)
  const recent = isAllRecent ? rest : rest.slice(0, maxPosts.recent)
  const used = new Set([lead, ...recent])
  const series = allSeries
    .map((list) => ({
      label: shorten(list.name, maxBytes.name),
      path: list.path,
      posts: list.posts.filter((post) => !used.has(post)).slice(0, maxPosts.perSeries),
    }))
    .filter((one) => one.posts.length > 0)
    .slice(0, maxSeries)
  const earlier = series.length > 0 ? [] : rest.slice(recent.length, recent.length + maxPosts.earlier)
  const count = used.size + earlier.length + series.reduce((sum, one) => sum + one.posts.length, 0)
  const [list] = archive.lists
  const all =
    list && count < posts.length
      ? { label: wordsFor(archive).allPosts(posts.length), path: list.path }
      : undefined
  return { lead, recent, series, earlier, all }
})

/** Fills rows of two or three. */
const maxPosts = { recent: 6, recentAlone: 12, earlier: 12, perSeries: 4 } as const
const maxSeries = 6
const maxBytes = { title: 400, summary: 1_000, name: 100 } as const

/** Returns the named series if there are several, most recently updated first. */
function namedSeries({ lists, posts }: Published): readonly List<Post>[] {
  const all = leaves(lists.filter(({ kind }) => kind === 'all series').flatMap(({ below }) => below))
  const positions = new Map(posts.map((post, at) => [post, at]))
  const positionOf = ({ posts: [newest] }: List<Post>) => (newest && positions.get(newest)) ?? posts.length
  const named = all.filter(({ posts: [post] }) => post && isNamedSeries(post.series, post.seriesLabel))
  return named.length > 1 ? named.toSorted((a, b) => positionOf(a) - positionOf(b)) : []
}

/** Returns the lists to browse by, if they have several items. Tags and authors come by number of posts. */
function browseSections(archive: Published) {
  const words = wordsFor(archive)
  const inSections = new Set(selection(archive).series.map(({ path }) => path))
  return archive.lists.flatMap(({ kind, path, below, ...top }) => {
    const { namesOnly, isByCount, maxItems } = browseStyles[kind] ?? defaultBrowseStyle
    const lists = leaves(below)
    const isShown = lists.every((list) => inSections.has(list.path))
    const sorted = isByCount ? lists.toSorted((a, b) => b.posts.length - a.posts.length) : lists
    const items = sorted.slice(0, maxItems).map((list) => ({
      label: shorten(nameOf(list, archive), maxBytes.name),
      path: list.path,
      note: words.posts(list.posts.length),
    }))
    const label = nameOf({ ...top, kind, path, below }, archive)
    return items.length > 1 && !isShown ? [{ label, path, namesOnly, items }] : []
  })
}

const defaultBrowseStyle = { namesOnly: false, isByCount: false, maxItems: 8 }
const browseStyles: Partial<Record<List['kind'], typeof defaultBrowseStyle>> = {
  tags: { namesOnly: true, isByCount: true, maxItems: 24 },
  authors: { namesOnly: false, isByCount: true, maxItems: 8 },
}

function homePost(post: Post, archive: Published): HomePost {
  const { names, isCut } = shortByline(post, archive)
  const { urls } = archive
  return {
    label: shorten(post.title, maxBytes.title),
    href: urls.path(post.path),
    summary: shorten(post.summary, maxBytes.summary),
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
  const facts = [
    escapeMarkdown(seriesOf(post) ?? ''),
    bylineMarkdown(shortByline(post, archive), words, archive.urls.url),
    datePublished === null ? '' : day(datePublished, words).text,
    words.readingTime(minutes),
  ].filter((fact) => fact !== '')
  const summary = escapeHeading(shorten(post.summary, maxBytes.summary))
  return `- ${titleLink(post, archive)}  \n  ${facts.join(', ')}. ${summary}`
}

function row(post: Post, archive: Published): string {
  const { datePublished } = post
  const date = datePublished === null ? '' : `${day(datePublished, wordsFor(archive)).text}: `
  return `- ${date}${titleLink(post, archive)}`
}

function titleLink({ title, path }: Post, { urls }: Published): string {
  return `[${escapeHeading(shorten(title, maxBytes.title))}](${urls.url(path)})`
}
