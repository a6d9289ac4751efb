import { leaves, type List } from '../archive/lists.ts'
import type { Document, Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { servicePaths } from '../archive/urls.ts'
import { memoizeLast } from '../base/caches.ts'
import { escapeMarkdown, escapeMarkdownLines } from '../base/escape.ts'
import { homePage } from '../pages/home.ts'
import type { Target } from '../pages/list.ts'
import { format } from '../words/format.ts'
import { bylineMarkdown, shortByline } from './bylines.ts'
import { feedOf } from './feeds.ts'
import { framed } from './html.ts'
import { nameOf } from './list-names.ts'
import { escapeHeading, markdownLink, shorten } from './markdown.ts'
import { siteData } from './page-meta.ts'
import { aboutOf, dayOf, type Published, wordsFor } from './published.ts'

/** The home page's markdown. It has the same links in the same order as the HTML. */
export const home = memoizeLast((archive: Published): Omit<Document, 'html'> => {
  const words = wordsFor(archive)
  const { description, feed, lead, recent, series, earlier, all, browse } = viewOf(archive)
  const link = (target: Target) => markdownLink(target, archive)
  const entry = (post: PostView) => {
    const { day, minutes, authors: names, isCut } = post
    const facts = [
      escapeMarkdown(post.series ?? ''),
      bylineMarkdown({ names, isCut }, archive),
      day?.text,
      format(words.readingTime, { minutes }),
    ]
    return `- ${link(post)}  \n  ${facts.filter(Boolean).join(', ')}. ${escapeHeading(post.summary)}`
  }
  const row = (post: PostView) => `- ${post.day ? `${post.day.text}: ` : ''}${link(post)}`
  const parts = [
    escapeMarkdownLines(description),
    feed && link(feed),
    lead && entry(lead),
    recent.length > 0 && `## ${words.newest}\n\n${recent.map(entry).join('\n')}`,
    earlier.length > 0 && `## ${words.earlier}\n\n${earlier.map(row).join('\n')}`,
    all && link(all),
    ...series.map(({ heading, posts }) => `## ${link(heading)}\n\n${posts.map(row).join('\n')}`),
    ...browse.map(
      ({ heading, items }) =>
        `## ${link(heading)}\n\n${items.map((one) => `${link(one)} (${one.note})`).join(', ')}`,
    ),
  ]
  return {
    path: servicePaths.home,
    title: archive.settings.title,
    summary: aboutOf(archive),
    changedAt: archive.changedAt,
    markdown: `${parts.filter(Boolean).join('\n\n')}\n`,
  }
})

export function homeHtml(page: Omit<Document, 'html'>, archive: Published): string {
  return framed(page, archive, homePage(viewOf(archive), wordsFor(archive)), siteData(archive))
}

/** What the page shows in both formats: each post once, the lead and recent posts with summaries. */
const viewOf = memoizeLast((archive: Published) => {
  const { posts, settings, urls } = archive
  const words = wordsFor(archive)
  const target = (label: string, path: string) => ({ label, path, href: urls.path(path) })
  const views = (some: readonly Post[]) => some.map((post) => postView(post, archive))
  const lead = posts.find(({ isFeatured }) => isFeatured) ?? posts[0]
  const rest = posts.filter((post) => post !== lead)
  const allSeries = namedSeries(archive)
  const isAllRecent = rest.length <= (allSeries.length > 1 ? maxPosts.recent : maxPosts.recentAlone)
  const recent = isAllRecent ? rest : rest.slice(0, maxPosts.recent)
  const used = new Set([lead, ...recent])
  const series = allSeries
    .map((list) => ({
      heading: target(shorten(list.name, maxBytes.name), list.path),
      posts: views(list.posts.filter((post) => !used.has(post)).slice(0, maxPosts.perSeries)),
    }))
    .filter((one) => one.posts.length > 0)
    .slice(0, maxSeries)
  // By date, if there are no series.
  const earlier = series.length > 0 ? [] : rest.slice(recent.length, recent.length + maxPosts.earlier)
  const count = used.size + earlier.length + series.reduce((sum, one) => sum + one.posts.length, 0)
  const [list] = archive.lists
  const feed = feedOf(servicePaths.home, archive)
  const inSections = new Set(series.map(({ heading }) => heading.path))
  // The lists to browse by, if they have several items. Tags and authors come by number of posts.
  const browse = archive.lists.flatMap((index) => {
    const { namesOnly, isByCount, maxItems } = browseStyles[index.kind] ?? defaultBrowseStyle
    const lists = leaves(index.below)
    if (lists.length < 2 || lists.every(({ path }) => inSections.has(path))) return []
    const sorted = isByCount ? lists.toSorted((a, b) => b.posts.length - a.posts.length) : lists
    const items = sorted.slice(0, maxItems).map((list) => ({
      ...target(shorten(nameOf(list, archive), maxBytes.name), list.path),
      note: format(words.posts, { count: list.posts.length }, words),
    }))
    return [{ heading: target(nameOf(index, archive), index.path), namesOnly, items }]
  })
  return {
    title: settings.title,
    description: settings.description ?? '',
    feed: feed ? target(words.feed, feed.atom) : null,
    lead: lead ? postView(lead, archive) : null,
    recent: views(recent),
    series,
    earlier: views(earlier),
    all:
      list && count < posts.length
        ? target(format(words.allPosts, { count: posts.length }), list.path)
        : null,
    browse,
  }
})

/** Fills rows of two or three; with the first post, `recent` and `earlier` are `shownAtHome`. */
const maxPosts = { recent: 6, recentAlone: 12, earlier: 12, perSeries: 4 } as const
const maxSeries = 6
const maxBytes = { title: 400, summary: 1_000, name: 100 } as const

/** Returns the named series if there are several, most recently updated first. */
function namedSeries({ lists, posts }: Published): readonly List<Post>[] {
  const all = leaves(lists.filter(({ kind }) => kind === 'all series'))
  const positions = new Map(posts.map((post, at) => [post, at]))
  const positionOf = ({ posts: [newest] }: List<Post>) => (newest && positions.get(newest)) ?? posts.length
  const named = all.filter(({ posts: [post] }) => post && isNamedSeries(post.series, post.seriesLabel))
  return named.length > 1 ? named.toSorted((a, b) => positionOf(a) - positionOf(b)) : []
}

const defaultBrowseStyle = { namesOnly: false, isByCount: false, maxItems: 8 }
const browseStyles: Partial<Record<List['kind'], typeof defaultBrowseStyle>> = {
  tags: { namesOnly: true, isByCount: true, maxItems: 24 },
  authors: { namesOnly: false, isByCount: true, maxItems: 8 },
}

type PostView = ReturnType<typeof postView>

function postView(post: Post, archive: Published) {
  const { names, isCut } = shortByline(post, archive)
  const { path, series, seriesLabel, seriesNumber, minutes, image } = post
  const { urls } = archive
  return {
    label: shorten(post.title, maxBytes.title),
    path,
    href: urls.path(path),
    summary: shorten(post.summary, maxBytes.summary),
    series: isNamedSeries(series, seriesLabel) ? `${seriesLabel} · ${seriesNumber}` : null,
    number: seriesNumber,
    authors: names.map(({ label, path }) => ({ label, path, href: urls.path(path) })),
    isCut,
    day: dayOf(post, archive),
    minutes,
    image,
  }
}
