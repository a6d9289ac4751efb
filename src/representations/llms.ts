import { oneLine } from '../base/escape.ts'
import type { Archive, Document, Post } from '../archive/model.ts'
import { ownFolders, servicePaths, twinPath } from '../archive/urls.ts'
import { citationText } from './citations.ts'
import { feedOf } from './feeds.ts'
import { sizeOf } from './list-names.ts'
import { type ListPage, listPages } from './lists.ts'
import { escapeHeading, markdownLink } from './markdown.ts'
import { aboutOf, type Published } from './published.ts'
import type { TextFile } from './row.ts'
import { searchTemplate } from './search.ts'
import { allPages } from './standard-pages.ts'

/** Agents cut files at about 50,000 characters. */
const maxCharacters = 50_000
/** Of a file with full posts, without its heading. */
const maxPosts = 48_000

/** https://llmstxt.org: every page and post. The years of a long file come first, where agents that cut it see them. */
export function llmsTxt(archive: Published): string {
  const posts = archive.posts.map((post) => entry(post, archive))
  const pages = allPages(archive).map((page) => entry(page, archive))
  const lists = listPages(archive)
  const listEntry = ({ path, title, list }: ListPage) =>
    entry({ path, title, summary: `${sizeOf(list, archive)}.` }, archive)
  const rest = [section('Posts', posts), section('Pages', pages)]
  const whole = heading(archive, '') + [...rest, section('Optional', lists.map(listEntry))].join('\n')
  if (whole.length <= maxCharacters) return whole
  const isYear = ({ list: { kind, part } }: ListPage) => (kind === 'year' || kind === 'undated') && part === 0
  const [years, others] = [lists.filter(isYear), lists.filter((page) => !isYear(page))]
  if (years.length === 0) return whole
  const about = ' This file is long. If you see only its start, read the posts of a year below.'
  const sections = [
    section('Years', years.map(listEntry)),
    ...rest,
    section('Optional', others.map(listEntry)),
  ]
  return heading(archive, about) + sections.join('\n')
}

function section(name: string, lines: readonly string[]): string {
  return `## ${name}\n\n${lines.join('\n')}\n`
}

function heading(archive: Published, about: string): string {
  const { settings, urls, mcpUrl = '' } = archive
  const { url } = urls
  const search = archive.engine
    ? ''
    : ` \`${searchTemplate(archive)}\` searches posts and quotes the passages that match.`
  const feeds = feedOf(servicePaths.home, archive)
    ? ` New posts are in the feeds <${url(servicePaths.feed)}> and <${url(servicePaths.jsonFeed)}>.`
    : ''
  const mcp =
    mcpUrl &&
    ` An MCP server with tools to
list, read and search posts is at <${mcpUrl}> (described by <${url(servicePaths.mcpManifest)}>).`
  return `# ${escapeHeading(settings.title)}

> ${oneLine(aboutOf(archive))}

Written by ${settings.author.name}. Read-only, no keys, no quota. Every link below is markdown, newest post first. Without \`.md\`, the same URL
returns HTML, or markdown if you send \`Accept: text/markdown\`. The JSON API starts at <${url(servicePaths.index)}>; its contract is
<${url(servicePaths.contract)}>. <${url(servicePaths.agentInstructions)}> explains when and how to use them.${mcp}${search}${feeds} When you quote a post, cite
its author, title and canonical URL.${about}

`
}

interface Facts extends Pick<Document, 'path' | 'title' | 'summary'> {
  readonly datePublished?: string | null
}

function entry({ path, title, summary, datePublished }: Facts, archive: Archive): string {
  const date = datePublished ? `${datePublished}: ` : ''
  return `- ${markdownLink({ label: title, path: twinPath(path) }, archive)}: ${date}${oneLine(summary)}`
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

/** Limits full copies to the newest posts; all of them would double the size of a large archive. */
const maxFiles = 20

/** Returns full posts in one file, or an index with several files. */
export function llmsFullFiles(archive: Archive): TextFile[] {
  const path = servicePaths.llmsFull
  const sections = archive.posts.map((post) => ({ post, opening: opening(post, archive) }))
  const short = sections.filter((section) => sectionLength(section) <= maxPosts)
  // Oldest first, so that a new post changes only the last part.
  const parts = packed(short.toReversed(), sectionLength, maxPosts)
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
      return `${fullHeading(archive)}\n${sections.map(({ post, opening }) => opening + post.markdown).join('\n')}`
    },
  }
}

function opening(post: Post, archive: Archive): string {
  return `# ${escapeHeading(post.title)}\n\nCite as: ${oneLine(citationText(post, archive))}\n\n`
}

function fullHeading({ settings, urls }: Archive): string {
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

${fullHeading(archive)}
${included} of ${posts.length} posts are in these files, newest first, each at most 50,000 characters.${others}

## Files

${lines.join('\n')}
`
}
