import type { ElementContent, Root } from 'hast'
import * as z from 'zod'
import { groupedBy, isWebAddress, wordSet } from './engine.ts'
import { dateWithOffset } from './dates.ts'
import type { Author, Entry, ExportFiles, Exported, Note } from './exported.ts'
import { element, elementsIn, isElement, isInline, type Parent, replace } from './html-tree.ts'
import { parseHtml, plainText, property, textOf } from './html-tree.ts'
import { splitParagraphs } from './clean.ts'
import { type Attachment, type Attachments, withoutShortcodes } from './shortcodes.ts'
import { footnoteMark, footnoteText } from './to-markdown.ts'
import { childrenOf, childText, records, type XmlElement } from './xml.ts'
import { jsonOf } from '../../check/src/site.ts'

/** Reads a WordPress export: one or more WXR files, an extension of RSS. */
export async function readWordPress(files: ExportFiles): Promise<Exported> {
  const site: Record<string, string> = {}
  const authors = new Map<string, Author>()
  const posts: XmlElement[] = []
  const attachments = new Map<string, Attachment>()
  const others: string[] = []
  for (const path of files.paths.filter((path) => /\.xml$/i.test(path) || files.paths.length === 1)) {
    for (const record of records(files, path)) {
      const login = childText(record, 'wp:author_login')
      if (record.name === 'wp:author')
        authors.set(login, { name: plainText(childText(record, 'wp:author_display_name')) || login })
      else if (record.name !== 'item') site[record.name] ??= record.text.trim()
      else addItem(record)
    }
  }
  const all = { byId: attachments, ofPost: groupedBy([...attachments.values()], ({ parent }) => parent) }
  return {
    site: {
      feed: '/feed',
      title: plainText(site['title'] ?? ''),
      description: plainText(site['description'] ?? ''),
      language: site['language'],
      url: site['wp:base_blog_url'] || site['link'],
    },
    authors,
    entries: posts.map((item) => entryOf(item, authors, all)),
    leftOut: Array.from(
      groupedBy(others, (type) => type),
      ([type, { length: count }]) => ({ kind: 'other', detail: `${count} of type ${type}`, count }),
    ),
  }

  function addItem(item: XmlElement): void {
    const type = childText(item, 'wp:post_type') || 'post'
    const status = childText(item, 'wp:status')
    if (type === 'attachment') attachments.set(childText(item, 'wp:post_id'), attachmentOf(item))
    else if (status === 'trash') others.push(status)
    else if (type !== 'post' && type !== 'page') others.push(type)
    // WordPress creates these before anything is written.
    else if (status !== 'auto-draft' && status !== 'inherit') posts.push(item)
  }
}

function entryOf(item: XmlElement, authors: ReadonlyMap<string, Author>, attachments: Attachments): Entry {
  const text = (name: string) => childText(item, name)
  const id = text('wp:post_id')
  const title = plainText(text('title'))
  // Co-Authors Plus exports authors as terms.
  const coAuthors = childrenOf(item, 'category').filter(({ attributes }) => attributes['domain'] === 'author')
  const creators = coAuthors.length > 0 ? coAuthors.map((author) => author.text.trim()) : [text('dc:creator')]
  const terms = childrenOf(item, 'category').filter(
    ({ attributes: { domain = '', nicename } }) =>
      /^(?:category|post_tag)?$/.test(domain) && nicename !== 'uncategorized',
  )
  const thumbnail = attachments.byId.get(metaOf(item, '_thumbnail_id'))
  const published = dateWithOffset(text('wp:post_date'), text('wp:post_date_gmt'))
  const html = text('content:encoded')
  const comments = childrenOf(item, 'wp:comment')
  const count = comments.filter((comment) => childText(comment, 'wp:comment_approved') === '1').length
  return {
    kind: text('wp:post_type') === 'page' ? 'page' : 'post',
    title,
    slug: text('wp:post_name') || title || `post-${id}`,
    published,
    modified: dateWithOffset(text('wp:post_modified'), text('wp:post_modified_gmt')),
    summary: plainText(text('excerpt:encoded')) || undefined,
    authors: creators.filter(Boolean).map((key) => (authors.has(key) ? key : plainText(key))),
    tags: terms.map((term) => plainText(term.text)),
    image: thumbnail && { src: thumbnail.url, alt: thumbnail.alt },
    addresses: [text('link'), text('guid'), `/?p=${id}`].filter((url) => /^(?:https?:|\/)/.test(url)),
    canonical: metaOf(item, '_yoast_wpseo_canonical') || undefined,
    draftReason: draftReasonFor(text('wp:status') || 'publish', text('wp:post_password')),
    body(note) {
      if (count > 0) note({ kind: 'comment', detail: `${count} comments`, count })
      // The block editor marks paragraphs; the classic editor relies on line breaks.
      const isClassic = !html.includes('<!-- wp:')
      const tree = parseHtml(withoutShortcodes(html, { attachments, post: id, note }))
      captions(tree)
      paragraphs(tree, isClassic)
      footnotes(tree, metaOf(item, 'footnotes'))
      const [sound = '', , type = ''] = metaOf(item, 'enclosure').split('\n')
      if (type.startsWith('audio/') && !html.includes(sound))
        tree.children.unshift(element('audio', { controls: true, src: sound.trim() }))
      return tree
    },
  }
}

const storedFootnotes = z.array(z.object({ id: z.string(), content: z.string() }))

/** The block editor stores footnote texts beside the post, as JSON, by the ids at the markers. */
function footnotes(tree: Root, json: string): void {
  const texts = storedFootnotes.safeParse(jsonOf(json)).data ?? []
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

function draftReasonFor(status: string, password: string): Note | undefined {
  if (password !== '') return { kind: 'password', detail: 'has a password' }
  if (status === 'private') return { kind: 'private', detail: 'is private' }
  if (status === 'future') return { kind: 'scheduled', detail: 'is scheduled' }
  return status === 'publish' ? undefined : { kind: 'draft', detail: `has the status ${status}` }
}

function metaOf(item: XmlElement, key: string): string {
  const meta = childrenOf(item, 'wp:postmeta').find((entry) => childText(entry, 'wp:meta_key') === key)
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

const dividable = wordSet('article aside blockquote div dd figcaption li main section td th')
const holdsLines = new Set([...dividable, 'p'])
const blankLine = /\n[ \t\r]*\n\s*/

/** WordPress stores posts as typed and adds paragraphs on display: at blank lines, and in classic posts a break at every other line end. */
export function paragraphs(parent: Parent, isClassic: boolean): void {
  const children = parent.children as ElementContent[]
  const texts = children.flatMap((child) => (child.type === 'text' ? child.value : []))
  const isDivided = texts.some((text) => blankLine.test(text) && text.trim())
  if (parent.type === 'root' || (dividable.has(parent.tagName) && isDivided))
    parent.children = splitParagraphs(children, blankLine, (run) =>
      isClassic ? withBreaks(trimmed(run)) : run,
    )
  else if (isClassic && holdsLines.has(parent.tagName)) parent.children = withBreaks(children)
  for (const child of parent.children)
    if (child.type === 'element' && child.tagName !== 'pre' && !(isClassic && isInline(child)))
      paragraphs(child, isClassic)
  // WordPress showed a URL alone in its paragraph as an embed.
  const text = textOf(parent).trim()
  const isPlain = parent.children.every(({ type }) => type === 'text')
  if (isElement(parent, 'p') && isPlain && isWebAddress(text) && !/\s/.test(text))
    parent.children = [element('a', { href: text }, text)]
}

function trimmed(run: readonly ElementContent[]): ElementContent[] {
  return run.map((node, at) => {
    if (node.type !== 'text') return node
    const start = at === 0 ? node.value.trimStart() : node.value
    return { type: 'text', value: at === run.length - 1 ? start.trimEnd() : start }
  })
}

function withBreaks(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node, at): ElementContent[] => {
    if (isElement(node) && isInline(node) && node.tagName !== 'code')
      return [{ ...node, children: withBreaks(node.children) }]
    if (node.type !== 'text' || node.value.trim() === '') return [node]
    const lines = node.value.split('\n')
    return lines.flatMap((line, n): ElementContent[] => {
      const text: ElementContent[] = [{ type: 'text', value: line }]
      const before = nodes[at - 1]
      const isEdge = n === 0 || (n === lines.length - 1 && line.trim() === '' && at === nodes.length - 1)
      // The line already ends with <br>.
      const hasBreak = n === 1 && lines[0]?.trim() === '' && isElement(before, 'br')
      return isEdge || hasBreak ? text : [element('br', {}), ...text]
    })
  })
}

/** `[caption]<img> Words[/caption]`: the text after the image is its caption. */
export function captions(tree: Root): void {
  for (const node of elementsIn(tree)) {
    if (node.properties['dataWpCaption'] === undefined) continue
    const at = node.children.findIndex((child) => isElement(child, 'img', 'a'))
    const words = node.children.splice(at + 1)
    node.properties = {}
    node.children.push(element('figcaption', {}, words))
  }
}
