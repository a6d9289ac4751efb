import type { ElementContent, Root } from 'hast'
import * as z from 'zod'
import { type Author, dateWithOffset, type Entry, type Exported, type ExportFiles } from './exported.ts'
import { footnoteMark, footnoteText } from './to-markdown.ts'
import { element, parseHtml, plainText, property, replace } from './html-tree.ts'
import type { Note } from './left-out.ts'
import { paragraphs } from './paragraphs.ts'
import { type Attachment, type Attachments, withoutShortcodes } from './shortcodes.ts'
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
  const context = { authors, attachments: attachmentsOf(attachments) }
  return {
    site: {
      feed: '/feed',
      title: plainText(site['title'] ?? ''),
      description: plainText(site['description'] ?? ''),
      language: site['language'],
      url: site['wp:base_blog_url'] || site['link'],
    },
    authors,
    entries: posts.map((item) => entryOf(item, context)),
    leftOut: Array.from(
      others,
      ([type, count]): Note => ({ kind: 'other', detail: `${count} of type ${type}`, count }),
    ),
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

interface Context {
  readonly authors: ReadonlyMap<string, Author>
  readonly attachments: Attachments
}

function entryOf(item: XmlElement, { authors, attachments }: Context): Entry {
  const text = (name: string) => childText(item, name)
  const id = text('wp:post_id')
  const title = plainText(text('title'))
  // Co-Authors Plus has them as terms.
  const several = childrenOf(item, 'category').filter(({ attributes }) => attributes['domain'] === 'author')
  const creators = several.length > 0 ? several.map((one) => one.text.trim()) : [text('dc:creator')]
  const terms = childrenOf(item, 'category').filter(({ attributes }) =>
    /^(?:category|post_tag)?$/.test(attributes['domain'] ?? ''),
  )
  const thumbnail = attachments.byId(metaOf(item, '_thumbnail_id'))
  const published = dateWithOffset(text('wp:post_date'), text('wp:post_date_gmt'))
  const html = text('content:encoded')
  const status = text('wp:status') || 'publish'
  const withheld = withheldFor(status, text('wp:post_password'))
  const comments = childrenOf(item, 'wp:comment').filter(
    (one) => childText(one, 'wp:comment_approved') === '1',
  ).length
  return {
    kind: text('wp:post_type') === 'page' ? 'page' : 'post',
    title,
    slug: text('wp:post_name') || title || `post-${id}`,
    published,
    modified: dateWithOffset(text('wp:post_modified'), text('wp:post_modified_gmt')),
    summary: plainText(text('excerpt:encoded')) || undefined,
    authors: creators.filter(Boolean).map((one) => (authors.has(one) ? one : plainText(one))),
    tags: terms
      .filter(({ attributes }) => attributes['nicename'] !== 'uncategorized')
      .map((term) => plainText(term.text)),
    image: thumbnail && { src: thumbnail.url, alt: thumbnail.alt },
    addresses: [text('link'), text('guid'), `/?p=${id}`].filter((one) => /^(?:https?:|\/)/.test(one)),
    canonical: metaOf(item, '_yoast_wpseo_canonical') || undefined,
    isDraft: withheld !== undefined,
    leftOut: [
      ...(withheld ? [withheld] : []),
      ...(comments > 0
        ? [{ kind: 'comment' as const, detail: `${comments} comments`, count: comments }]
        : []),
    ],
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
  for (const { id, content } of texts)
    tree.children.push(
      footnoteText(numbers.get(id) ?? '', [
        element('p', {}, parseHtml(content).children as ElementContent[]),
      ]),
    )
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

function attachmentsOf(all: ReadonlyMap<string, Attachment>): Attachments {
  const byParent = new Map<string, Attachment[]>()
  for (const one of all.values()) {
    const others = byParent.get(one.parent)
    if (others) others.push(one)
    else byParent.set(one.parent, [one])
  }
  return { byId: (id) => all.get(id), ofPost: (id) => byParent.get(id) ?? [] }
}
