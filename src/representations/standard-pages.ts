import { type Document, makeDocument, type Page } from '../archive/archive.ts'
import { servicePaths } from '../archive/urls.ts'
import { home } from './home.ts'
import { escapeHeading } from './markdown.ts'
import { oncePer } from './once.ts'
import { portalParts } from './portal/portal.ts'
import { partsAsHtml, partsAsMarkdown } from './portal/sample.ts'
import type { Published } from './published.ts'
import { searchPage } from './search.ts'
import { termsMarkdown } from './terms.ts'

/**
 * Every page of the archive but the posts: those the publisher wrote, and those the engine makes from what it knows.
 * A page that the publisher wrote replaces the engine's; the home page and the portal are always made.
 */
export function allPages(archive: Published): readonly Omit<Document, 'html'>[] {
  return [home(archive), ...textPages(archive)]
}

/** Those that are nothing but their text. */
export const textPages = oncePer((archive: Published): readonly Page[] => {
  const written = new Set(archive.pages.map((page) => page.path))
  const standard = [contact, privacy].map((make) => make(archive)).filter((page) => !written.has(page.path))
  const search = archive.searchable ? [searchPage(archive)] : []
  return [...archive.pages, ...search, portal(archive), ...standard]
})

function portal(archive: Published): Page {
  const parts = portalParts(archive)
  return {
    path: servicePaths.developers,
    title: 'Developers',
    summary: `How programs and agents read, search and cite ${archive.settings.title}: the JSON API, ${archive.mcpUrl === undefined ? '' : 'the MCP server, '}the markdown twins, the errors and the limits.`,
    changedAt: archive.changedAt,
    markdown: partsAsMarkdown(parts),
    ...partsAsHtml(parts),
  }
}

function contact(archive: Published): Page {
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

function privacy(archive: Published): Page {
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

The archive sets no cookie and asks nobody to sign in. It is read-only: there is nothing to send to it.${searched} Its pages load nothing
from elsewhere but the pictures and recordings that posts show; their one script, without which they work as well, keeps a choice of colours on the
reader’s own machine and tells nobody.

## Terms

${termsMarkdown(archive)}

## Caching

The archive changes about once a week. Cache what you fetch for at least an hour, then send its \`ETag\` back:
an unchanged document costs one short answer.
`,
  })
}
