import type { Document, Post } from '../archive/model.ts'
import { hasSeries } from '../archive/series.ts'
import { servicePaths } from '../archive/urls.ts'
import { escapeMarkdown, escapeMarkdownLines } from '../base/escape.ts'
import { homePage } from '../pages/home.ts'
import { day } from '../words/words.ts'
import { framed } from './html.ts'
import { nameOf } from './list-names.ts'
import { escapeHeading, shorten } from './markdown.ts'
import { memoizeLast } from '../base/caches.ts'
import { type Published, wordsFor } from './published.ts'
import { siteData } from './page-meta.ts'

/** The home page. Both of its forms are made of the same facts, and lead to the same places in the same order. */
export const home = memoizeLast((archive: Published): Omit<Document, 'html'> => {
  const { settings, posts, urls } = archive
  const words = wordsFor(archive)
  const listed = shown(archive)
  const left = posts.length - listed.length
  const all = allPosts(archive)
  const parts = [
    escapeMarkdownLines(settings.description),
    `## ${listed.length < posts.length ? 'Newest posts' : 'Posts'}`,
    listed.map((post) => entry(post, archive)).join('\n'),
    ...(all
      ? [
          `${left === 1 ? '1 earlier post is' : `${left} earlier posts are`} not listed here. [${words.allPosts(posts.length)}](${urls.url(all)})`,
        ]
      : []),
    ...waysIn(archive).map(
      ({ name, path, items }) =>
        `## ${name}\n\n[${name}](${urls.url(path)}): ${items.map((one) => `[${escapeHeading(one.label)}](${urls.url(one.path)}) (${one.note})`).join(', ')}`,
    ),
    `${words.everyForm} [${words.developers}](${urls.url(servicePaths.developers)})`,
  ]
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
  const { posts, urls } = archive
  const listed = shown(archive)
  const all = allPosts(archive)
  const main = homePage(
    {
      title: page.title,
      description: page.summary,
      posts: listed.map((post) => ({
        label: shorten(post.title, longest.title),
        href: urls.path(post.path),
        summary: shorten(post.summary, longest.summary),
        series: hasSeries(archive.series) ? `${post.seriesLabel} ${post.seriesNumber}` : null,
        day: post.datePublished === null ? null : day(post.datePublished, words),
        minutes: post.minutes,
        image: post.image,
      })),
      total: posts.length,
      all: all === undefined ? null : urls.path(all),
      browse: waysIn(archive).map(({ kind, name, path, items }) => ({
        heading: { label: name, href: urls.path(path) },
        as: kind === 'tags' ? 'names' : 'rows',
        items: items.map(({ label, path, note }) => ({ label, href: urls.path(path), note })),
      })),
      developers: { label: words.developers, href: urls.path(servicePaths.developers) },
    },
    words,
  )
  return framed(page, archive, main, siteData(archive))
}

/** As far as they lead to more than one place. */
function waysIn(archive: Published) {
  const words = wordsFor(archive)
  return archive.lists.flatMap((top) => {
    const { kind, path, below } = top
    const lists = below.filter(({ posts }) => posts.length > 0)
    const first = kind === 'tags' ? lists.toSorted((a, b) => b.posts.length - a.posts.length) : lists
    const items = first.slice(0, kind === 'tags' ? mostNames : mostRows).map((list) => ({
      label: shorten(nameOf(list, archive), longest.name),
      path: list.path,
      note: words.posts(list.posts.length),
    }))
    return items.length > 1 ? [{ kind, name: nameOf(top, archive), path, items }] : []
  })
}

const mostNames = 24
const mostRows = 8

function entry(post: Post, archive: Published): string {
  const { seriesLabel, seriesNumber, datePublished, minutes } = post
  const words = wordsFor(archive)
  const known = [
    hasSeries(archive.series) && `${escapeMarkdown(seriesLabel)} ${seriesNumber}`,
    datePublished !== null && day(datePublished, words).text,
    words.readingTime(minutes),
  ].filter(Boolean)
  const title = `[${escapeHeading(shorten(post.title, longest.title))}](${archive.urls.url(post.path)})`
  const summary = escapeHeading(shorten(post.summary, longest.summary))
  return `- ${title}  \n  ${known.join(', ')}. ${summary}`
}

/** Bytes: those of a title and a summary, and of all entries together, which keeps the page small and quick to make. */
const longest = { title: 400, summary: 1_000, name: 100, entries: 20_000 } as const

const shown = memoizeLast((archive: Published): readonly Post[] => {
  let bytes = 0
  const end = archive.posts.findIndex((post) => {
    bytes += utf8.encode(entry(post, archive)).length
    return bytes > longest.entries
  })
  return end === -1 ? archive.posts : archive.posts.slice(0, end)
})

const utf8 = new TextEncoder()

function allPosts(archive: Published): string | undefined {
  return shown(archive).length < archive.posts.length ? archive.lists[0]?.path : undefined
}
