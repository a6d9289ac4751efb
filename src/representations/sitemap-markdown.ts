import type { Post } from '../archive/model.ts'
import { groupedBy } from '../archive/lists.ts'
import { servicePaths } from '../archive/urls.ts'
import { listPages } from './lists.ts'
import { escapeHeading, oneLine } from './markdown.ts'
import type { Published } from './published.ts'
import { shorten } from './shorten.ts'
import { allPages } from './standard-pages.ts'

/** Characters: each section has its share of what agents read of a file, and a large archive more than fits. */
const room = { pages: 8_000, posts: 30_000, lists: 8_000 } as const
const longestTitle = 200

/** The site at a glance: titles alone, by year. What is in it is said by llms.txt, and sitemap.xml has every address. */
export function sitemapMarkdown(archive: Published): string {
  const { settings, urls, posts } = archive
  const line = ({ title, path }: { readonly title: string; readonly path: string }) =>
    `- [${escapeHeading(shorten(title, longestTitle))}](${urls.url(path)})`
  const pages = fitting(allPages(archive).map(line), room.pages, 'pages')
  const years = groupedBy(posts, ({ datePublished }: Post) => datePublished?.slice(0, 4) ?? 'Without a date')
  const byYear = Array.from(years, ([year, ofYear]) => [`### ${year}`, '', ...ofYear.map(line), '']).flat()
  const lists = fitting(listPages(archive).map(line), room.lists, 'lists')
  return `# Sitemap of ${escapeHeading(settings.title)}

> ${oneLine(settings.description)}

What each of these is about is in <${urls.url(servicePaths.llms)}>; all addresses with their dates are in <${urls.url(servicePaths.sitemap)}>.

## Pages

${pages.join('\n')}

## Posts

${fitting(byYear, room.posts, 'posts').join('\n').trimEnd()}

## Lists

${lists.join('\n')}
`

  function fitting(lines: readonly string[], most: number, what: string): readonly string[] {
    let left = most
    const end = lines.findIndex((one) => {
      left -= one.length + 1
      return left < 0
    })
    if (end === -1) return lines
    const more = lines.slice(end).filter((one) => one.startsWith('- ')).length
    return [...lines.slice(0, end), '', `${more} more ${what} are in the files above.`]
  }
}
