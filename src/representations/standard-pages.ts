import { hasPublisher } from '../archive/authors.ts'
import { makeDocument } from '../archive/build.ts'
import type { Page } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { format } from '../words/format.ts'
import { escapeHeading } from './markdown.ts'
import { type Site, termsMarkdown } from './site.ts'

/** Returns the pages on contact and privacy, unless the publisher has written them. */
export function standardPages(site: Site): readonly Page[] {
  const own = new Set([...site.pages, ...site.unlisted.pages].map(({ path }) => path))
  return [contactPage(site), privacyPage(site)].filter(({ path }) => !own.has(path))
}

function contactPage({ settings, words, changedAt }: Site): Page {
  const { author, title } = settings
  const { email, web, publisher, summary, summaryWithWays, corrections, neither } = words.pages.contact
  const ways = [
    author.email && `- ${format(email, { address: `<${author.email}>` })}`,
    author.url && `- ${format(web, { address: `<${author.url}>` })}`,
  ].filter((way) => way !== undefined)
  const names = { publication: escapeHeading(title), name: escapeHeading(author.name) }
  const paragraphs = [
    ...(hasPublisher(settings) ? [format(publisher, names)] : []),
    ...(ways.length > 0 ? [ways.join('\n'), corrections] : [neither]),
  ]
  const facts = {
    path: servicePaths.contact,
    title: words.contact,
    summary: format(ways.length > 0 ? summaryWithWays : summary, { publication: title }),
    changedAt,
  }
  return makeDocument(facts, () => `${paragraphs.join('\n\n')}\n`)
}

function privacyPage(site: Site): Page {
  const { settings, words, changedAt, scriptSources = [] } = site
  const { look, embeds, title, rhythm } = settings
  const { summary, privacy, hosts, players, weekly, caching, headings } = words.pages.privacy
  const origins = new Set([...look.hosts, ...scriptSources])
  const ownHosts = [...origins].flatMap((url) => (URL.canParse(url) ? new URL(url).host : [])).join(', ')
  const paragraph = [
    privacy,
    ...(ownHosts === '' ? [] : [format(hosts, { hosts: ownHosts })]),
    ...(embeds.length > 0 ? [players] : []),
  ]
  const facts = {
    path: servicePaths.privacy,
    title: words.privacy,
    summary: format(summary, { publication: title }),
    changedAt,
  }
  return makeDocument(
    facts,
    () => `## ${headings.privacy}

${paragraph.join('\n')}

## ${headings.terms}

${termsMarkdown(site, words)}

## ${headings.caching}

${rhythm === 'weekly' ? `${weekly} ` : ''}${caching}
`,
  )
}
