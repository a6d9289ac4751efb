import { hasPublisher } from '../archive/authors.ts'
import { makeDocument } from '../archive/build.ts'
import type { Document, Page } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { home } from './home.ts'
import { escapeHeading } from './markdown.ts'
import { memoizeLast } from '../base/caches.ts'
import { portalBody } from './portal.ts'
import { format } from '../words/format.ts'
import { type Published, termsMarkdown, wordsFor } from './published.ts'
import { searchPage } from './search.ts'

/** Returns all pages except posts. The publisher's own pages replace contact and privacy. */
export function allPages(archive: Published): readonly Omit<Document, 'html'>[] {
  return [home(archive), ...textPages(archive)]
}

export const textPages = memoizeLast((archive: Published): readonly Page[] => {
  const own = new Set([...archive.pages, ...archive.unlisted.pages].map((page) => page.path))
  const standard = [contact, privacy].map((make) => make(archive)).filter((page) => !own.has(page.path))
  return [...archive.pages, searchPage(archive), portal(archive), ...standard]
})

function portal(archive: Published): Page {
  const { engine, mcpUrl, settings } = archive
  // Programs cannot run the search of a static export.
  const uses = engine && mcpUrl === undefined ? 'Read and cite' : 'Read, search and cite'
  return {
    path: servicePaths.developers,
    title: 'Developers',
    summary: `${uses} ${settings.title} from programs and agents: JSON API, ${mcpUrl === undefined ? '' : 'MCP server, '}markdown, errors and limits.`,
    changedAt: archive.changedAt,
    ...portalBody(archive),
  }
}

function contact(archive: Published): Page {
  const { author, title } = archive.settings
  const words = wordsFor(archive)
  const { contact } = words.pages
  const ways = [
    author.email && `- ${format(contact.email, { address: `<${author.email}>` })}`,
    author.url && `- ${format(contact.web, { address: `<${author.url}>` })}`,
  ].filter((way) => way !== undefined)
  const names = { publication: escapeHeading(title), name: escapeHeading(author.name) }
  const publisher = hasPublisher(archive.settings) ? [format(contact.publisher, names)] : []
  return makeDocument({
    path: servicePaths.contact,
    title: words.contact,
    summary: format(ways.length > 0 ? contact.summaryWithWays : contact.summary, { publication: title }),
    changedAt: archive.changedAt,
    markdown: `${[...publisher, ...(ways.length > 0 ? [ways.join('\n'), contact.corrections] : [contact.neither])].join('\n\n')}
`,
  })
}

function privacy(archive: Published): Page {
  const words = wordsFor(archive)
  const { summary, privacy, hosts, players, weekly, caching, headings } = words.pages.privacy
  const { look, embeds } = archive.settings
  const more = [
    ...(look.hosts.length > 0
      ? [format(hosts, { hosts: look.hosts.map((url) => new URL(url).host).join(', ') })]
      : []),
    ...(embeds.length > 0 ? [players] : []),
  ]
  return makeDocument({
    path: servicePaths.privacy,
    title: words.privacy,
    summary: format(summary, { publication: archive.settings.title }),
    changedAt: archive.changedAt,
    markdown: `## ${headings.privacy}

${[privacy, ...more].join('\n')}

## ${headings.terms}

${termsMarkdown(archive, words)}

## ${headings.caching}

${archive.settings.rhythm === 'weekly' ? `${weekly} ` : ''}${caching}
`,
  })
}
