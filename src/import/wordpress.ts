import type { ElementContent, Root } from 'hast'
import * as z from 'zod'
import { groupedBy } from '../archive/lists.ts'
import {
  type Author,
  dateWithOffset,
  type Entry,
  type Exported,
  type ExportFiles,
  type Note,
} from './exported.ts'
import { element, parseHtml, plainText, property, replace } from './html-tree.ts'
import { type Attachment, type Attachments, paragraphs, withoutShortcodes } from './shortcodes.ts'
import { footnoteMark, footnoteText } from './to-markdown.ts'
import { childrenOf, childText, records, type XmlElement } from './xml.ts'

/** WordPress: one or more files of WXR, which is RSS with more in it. */
export async function readWordPress(files: ExportFiles): Promise<Exported> {
  const site: Record<string, string> = {}
  const authors = new Map<string, Author>()
  const posts: XmlElement[] = []
  const attachments = new Map<string, Attachment>()
  const others = new Map<string, number>()
  for (const path of files.paths.filter((one) => /\.xml$/i.test(one) || files.paths.length === 1)) {
    for (const record of records(files, path)) {
      if (record.name === 'wp:author') addAuthor(record)
      else if (record.name !== 'item') site[record.name] ??= record.text.trim()
      else addItem(record)
    }
  }
  const byParent = groupedBy([...attachments.values()], ({ parent }) => parent)
  const ofAll: Attachments = { byId: (id) => attachments.get(id), ofPost: (id) => byParent.get(id) ?? [] }
  return {
    site: {
      feed: '/feed',
      title: plainText(site['title'] ?? ''),
      description: plainText(site['description'] ?? ''),
      language: site['language'],
      url: site['wp:base_blog_url'] || site['link'],
    },
    authors,
    entries: posts.map((item) => entryOf(item, authors, ofAll)),
    leftOut: Array.from(others, ([type, count]) => ({
      kind: 'other',
      detail: `${count} of type ${type}`,
      count,
    })),
  }

  function addAuthor(record: XmlElement): void {
    const login = childText(record, 'wp:author_login')
    authors.set(login, { name: plainText(childText(record, 'wp:author_display_name')) || login })
  }

  function addItem(item: XmlElement): void {
    const type = childText(item, 'wp:post_type') || 'post'
    const status = childText(item, 'wp:status')
    if (type === 'attachment') attachments.set(childText(item, 'wp:post_id'), attachmentOf(item))
    else if (status === 'trash') count('trash')
    else if (type !== 'post' && type !== 'page') count(type)
    // What WordPress saves before anything is written.
    else if (status !== 'auto-draft' && status !== 'inherit') posts.push(item)
  }

  function count(type: string): void {
    others.set(type, (others.get(type) ?? 0) + 1)
  }
}

function entryOf(item: XmlElement, authors: ReadonlyMap<string, Author>, attachments: Attachments): Entry {
  const text = (name: string) => childText(item, name)
  const id = text('wp:post_id')
  const title = plainText(text('title'))
  // Co-Authors Plus has them as terms.
  const several = childrenOf(item, 'category').filter(({ attributes }) => attributes['domain'] === 'author')
  const creators = several.length > 0 ? several.map((one) => one.text.trim()) : [text('dc:creator')]
  const terms = childrenOf(item, 'category').filter(
    ({ attributes: { domain = '', nicename } }) =>
      /^(?:category|post_tag)?$/.test(domain) && nicename !== 'uncategorized',
  )
  const thumbnail = attachments.byId(metaOf(item, '_thumbnail_id'))
  const published = dateWithOffset(text('wp:post_date'), text('wp:post_date_gmt'))
  const html = text('content:encoded')
  const status = text('wp:status') || 'publish'
  const withheld = withheldFor(status, text('wp:post_password'))
  const approved = (one: XmlElement) => childText(one, 'wp:comment_approved') === '1'
  const count = childrenOf(item, 'wp:comment').filter(approved).length
  const comments: Note[] = count > 0 ? [{ kind: 'comment', detail: `${count} comments`, count }] : []
  return {
    kind: text('wp:post_type') === 'page' ? 'page' : 'post',
    title,
    slug: text('wp:post_name') || title || `post-${id}`,
    published,
    modified: dateWithOffset(text('wp:post_modified'), text('wp:post_modified_gmt')),
    summary: plainText(text('excerpt:encoded')) || undefined,
    authors: creators.filter(Boolean).map((one) => (authors.has(one) ? one : plainText(one))),
    tags: terms.map((term) => plainText(term.text)),
    image: thumbnail && { src: thumbnail.url, alt: thumbnail.alt },
    addresses: [text('link'), text('guid'), `/?p=${id}`].filter((one) => /^(?:https?:|\/)/.test(one)),
    canonical: metaOf(item, '_yoast_wpseo_canonical') || undefined,
    isDraft: withheld !== undefined,
    leftOut: withheld ? [withheld, ...comments] : comments,
    body(note) {
      // Posts of the block editor say where paragraphs are; those before it left that to line ends.
      const isClassic = !html.includes('<!-- wp:')
      const tree = parseHtml(withoutShortcodes(html, { attachments, post: id, note }))
      paragraphs(tree, isClassic)
      footnotes(tree, metaOf(item, 'footnotes'))
      const [sound = '', , type = ''] = metaOf(item, 'enclosure').split('\n')
      if (type.startsWith('audio/') && !html.includes(sound))
        tree.children.unshift(element('audio', { controls: true, src: sound.trim() }))
      return tree
    },
  }
}

/** The block editor keeps the texts of footnotes beside the post, as JSON, and has their ids at the marks. */
function footnotes(tree: Root, json: string): void {
  if (json === '') return
  const texts = parsedFootnotes(json)
  const numbers = new Map(texts.map(({ id }, at) => [id, String(at + 1)]))
  replace(tree, (node) => {
    const number = numbers.get(property(node, 'dataFn'))
    return number === undefined ? undefined : [footnoteMark(number)]
  })
  for (const [at, { content }] of texts.entries()) {
    const text = element('p', {}, parseHtml(content).children as ElementContent[])
    tree.children.push(footnoteText(String(at + 1), [text]))
  }
}

function parsedFootnotes(json: string): { readonly id: string; readonly content: string }[] {
  try {
    return z.array(z.object({ id: z.string(), content: z.string() })).parse(JSON.parse(json))
  } catch {
    return []
  }
}

function withheldFor(status: string, password: string): Note | undefined {
  if (password !== '') return { kind: 'password', detail: 'has a password' }
  if (status === 'private') return { kind: 'private', detail: 'is private' }
  if (status === 'future') return { kind: 'scheduled', detail: 'is scheduled' }
  return status === 'publish' ? undefined : { kind: 'draft', detail: `has the status ${status}` }
}

function metaOf(item: XmlElement, key: string): string {
  const meta = childrenOf(item, 'wp:postmeta').find((one) => childText(one, 'wp:meta_key') === key)
  return meta ? childText(meta, 'wp:meta_value') : ''
}

function attachmentOf(item: XmlElement): Attachment {
  return {
    url: childText(item, 'wp:attachment_url') || childText(item, 'guid'),
    alt: metaOf(item, '_wp_attachment_image_alt'),
    caption: plainText(childText(item, 'excerpt:encoded')),
    parent: childText(item, 'wp:post_parent'),
  }
}
