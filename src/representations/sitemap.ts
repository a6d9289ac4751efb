import { groupedBy } from '../base/grouped.ts'
import type { Document, Post } from '../archive/model.ts'
import { ownFolders, servicePaths } from '../archive/urls.ts'
import { escapeHtml, oneLine } from '../base/escape.ts'
import { listPages } from './lists.ts'
import { lineLength, packed } from './llms.ts'
import { escapeHeading, markdownLink, shorten } from './markdown.ts'
import { aboutOf, type Published } from './published.ts'
import type { TextFile } from './row.ts'
import { allPages } from './standard-pages.ts'

/** https://www.sitemaps.org/protocol.html allows 50,000 URLs and 50 MB; a character has at most four bytes. */
const limits = { entries: 50_000, characters: 12_000_000 }

export function sitemapFiles(archive: Published, max = limits): TextFile[] {
  const { urls } = archive
  const element = (name: string, path: string, changedAt: string | null) => {
    const lastmod = changedAt ?? archive.changedAt
    const date = lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${name}><loc>${escapeHtml(urls.url(path))}</loc>${date}</${name}>`
  }
  const pages = [...allPages(archive), ...listPages(archive), ...archive.posts]
  const entries = pages.map(({ path, changedAt }) => element('url', path, changedAt))
  const files = packed(entries, lineLength, max.characters, max.entries)
  const [only] = files
  if (only && files.length === 1) return [{ path: servicePaths.sitemap, text: xml('urlset', only) }]
  const paths = files.map((_, at) => `${ownFolders.sitemaps}${at + 1}.xml`)
  const index = paths.map((path) => element('sitemap', path, archive.changedAt))
  return [
    { path: servicePaths.sitemap, text: xml('sitemapindex', index) },
    ...files.map((entries, at) => ({ path: paths[at] ?? '', text: xml('urlset', entries) })),
  ]
}

function xml(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
}

/** Characters per section, within what agents read of a file. */
const room = { pages: 8_000, posts: 30_000, lists: 8_000 } as const
const longestTitle = 200

/** Returns the titles of all pages, by year. */
export function sitemapMarkdown(archive: Published): string {
  const { settings, urls, posts } = archive
  const line = ({ title, path }: Pick<Document, 'title' | 'path'>) =>
    `- ${markdownLink({ label: shorten(title, longestTitle), path }, archive)}`
  const pages = fitLines(allPages(archive).map(line), room.pages, 'pages')
  const years = groupedBy(posts, ({ datePublished }: Post) => datePublished?.slice(0, 4) ?? 'Without a date')
  const byYear = Array.from(years, ([year, yearPosts]) => [
    `### ${year}`,
    '',
    ...yearPosts.map(line),
    '',
  ]).flat()
  const lists = fitLines(listPages(archive).map(line), room.lists, 'lists')
  return `# Sitemap of ${escapeHeading(settings.title)}

> ${oneLine(aboutOf(archive))}

For summaries, see <${urls.url(servicePaths.llms)}>; for every URL with its date, <${urls.url(servicePaths.sitemap)}>.

## Pages

${pages.join('\n')}

## Posts

${fitLines(byYear, room.posts, 'posts').join('\n').trimEnd()}

## Lists

${lists.join('\n')}
`

  function fitLines(lines: readonly string[], maxLength: number, what: string): readonly string[] {
    let left = maxLength
    const end = lines.findIndex((one) => {
      left -= one.length + 1
      return left < 0
    })
    if (end === -1) return lines
    const more = lines.slice(end).filter((one) => one.startsWith('- ')).length
    return [...lines.slice(0, end), '', `${more} more ${what} are in the files above.`]
  }
}
