import { type Document, makeDocument, type Post } from '../archive/archive.ts'
import { servicePaths } from '../archive/urls.ts'
import { day } from '../pages/date.ts'
import { byWhat } from './list-words.ts'
import { topLists } from './lists.ts'
import { escapeHeading } from './markdown.ts'
import { oncePer } from './once.ts'
import { portalMarkdown } from './portal.ts'
import type { Published } from './published.ts'
import { searchPage } from './search.ts'
import { shorten } from './shorten.ts'
import { termsMarkdown } from './terms.ts'

/**
 * Every page of the archive but the posts: those the publisher wrote, and those the engine makes from what it knows.
 * A page that the publisher wrote replaces the engine's; the home page and the portal are always made.
 */
export const allPages = oncePer((archive: Published): readonly Document[] => {
  const written = new Set(archive.pages.map((page) => page.path))
  const standard = [contact, privacy].map((make) => make(archive)).filter((page) => !written.has(page.path))
  const search = archive.searchable ? [searchPage(archive)] : []
  return [home(archive), ...archive.pages, ...search, portal(archive), ...standard]
})

function home(archive: Published): Document {
  const { settings, posts, urls } = archive
  const entries = newest(posts.map((post) => entry(post, archive)))
  const more = posts.length - entries.length
  const lead = `${escapeHeading(settings.description)}

Every post can be read as a page, as markdown at the same address, and as JSON; the
[developer portal](${urls.url(servicePaths.developers)}) says how. ${waysIn(archive)}`
  const rest =
    more === 0
      ? ''
      : `\n${more} earlier ${more === 1 ? 'post is' : 'posts are'} not listed here. ${waysIn(archive)}\n`
  return makeDocument({
    path: servicePaths.home,
    title: settings.title,
    summary: settings.description,
    changedAt: archive.changedAt,
    markdown: `${lead}\n\n## ${more === 0 ? 'Posts' : 'Newest posts'}\n\n${entries.join('\n')}\n${rest}`,
  })
}

function entry(post: Post, { urls }: Published): string {
  const date = post.datePublished === null ? '' : `, ${day(post.datePublished).text}`
  const title = `[${escapeHeading(shorten(post.title, longest.title))}](${urls.url(post.path)})`
  const summary = escapeHeading(shorten(post.summary, longest.summary))
  return `- ${title}  \n  ${post.seriesLabel} ${post.seriesNumber}${date}, ${post.readingTime}. ${summary}`
}

/** Bytes: those of a title and a summary, and of all entries together, which keeps the page small and quick to make. */
const longest = { title: 400, summary: 1_000, entries: 20_000 } as const

/** As many as there is room for. */
function newest(entries: readonly string[]): readonly string[] {
  let bytes = 0
  const end = entries.findIndex((one) => {
    bytes += utf8.encode(one).length
    return bytes > longest.entries
  })
  return end === -1 ? entries : entries.slice(0, end)
}

const utf8 = new TextEncoder()

/** `by year, series or tag`, as far as there are any. */
function waysIn(archive: Published): string {
  const ways = topLists(archive).map(({ kind, path }) => `[${byWhat(kind)}](${archive.urls.url(path)})`)
  const last = ways.at(-1)
  return `Posts are also listed by ${ways.length > 1 ? `${ways.slice(0, -1).join(', ')} and ${last}` : last}.`
}

function portal(archive: Published): Document {
  return makeDocument({
    path: servicePaths.developers,
    title: 'Developers',
    summary: `How programs and agents read, search and cite ${archive.settings.title}: the JSON API, the MCP server, the markdown twins, the errors and the limits.`,
    changedAt: archive.changedAt,
    markdown: portalMarkdown(archive),
  })
}

function contact(archive: Published): Document {
  const { author, title } = archive.settings
  const name = escapeHeading(author.name)
  const ways = [
    author.email && `- By e-mail: <${author.email}>`,
    author.url && `- On the web: <${author.url}>`,
  ].filter((way) => way !== undefined)
  const where =
    ways.length > 0 ? ways.join('\n') : 'The publisher gives neither an e-mail address nor a web page.'
  return makeDocument({
    path: servicePaths.contact,
    title: 'Contact',
    summary: `Who publishes ${title}, and how to reach them with a correction or a question.`,
    changedAt: archive.changedAt,
    markdown: `${escapeHeading(title)} is published by ${name}.

${where}

A correction is most useful with the post’s address, the sentence as it is now, and a source that shows it is wrong.
`,
  })
}

function privacy(archive: Published): Document {
  const { title } = archive.settings
  const searched = archive.searchable
    ? ' What is searched for is part of the address of the results, and goes to the server with it.'
    : ''
  return makeDocument({
    path: servicePaths.privacy,
    title: 'Privacy and terms',
    summary: `What ${title} knows about its readers, and what they may do with what they read here.`,
    changedAt: archive.changedAt,
    markdown: `## Privacy

The archive sets no cookie, runs no script and asks nobody to sign in. It is read-only: there is nothing to send to it.${searched}

## Terms

${termsMarkdown(archive)}

## Caching

The archive changes about once a week. Cache what you fetch for at least an hour, then send its \`ETag\` back:
an unchanged document costs one short answer.
`,
  })
}
