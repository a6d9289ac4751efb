import { identityOf } from '../../archive/identity.ts'
import type { Content } from '../../content/read.ts'

/**
 * Where posts were, by the links between them: in `/blog/2020/05/a-title` the end is the name of a post, and the numbers are its year and
 * month. For sites whose own program decides on addresses. The pattern that most such links have comes first.
 */
export function linkedAddresses(content: Content, baseUrl: string | undefined): string[] {
  const identities = content.posts.map((post) => identityOf(post, content))
  const named = new Map(identities.map((one) => [one.slug, one.parts]))
  const counts = new Map<string, number>()
  let links = 0
  for (const path of content.posts.flatMap(({ file }) => ownPaths(file.text, baseUrl))) {
    const steps = path.replace(/\/$/, '').split('/').slice(1)
    const parts = named.get(steps.at(-1) ?? '')
    if (!parts) continue
    const above = steps.slice(0, -1).map((step) => {
      const unit = units.find((one) => parts[one] === step)
      return unit === undefined ? step : `{${unit}}`
    })
    const pattern = `/${[...above, '{slug}'].join('/')}${path.endsWith('/') ? '/' : ''}`
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
    links++
  }
  return [...counts]
    .filter(([, count]) => count >= fewest && count >= links / 10)
    .sort(([, a], [, b]) => b - a)
    .map(([pattern]) => pattern)
}

const units = ['year', 'month', 'day'] as const

/** One link may be a mistake, or lead to a page of the same name. */
const fewest = 2

/** The paths of links to the site itself, in markdown and in HTML. */
function ownPaths(text: string, baseUrl: string | undefined): string[] {
  return Array.from(text.matchAll(destination), ([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '')
    .map((link) =>
      baseUrl !== undefined && link.startsWith(`${baseUrl}/`) ? link.slice(baseUrl.length) : link,
    )
    .filter((link) => /^\/(?!\/)/.test(link))
    .map((link) => link.replace(/[?#].*$/, ''))
}

const destination = /\]\(<?([^\s()<>]+)|\bhref=["']([^"']+)/g
