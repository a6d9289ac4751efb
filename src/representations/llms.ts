import { oneLine } from '../base/escape.ts'
import { groupedBy } from '../base/grouped.ts'
import type { Archive, Document, Post } from '../archive/model.ts'
import { shortened } from '../archive/names.ts'
import { isNamedSeries } from '../archive/series.ts'
import { ownFolders, servicePaths, twinPath } from '../archive/urls.ts'
import { citationText } from './citations.ts'
import { feedOf } from './feeds.ts'
import { sizeOf } from './list-names.ts'
import { type ListPage, listPages } from './lists.ts'
import { escapeHeading, markdownLink, shorten } from './markdown.ts'
import { aboutOf, type Published } from './published.ts'
import type { TextFile } from './row.ts'
import { searchTemplate } from './search.ts'
import { allPages } from './standard-pages.ts'

/** Agents truncate files after about 50,000 characters. */
const maxCharacters = 50_000
/** Without the heading. */
const room = { forList: 46_000, forPosts: 48_000 } as const
/** For each of the three lists of the index. */
const roomInIndex = 14_000
/** In archives so large that the index is split. */
const maxBytes = { label: 100, title: 400, summary: 1_000 } as const

/** https://llmstxt.org. Large archives get an index of several such files. */
export function llmsFiles(archive: Published): TextFile[] {
  const { posts } = archive
  const whole = index(archive, {
    posts: posts.map((post) => entry(post, archive)),
    pages: allPages(archive).map((page) => entry(page, archive)),
    lists: listPages(archive).map((page) => entry(withSize(page, archive), archive)),
  })
  return whole.length <= maxCharacters ? [{ path: servicePaths.llms, text: whole }] : splitFiles(archive)
}

type Lines = Readonly<Record<'posts' | 'pages' | 'lists', readonly string[]>>

function index(archive: Published, { posts, pages, lists }: Lines): string {
  const { settings, urls, mcpUrl = '' } = archive
  const search = archive.engine
    ? ''
    : ` \`${searchTemplate(archive)}\` searches posts and quotes the passages that match.`
  const feeds = feedOf(servicePaths.home, archive)
    ? ` New posts are in the feeds <${urls.url(servicePaths.feed)}> and <${urls.url(servicePaths.jsonFeed)}>.`
    : ''
  const mcp =
    mcpUrl &&
    ` An MCP server with tools to
list, read and search posts is at <${mcpUrl}> (described by <${urls.url(servicePaths.mcpManifest)}>).`
  return `# ${escapeHeading(settings.title)}

> ${oneLine(aboutOf(archive))}

Written by ${settings.author.name}. Read-only, no keys, no quota. Every link below is markdown, newest post first. Without \`.md\`, the same URL
returns HTML, or markdown if you send \`Accept: text/markdown\`. The JSON API starts at <${urls.url(servicePaths.index)}>; its contract is
<${urls.url(servicePaths.contract)}>. <${urls.url(servicePaths.agentInstructions)}> explains when and how to use them.${mcp}${search}${feeds} When you quote a post, cite
its author, title and canonical URL.

## Posts

${posts.join('\n')}

## Pages

${pages.join('\n')}

## Optional

${lists.join('\n')}
`
}

function entry({ path, title, summary, datePublished }: Facts, archive: Archive): string {
  const date = datePublished ? `${datePublished}: ` : ''
  return `- ${markdownLink({ label: title, path: twinPath(path) }, archive)}: ${date}${oneLine(summary)}`
}

/** Describes a list by its size only. */
function withSize({ path, title, list }: ListPage, archive: Archive): Facts {
  return { path, title, summary: `${sizeOf(list, archive)}.` }
}

interface Facts extends Pick<Document, 'path' | 'title' | 'summary'> {
  readonly datePublished?: string | null | undefined
}

/** Splits the posts by series, long series by year, and long years into parts. */
function splitFiles(archive: Published): TextFile[] {
  const { settings, urls } = archive
  const files: TextFile[] = []
  const postFiles = [...groupedBy(archive.posts, ({ series }) => series)].flatMap(([series, posts]) => {
    const label = posts[0]?.seriesLabel ?? series
    if (!isNamedSeries(series, label)) return bySize('Posts', 'years', posts)
    return bySize(shorten(label, maxBytes.label), `series/${shortened(series)}`, posts)
  })
  const lists = listPages(archive).map((page) => line(withSize(page, archive)))
  const text = index(archive, {
    posts: fitLines('Posts', 'posts', postFiles),
    pages: fitLines('Pages', 'pages', allPages(archive).map(line)),
    lists: fitLines('Lists by year, series, tag and author', 'lists', lists),
  })
  return [{ path: servicePaths.llms, text }, ...files]

  function bySize(name: string, path: string, posts: readonly Post[]): string[] {
    const lines = posts.map(line)
    if (lengthOf(lines) <= room.forList) return [file(name, path, lines)]
    const years = groupedBy(posts, ({ datePublished }) => datePublished?.slice(0, 4) ?? 'undated')
    return [...years].flatMap(([year, yearPosts]) => {
      // Oldest first, so that a new post changes only the last part.
      const oldestFirst = packed(yearPosts.map(line).reverse(), lineLength, room.forList)
      const parts = oldestFirst.map((part) => part.reverse())
      return filesOf(`${name}, ${year}`, `${path}/${year}`, parts).reverse()
    })
  }

  function filesOf(name: string, path: string, parts: readonly (readonly string[])[]): string[] {
    if (parts.length === 1) return parts.map((part) => file(name, path, part))
    return parts.map((part, at) => file(`${name}, part ${at + 1}`, `${path}/${at + 1}`, part))
  }

  /** Returns the lines if they fit into the index; otherwise links to files that contain them. */
  function fitLines(name: string, path: string, lines: readonly string[]): readonly string[] {
    if (lengthOf(lines) <= roomInIndex) return lines
    const links = filesOf(name, path, packed(lines, lineLength, room.forList))
    return links.length === 1 ? links : fitLines(`${name}, index`, `${path}/index`, links)
  }

  function file(name: string, path: string, lines: readonly string[]): string {
    const at = `${ownFolders.llms}${path}.txt`
    const about = `${lines.length} ${lines.length === 1 ? 'link' : 'links'}, each with a one-line summary.`
    const text = `# ${escapeHeading(settings.title)}: ${escapeHeading(name)}

> ${about} Part of <${urls.url(servicePaths.llms)}>.

## ${escapeHeading(name)}

${lines.join('\n')}
`
    files.push({ path: at, text })
    return `- ${markdownLink({ label: name, path: at }, archive)}: ${about}`
  }

  function line({ path, title, summary, datePublished }: Facts): string {
    const short = { title: shorten(title, maxBytes.title), summary: shorten(summary, maxBytes.summary) }
    return entry({ path, ...short, datePublished }, archive)
  }
}

/** Groups items in order into parts of at most `max` length. */
export function packed<T>(
  items: readonly T[],
  lengthOf: (item: T) => number,
  max: number,
  maxItems = Infinity,
): T[][] {
  const parts: T[][] = []
  let left = 0
  for (const item of items) {
    left -= lengthOf(item)
    const last = parts.at(-1)
    if (last && left >= 0 && last.length < maxItems) last.push(item)
    else {
      parts.push([item])
      left = max - lengthOf(item)
    }
  }
  return parts
}

export const lineLength = ({ length }: string) => length + 1
const lengthOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + lineLength(line), 0)

/** Limits full copies to the newest posts; all of them would double the size of a large archive. */
const maxFiles = 20

/** Returns full posts in one file, or an index with several files. */
export function llmsFullFiles(archive: Archive): TextFile[] {
  const path = servicePaths.llmsFull
  const sections = archive.posts.map((post) => ({ post, opening: opening(post, archive) }))
  const short = sections.filter((section) => sectionLength(section) <= room.forPosts)
  // Oldest first, so that a new post changes only the last part.
  const parts = packed(short.toReversed(), sectionLength, room.forPosts)
  const [only] = parts
  if (only && parts.length === 1 && short.length === sections.length) return [wholePosts(path, only, archive)]
  const files = parts
    .map((part, at) => ({ path: `${ownFolders.llmsFull}${at + 1}.txt`, part }))
    .slice(-maxFiles)
  return [
    { path, text: indexOfPosts(files.toReversed(), archive) },
    ...files.map((file) => wholePosts(file.path, file.part, archive)),
  ]
}

interface Section {
  readonly post: Post
  readonly opening: string
}

const sectionLength = ({ post, opening }: Section) => opening.length + post.length + 1

/** Newest first. Loads the posts when the text is used. */
function wholePosts(path: string, part: readonly Section[], archive: Archive): TextFile {
  const sections = part.toReversed()
  const digests = sections.map(({ post, opening }) => post.digest && [post.digest, opening])
  return {
    path,
    digest: digests.every((one) => one !== undefined) ? JSON.stringify(digests) : undefined,
    get text() {
      return `${heading(archive)}\n${sections.map(({ post, opening }) => opening + post.markdown).join('\n')}`
    },
  }
}

function opening(post: Post, archive: Archive): string {
  return `# ${escapeHeading(post.title)}\n\nCite as: ${oneLine(citationText(post, archive))}\n\n`
}

function heading({ settings, urls }: Archive): string {
  const { description } = settings
  // Without the number of posts: a new post changes only the last part.
  return `> ${description === undefined ? '' : `${oneLine(description)} `}Full posts of ${oneLine(settings.title)}. Every page and post is listed in <${urls.url(servicePaths.llms)}>.\n`
}

function indexOfPosts(
  files: readonly { readonly path: string; readonly part: readonly Section[] }[],
  archive: Archive,
): string {
  const { settings, urls, posts } = archive
  const included = files.reduce((sum, { part }) => sum + part.length, 0)
  const lines = files.map(({ path, part }) => {
    const ends = [part[0], part.at(-1)].map((section) => section?.post.datePublished ?? 'undated')
    const about = `${part.length} ${part.length === 1 ? 'post' : 'posts'}, ${[...new Set(ends)].join(' to ')}.`
    return `- [${path.slice(1)}](${urls.url(path)}): ${about}`
  })
  const rest = posts.length - included
  const others =
    rest === 0 ? '' : ` ${rest} more are too old or too long to be included; llms.txt links to them.`
  return `# ${escapeHeading(settings.title)}

${heading(archive)}
${included} of ${posts.length} posts are in these files, newest first, each at most 50,000 characters.${others}

## Files

${lines.join('\n')}
`
}
