import { isIndex, leaves, type List } from '../archive/lists.ts'
import type { Document, Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { servicePaths } from '../archive/urls.ts'
import { escapeMarkdown, escapeMarkdownLines } from '../base/escape.ts'
import type { Home } from '../pages/home.ts'
import { raw } from '../pages/html.ts'
import type { PageLink, PostSummary } from '../pages/parts.ts'
import { format } from '../words/format.ts'
import { bodyHtml } from './body-html.ts'
import { bylineMarkdown, shortByline } from './bylines.ts'
import { indexName, listLabel, seriesPart } from './list-names.ts'
import { escapeHeading, markdownLink, cutToBytes } from './markdown.ts'
import { dayOf, pagePicture, shownTags, type Site } from './site.ts'

/** The home page: what it shows, and its markdown with the same links in the same order. */
export interface HomePage extends Omit<Document, 'html'> {
  readonly view: Home
}

/** Fills rows of two or three; with the first post, `recent` and `earlier` are `shownAtHome`. */
const maxShownPosts = { recent: 6, recentAlone: 12, earlier: 12, perSeries: 4 } as const
const maxShownSeries = 6
const maxBytes = { title: 400, summary: 1_000, name: 100 } as const

const defaultBrowseStyle = { namesOnly: false, isByCount: false, maxItems: 8 }
const browseStyles: Partial<Record<List['kind'], typeof defaultBrowseStyle>> = {
  tags: { namesOnly: true, isByCount: true, maxItems: 24 },
  authors: { namesOnly: false, isByCount: true, maxItems: 8 },
}

export function homePage(site: Site): HomePage {
  const view = homeView(site)
  return {
    path: servicePaths.home,
    title: site.settings.title,
    summary: site.homeText?.summary ?? site.about,
    changedAt: site.changedAt,
    markdown: markdownOf(view, site),
    view,
  }
}

/** Each post once, the lead and recent posts with summaries. */
function homeView(site: Site): Home {
  const { posts, settings, words } = site
  const shown = new Set(site.homeLists)
  const views = (some: readonly Post[]) => some.map((post) => postSummary(post, site))
  const lead = shown.has('lead') ? (posts.find(({ isFeatured }) => isFeatured) ?? posts[0]) : undefined
  const rest = posts.filter((post) => post !== lead)
  const allSeries = shown.has('series') ? seriesByDate(site) : []
  const isAllRecent = rest.length <= (allSeries.length > 1 ? maxShownPosts.recent : maxShownPosts.recentAlone)
  const recent = shown.has('recent') ? rest.slice(0, isAllRecent ? undefined : maxShownPosts.recent) : []
  const used = new Set(lead ? [lead, ...recent] : recent)
  const series = allSeries
    .map((list) => ({
      heading: { label: cutToBytes(list.name, maxBytes.name), path: list.path },
      posts: views(list.posts.filter((post) => !used.has(post)).slice(0, maxShownPosts.perSeries)),
    }))
    .filter(({ posts }) => posts.length > 0)
    .slice(0, maxShownSeries)
  // By date, if there are no series.
  const hasEarlier = shown.has('earlier') && series.length === 0
  const earlier = hasEarlier ? rest.slice(recent.length, recent.length + maxShownPosts.earlier) : []
  const count = used.size + earlier.length + series.reduce((sum, { posts }) => sum + posts.length, 0)
  const [list] = site.lists
  const inSections = new Set(series.map(({ heading }) => heading.path))
  // The lists to browse by, if they have several items. Tags and authors come by number of posts.
  const browse = site.lists.flatMap((index) => {
    if (isIndex(index.kind) && !shown.has(indexName(index.kind))) return []
    const { namesOnly, isByCount, maxItems } = browseStyles[index.kind] ?? defaultBrowseStyle
    const lists = leaves(index.below).filter(({ kind, name }) => kind !== 'tag' || !site.commonTags.has(name))
    if (lists.length < 2 || lists.every(({ path }) => inSections.has(path))) return []
    const sorted = isByCount ? lists.toSorted((a, b) => b.posts.length - a.posts.length) : lists
    const items = sorted.slice(0, maxItems).map((list) => ({
      label: cutToBytes(listLabel(list, site), maxBytes.name),
      path: list.path,
      note: format(words.posts, { count: list.posts.length }, words),
    }))
    return [{ heading: { label: listLabel(index, site), path: index.path }, namesOnly, items }]
  })
  const allPosts = format(words.allPosts, { count: posts.length })
  return {
    title: settings.title,
    description: settings.description ?? '',
    feed: site.hasFeeds ? { label: words.feed, path: servicePaths.feed } : null,
    body: site.homeText ? raw(bodyHtml(site.homeText, site)) : null,
    lead: lead ? postSummary(lead, site) : null,
    recent: views(recent),
    series,
    earlier: views(earlier),
    all: list && count > 0 && count < posts.length ? { label: allPosts, path: list.path } : null,
    browse,
  }
}

/** Returns the named series if there are several, most recently updated first. */
function seriesByDate({ lists, posts }: Site): readonly List<Post>[] {
  const all = leaves(lists.filter(({ kind }) => kind === 'all series'))
  const positions = new Map(posts.map((post, at) => [post, at]))
  const positionOf = ({ posts: [newest] }: List<Post>) => (newest && positions.get(newest)) ?? posts.length
  const named = all.filter(({ posts: [post] }) => post && isNamedSeries(post.series, post.seriesLabel))
  return named.length > 1 ? named.toSorted((a, b) => positionOf(a) - positionOf(b)) : []
}

export function postSummary(post: Post, site: Site): PostSummary {
  const { path, minutes, image } = post
  return {
    label: cutToBytes(post.title, maxBytes.title),
    path,
    summary: cutToBytes(post.summary, maxBytes.summary),
    series: seriesPart(post, site.words),
    tags: shownTags(post, site),
    byline: shortByline(post, site),
    day: dayOf(post, site),
    minutes,
    image: image && pagePicture(image, site),
  }
}

function markdownOf(view: Home, site: Site): string {
  const { words } = site
  const { description, feed, lead, recent, series, earlier, all, browse } = view
  const link = (target: PageLink) => markdownLink(target, site)
  const entry = (post: PostSummary) => {
    const { day, minutes } = post
    const facts = [
      escapeMarkdown(post.series?.label ?? ''),
      bylineMarkdown(post.byline, site),
      day?.text,
      format(words.readingTime, { minutes }),
    ]
    return `- ${link(post)}  \n  ${facts.filter(Boolean).join(', ')}. ${escapeHeading(post.summary)}`
  }
  const row = (post: PostSummary) => `- ${post.day ? `${post.day.text}: ` : ''}${link(post)}`
  const parts = [
    escapeMarkdownLines(description),
    feed && link(feed),
    site.homeText?.markdown.trim(),
    lead && entry(lead),
    recent.length > 0 && `## ${words.newest}\n\n${recent.map(entry).join('\n')}`,
    earlier.length > 0 && `## ${words[recent[0] ? 'earlier' : 'newest']}\n\n${earlier.map(row).join('\n')}`,
    all && link(all),
    ...series.map(({ heading, posts }) => `## ${link(heading)}\n\n${posts.map(row).join('\n')}`),
    ...browse.map(
      ({ heading, items }) =>
        `## ${link(heading)}\n\n${items.map((item) => `${link(item)} (${item.note})`).join(', ')}`,
    ),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
