import { identityOf } from '../../archive/identity.ts'
import type { Content } from '../../content/read.ts'

/**
 * Where posts were, by the links between them: in `/blog/2020/05/a-title` the end is the name of a post, and the numbers are its year and
 * month. For sites whose own program decides on addresses. The pattern that most such links have comes first.
 */
export function linkedAddresses(content: Content, baseUrl: string | undefined): string[] {
  const named = new Map(
    content.posts.map((post) => [identityOf(post, content).slug, identityOf(post, content)]),
  )
  const counts = new Map<string, number>()
  let links = 0
  for (const { file } of content.posts) {
    for (const [, inMarkdown, inHtml] of file.text.matchAll(destination)) {
      const path = ownPath(inMarkdown ?? inHtml ?? '', baseUrl)
      const steps = path?.replace(/\/$/, '').split('/').slice(1) ?? []
      const post = named.get(steps.at(-1) ?? '')
      if (!path || !post) continue
      const { year, month, day } = post.parts
      const numbers = [year, month, day]
      const above = steps.slice(0, -1).map((step) => {
        const which = numbers.indexOf(step)
        return which === -1 ? step : `{${units[which]}}`
      })
      const pattern = `/${[...above, '{slug}'].join('/')}${path.endsWith('/') ? '/' : ''}`
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
      links++
    }
  }
  return [...counts]
    .filter(([, count]) => count >= fewest && count >= links / 10)
    .sort(([, a], [, b]) => b - a)
    .map(([pattern]) => pattern)
}

const units = ['year', 'month', 'day'] as const

/** One link may be a mistake, or lead to a page of the same name. */
const fewest = 2

/** In markdown and in HTML. */
const destination = /\]\(<?([^\s()<>]+)|\bhref=["']([^"']+)/g

/** The path that a link has on the site itself. */
function ownPath(link: string, baseUrl: string | undefined): string | undefined {
  const own = baseUrl !== undefined && link.startsWith(`${baseUrl}/`) ? link.slice(baseUrl.length) : link
  return own.startsWith('/') && !own.startsWith('//') ? own.replace(/[?#].*$/, '') : undefined
}
