import { hasPublisher } from '../archive/authors.ts'
import { makeDocument } from '../archive/build.ts'
import type { Document, Page } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { home } from './home.ts'
import { escapeHeading } from './markdown.ts'
import { memoizeLast } from '../base/caches.ts'
import { portalBody } from './portal.ts'
import { pageWordsFor, type Published, termsMarkdown, wordsFor } from './published.ts'
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
  const { contact: words } = pageWordsFor(archive)
  const ways = [
    author.email && `- ${words.email(`<${author.email}>`)}`,
    author.url && `- ${words.web(`<${author.url}>`)}`,
  ].filter((way) => way !== undefined)
  const publisher = hasPublisher(archive.settings)
    ? [words.publisher(escapeHeading(title), escapeHeading(author.name))]
    : []
  return makeDocument({
    path: servicePaths.contact,
    title: wordsFor(archive).contact,
    summary: words.summary(title, ways.length > 0),
    changedAt: archive.changedAt,
    markdown: `${[...publisher, ...(ways.length > 0 ? [ways.join('\n'), words.corrections] : [words.neither])].join('\n\n')}
`,
  })
}

function privacy(archive: Published): Page {
  const words = pageWordsFor(archive)
  const { summary, privacy, hosts, players, weekly, caching, headings } = words.privacy
  const { look, embeds } = archive.settings
  const more = [
    ...(look.hosts.length > 0 ? [hosts(look.hosts.map((one) => new URL(one).host).join(', '))] : []),
    ...(embeds.length > 0 ? [players] : []),
  ]
  return makeDocument({
    path: servicePaths.privacy,
    title: wordsFor(archive).privacy,
    summary: summary(archive.settings.title),
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
