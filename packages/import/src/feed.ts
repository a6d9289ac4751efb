import { escapeHtml, isWebAddress } from './engine.ts'
import { dateOf } from './dates.ts'
import type { Entry, ExportFiles, Exported } from './exported.ts'
import { parseHtml, plainText } from './html-tree.ts'
import { childrenOf, childText, records, type XmlElement } from './xml.ts'

/** Reads RSS 0.9 to 2.0 or Atom. Most feeds have only the newest posts, and often only excerpts. */
export async function readFeed(files: ExportFiles): Promise<Exported> {
  const isOnly = files.paths.length === 1
  const path = files.paths.find((name) => isOnly || /\.(?:xml|rss|atom|rdf)$/i.test(name)) ?? ''
  const about = new Map<string, XmlElement>()
  const items: XmlElement[] = []
  for (const record of records(files, path)) {
    if (record.name === 'item' || record.name === 'entry') items.push(record)
    else if (!about.has(record.name) || isHome(record)) about.set(record.name, record)
  }
  const text = (...names: readonly string[]) =>
    plainText(names.map((name) => about.get(name)?.text ?? '').find(Boolean) ?? '') || undefined
  const home = about.get('link')
  const owner = about.get('author')
  const feedAuthor = owner ? authorOf(owner) : undefined
  return {
    site: {
      title: text('title'),
      description: text('description', 'subtitle', 'tagline'),
      language: text('language'),
      url: home?.attributes['href'] ?? home?.text.trim(),
    },
    entries: items.map((item) => entryOf(item, feedAuthor)),
  }
}

function isHome({ name, attributes }: XmlElement): boolean {
  const { href, rel = 'alternate' } = attributes
  return name === 'link' && href !== undefined && rel === 'alternate'
}

function entryOf(item: XmlElement, feedAuthor: string | undefined): Entry {
  const text = (...names: readonly string[]) => names.map((name) => childText(item, name)).find(Boolean) ?? ''
  const links = childrenOf(item, 'link')
  const link = links.find(isHome)?.attributes['href'] ?? text('link')
  const [guid] = childrenOf(item, 'guid')
  const isPermalink = guid?.attributes['isPermaLink'] !== 'false' && isWebAddress(text('guid'))
  const permalink = isPermalink ? text('guid') : ''
  const address = link || permalink
  const title = plainText(text('title'))
  const full = contentOf(item, 'content:encoded', 'content')
  const short = contentOf(item, 'description', 'summary')
  const named = [
    ...childrenOf(item, 'dc:creator').map((creator) => plainText(creator.text)),
    ...childrenOf(item, 'author').flatMap((author) => authorOf(author) ?? []),
  ]
  const enclosures =
    childrenOf(item, 'enclosure').length +
    links.filter(({ attributes }) => attributes['rel'] === 'enclosure').length
  const summary = plainText(short ?? '')
  return {
    kind: 'post',
    title,
    slug: slugIn(address) || title,
    published: dateOf(text('pubDate', 'published', 'issued', 'dc:date', 'updated')),
    modified: dateOf(text('updated', 'modified')),
    // Some feeds repeat the whole post as the summary.
    summary: full === undefined || summary.length > 600 ? undefined : summary || undefined,
    authors: named.length > 0 ? [...new Set(named)] : feedAuthor === undefined ? [] : [feedAuthor],
    tags: childrenOf(item, 'category').map(({ attributes: { label, term }, text }) =>
      plainText(label ?? term ?? text),
    ),
    addresses: [address, permalink].filter(Boolean),
    body(note) {
      if (full === undefined) note({ kind: 'summary-only', detail: 'has no full text in the feed' })
      if (enclosures > 0) note({ kind: 'other', detail: 'an enclosure', count: enclosures })
      return parseHtml(full ?? short ?? '')
    },
  }
}

/** Returns HTML; plain text in Atom is escaped. */
function contentOf(item: XmlElement, ...names: readonly string[]): string | undefined {
  const content = names.flatMap((name) => childrenOf(item, name)).find(({ text }) => text.trim() !== '')
  if (!content) return undefined
  const isText = item.name === 'entry' && (content.attributes['type'] ?? 'text') === 'text'
  return isText ? `<p>${escapeHtml(content.text)}</p>` : content.text
}

/** RSS has an e-mail address with the name in parentheses, Atom an element for each. Ignores an address without a name. */
function authorOf(element: XmlElement): string | undefined {
  const text = childText(element, 'name') || element.text.trim()
  const name = /^[^\s@]+@[^\s(]+\s*\((.*)\)$/.exec(text)?.[1] ?? text
  return name === '' || /^[^\s@]+@\S+$/.test(name) ? undefined : plainText(name)
}

function slugIn(address: string): string {
  if (!URL.canParse(address)) return ''
  const steps = new URL(address).pathname.split('/').filter((step) => !/^(?:index\.\w+)?$/.test(step))
  return steps.at(-1)?.replace(/\.\w{2,5}$/, '') ?? ''
}
