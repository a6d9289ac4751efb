import type { Archive, Document, Post } from '../archive/model.ts'
import { ownFolders, servicePaths, twinPath } from '../archive/urls.ts'
import { oneLine } from '../base/escape.ts'
import { inParts } from '../base/grouped.ts'
import { citationText } from './citations.ts'
import { listSize } from './list-names.ts'
import type { ListPage } from './lists.ts'
import { escapeHeading, renderTemplate, markdownLink } from './markdown.ts'
import headTemplate from './llms.md?raw'
import indexTemplate from './llms-full.md?raw'
import { searchTemplate } from './search.ts'
import type { Site, PublishedText } from './site.ts'

/** Agents cut files at about 50,000 characters. */
const maxCharacters = 50_000
/** Of a file with full posts, without its heading. */
const maxFullText = 48_000

/** https://llmstxt.org: every page and post. The years of a long file come first, where agents that cut it see them. */
export function llmsTxt(site: Site, documents: readonly PageFacts[], lists: readonly ListPage[]): string {
  const posts = site.posts.map((post) => llmsLine(post, site))
  const pages = documents.map((page) => llmsLine(page, site))
  const listEntry = ({ path, title, list }: ListPage) =>
    llmsLine({ path, title, summary: `${listSize(list, site)}.` }, site)
  const rest = [linkSection('Posts', posts), linkSection('Pages', pages)]
  const whole = heading(site, false) + [...rest, linkSection('Optional', lists.map(listEntry))].join('\n')
  if (whole.length <= maxCharacters) return whole
  const isYear = ({ list: { kind, part } }: ListPage) => (kind === 'year' || kind === 'undated') && part === 0
  const [years, others] = [lists.filter(isYear), lists.filter((page) => !isYear(page))]
  if (years.length === 0) return whole
  const sections = [
    linkSection('Years', years.map(listEntry)),
    ...rest,
    linkSection('Optional', others.map(listEntry)),
  ]
  return heading(site, true) + sections.join('\n')
}

const linkSection = (name: string, lines: readonly string[]): string => `## ${name}\n\n${lines.join('\n')}\n`

function heading(site: Site, isLong: boolean): string {
  const { settings, about, hasFeeds, mcpUrl = '', engine } = site
  return renderTemplate(headTemplate, {
    base: site.urls.base,
    title: escapeHeading(settings.title),
    about: oneLine(about),
    author: settings.author.name,
    mcpUrl,
    searchUrl: engine ? '' : searchTemplate(site),
    hasFeeds: hasFeeds ? 'yes' : '',
    isLong: isLong ? 'yes' : '',
  })
}

interface PageFacts extends Pick<Document, 'path' | 'title' | 'summary'> {
  readonly datePublished?: string | null
}

function llmsLine({ path, title, summary, datePublished }: PageFacts, archive: Archive): string {
  const date = datePublished ? `${datePublished}: ` : ''
  return `- ${markdownLink({ label: title, path: twinPath(path) }, archive)}: ${date}${oneLine(summary)}`
}

/** Limits full copies to the newest posts; all of them would double the size of a large archive. */
const maxFullFiles = 20

interface FullPost {
  readonly post: Post
  readonly opening: string
}

/** Returns full posts in one file, or an index with several files. */
export function llmsFullFiles(site: Site): PublishedText[] {
  const path = servicePaths.llmsFull
  const lengthOf = ({ post, opening }: FullPost) => opening.length + post.length + 1
  const all = site.posts.map((post): FullPost => {
    const citation = oneLine(citationText(post, site))
    return { post, opening: `# ${escapeHeading(post.title)}\n\nCite as: ${citation}\n\n` }
  })
  const short = all.filter((post) => lengthOf(post) <= maxFullText)
  // Oldest first, so that a new post changes only the last part.
  const parts = inParts(short.toReversed(), lengthOf, maxFullText)
  const [only] = parts
  if (only && parts.length === 1 && short.length === all.length) return [fullFile(path, only, site)]
  const files = parts
    .map((part, at) => ({ path: `${ownFolders.llmsFull}${at + 1}.txt`, part }))
    .slice(-maxFullFiles)
  const index = fullIndex(files.toReversed(), site)
  return [{ path, text: index }, ...files.map((file) => fullFile(file.path, file.part, site))]
}

/** Newest first. Loads the posts when the text is used. */
function fullFile(path: string, part: readonly FullPost[], site: Site): PublishedText {
  const posts = part.toReversed()
  const digests = posts.map(({ post, opening }) => post.digest && [post.digest, opening])
  return {
    path,
    digest: digests.every((digest) => digest !== undefined) ? JSON.stringify(digests) : undefined,
    get text() {
      return `${aboutFull(site)}\n${posts.map(({ post, opening }) => opening + post.markdown).join('\n')}`
    },
  }
}

/** Without the number of posts: a new post changes only the last part. */
function aboutFull({ settings, urls }: Site): string {
  const { title, description } = settings
  const about = description === undefined ? '' : `${oneLine(description)} `
  const index = `Every page and post is listed in <${urls.url(servicePaths.llms)}>.`
  return `> ${about}Full posts of ${oneLine(title)}. ${index}\n`
}

function fullIndex(files: readonly { path: string; part: readonly FullPost[] }[], site: Site): string {
  const { settings, urls, posts } = site
  const included = files.reduce((sum, { part }) => sum + part.length, 0)
  const lines = files.map(({ path, part }) => {
    const ends = [part[0], part.at(-1)].map((full) => full?.post.datePublished ?? 'undated')
    const count = `${part.length} ${part.length === 1 ? 'post' : 'posts'}`
    return `- [${path.slice(1)}](${urls.url(path)}): ${count}, ${[...new Set(ends)].join(' to ')}.`
  })
  const left = posts.length - included
  return renderTemplate(indexTemplate, {
    title: escapeHeading(settings.title),
    about: aboutFull(site),
    included: `${included}`,
    all: `${posts.length}`,
    left: left === 0 ? '' : `${left}`,
    files: lines.join('\n'),
  })
}
