import type { ElementContent, Root, Element } from 'hast'
import { decodeHTMLAttribute } from 'entities'
import * as z from 'zod'
import { escapeHtml, groupedBy, isCodeLanguage, isWebAddress, wordSet } from './engine.ts'
import { dateWithOffset } from './dates.ts'
import type { Author, Entry, ExportFiles, Exported } from './exported.ts'
import type { Note, TakeNote } from './notes.ts'
import type { Parent } from './html-tree.ts'
import {
  element,
  elementsIn,
  isElement,
  isInline,
  parseHtml,
  plainText,
  property,
  replace,
  textOf,
} from './html-tree.ts'
import { splitParagraphs } from './clean.ts'
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
  for (const path of files.paths.filter((one) => /\.xml$/i.test(one) || files.paths.length === 1)) {
    for (const record of records(files, path)) {
      if (record.name === 'wp:author') addAuthor(record)
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

  function addAuthor(record: XmlElement): void {
    const login = childText(record, 'wp:author_login')
    authors.set(login, { name: plainText(childText(record, 'wp:author_display_name')) || login })
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
  const creators = coAuthors.length > 0 ? coAuthors.map((one) => one.text.trim()) : [text('dc:creator')]
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
    authors: creators.filter(Boolean).map((one) => (authors.has(one) ? one : plainText(one))),
    tags: terms.map((term) => plainText(term.text)),
    image: thumbnail && { src: thumbnail.url, alt: thumbnail.alt },
    addresses: [text('link'), text('guid'), `/?p=${id}`].filter((one) => /^(?:https?:|\/)/.test(one)),
    canonical: metaOf(item, '_yoast_wpseo_canonical') || undefined,
    draftReason: draftReasonFor(text('wp:status') || 'publish', text('wp:post_password')),
    leftOut: count > 0 ? [{ kind: 'comment', detail: `${count} comments`, count }] : [],
    body(note) {
      // The block editor marks paragraphs; the classic editor relies on line breaks.
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

const storedFootnotes = z.array(z.object({ id: z.string(), content: z.string() }))

function draftReasonFor(status: string, password: string): Note | undefined {
  if (password !== '') return { kind: 'password', detail: 'has a password' }
  if (status === 'private') return { kind: 'private', detail: 'is private' }
  if (status === 'future') return { kind: 'scheduled', detail: 'is scheduled' }
  return status === 'publish' ? undefined : { kind: 'draft', detail: `has the status ${status}` }
}

function metaOf(item: XmlElement, key: string): string {
  const meta = childrenOf(item, 'wp:postmeta').find((one) => childText(one, 'wp:meta_key') === key)
  return meta ? childText(meta, 'wp:meta_value') : ''
}

interface Attachment {
  readonly url: string
  readonly alt: string
  readonly caption: string
  /** Id of the post it was uploaded for. */
  readonly parent: string
}

function attachmentOf(item: XmlElement): Attachment {
  return {
    url: childText(item, 'wp:attachment_url') || childText(item, 'guid'),
    alt: metaOf(item, '_wp_attachment_image_alt'),
    caption: plainText(childText(item, 'excerpt:encoded')),
    parent: childText(item, 'wp:post_parent'),
  }
}

interface Attachments {
  readonly byId: ReadonlyMap<string, Attachment>
  readonly ofPost: ReadonlyMap<string, readonly Attachment[]>
}

interface Context {
  readonly attachments: Attachments
  readonly post: string
  readonly note: TakeNote
}

/** Converts WordPress's own shortcodes to HTML. Removes and reports other tags, and keeps the text between them. */
export function withoutShortcodes(html: string, context: Context): string {
  const closed = new Set(Array.from(html.matchAll(/\[\/([\w-]+)\]/g), ([, name = '']) => name))
  let result = ''
  let at = 0
  shortcode.lastIndex = 0
  for (let found = shortcode.exec(html); found; found = shortcode.exec(html)) {
    const [whole, doubled, slash, name = '', rest = ''] = found
    result += html.slice(at, found.index)
    at = found.index + whole.length
    if (doubled === '[' && html[at] === ']') {
      // Double brackets escape a shortcode.
      result += whole.slice(1)
      at++
    } else if ((codeNames.test(name) || isCodeLanguage(name)) && slash === '' && closed.has(name)) {
      const end = html.indexOf(`[/${name}]`, at)
      const inner = end === -1 ? '' : html.slice(at, end)
      result += end === -1 ? whole : codeBlock(inner, codeLanguage(name, attributesOf(rest)))
      if (end === -1) closed.delete(name)
      else at = end + name.length + 3
    } else {
      const written = whole.slice(doubled?.length ?? 0)
      const lower = name.toLowerCase()
      const known = Object.hasOwn(shortcodes, lower) ? shortcodes[lower] : undefined
      result += doubled
      if (known) result += slash ? (known.close ?? '') : known.open(attributesOf(rest), context)
      // Plain words in brackets, such as [sic].
      else if (!closed.has(name) && !rest.includes('=')) result += written
      else if (!slash) context.note({ kind: 'shortcode', detail: `[${name}]` })
    }
    shortcode.lastIndex = at
  }
  return result + html.slice(at)
}

interface Shortcode {
  open(attributes: Attributes, context: Context): string
  readonly close?: string
}

const addressNames = ['src', 'mp3', 'mp4', 'm4a', 'ogg', 'webm', 'url', 'id', '0', '']
const address = (attributes: Attributes) =>
  addressNames.map((name) => attributes.get(name)).find(Boolean) ?? ''
const linkTo = (url: string) => `\n\n<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>\n\n`
const image = ({ url, alt, caption }: Attachment) =>
  `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"><figcaption>${escapeHtml(caption)}</figcaption></figure>`

const caption: Shortcode = { open: () => '<figure data-wp-caption>', close: '</figure>' }

/** https://codex.wordpress.org/Shortcode and what WordPress.com adds. */
const shortcodes: Readonly<Record<string, Shortcode>> = {
  caption,
  wp_caption: caption,
  gallery: {
    open: (attributes, { attachments, post, note }) => {
      const list = attributes.get('ids') ?? attributes.get('include')
      if (list === undefined) {
        const all = attachments.ofPost.get(attributes.get('id') ?? post) ?? []
        if (all.length === 0) note({ kind: 'missing-image', detail: 'all images of a gallery' })
        return all.map(image).join('')
      }
      const ids = list.split(',').map((id) => id.trim())
      for (const id of ids)
        if (!attachments.byId.has(id)) note({ kind: 'missing-image', detail: `image ${id} of a gallery` })
      return ids
        .flatMap((id) => attachments.byId.get(id) ?? [])
        .map(image)
        .join('')
    },
  },
  embed: { open: () => '\n\n', close: '\n\n' },
  audio: { open: (attributes) => `<audio controls src="${escapeHtml(address(attributes))}"></audio>` },
  video: { open: (attributes) => `<video controls src="${escapeHtml(address(attributes))}"></video>` },
  youtube: {
    open: (attributes) => linkTo(withHost('https://www.youtube.com/watch?v=', address(attributes))),
  },
  vimeo: { open: (attributes) => linkTo(withHost('https://vimeo.com/', address(attributes))) },
}

function withHost(start: string, id: string): string {
  return /^(?:https?:)?\/\//.test(id) ? id : start + id
}

function codeBlock(inner: string, language: string): string {
  const text = inner
    .replace(/<br ?\/?>/g, '')
    .replaceAll('<', '&lt;')
    .replace(/^\s*\n|\s+$/g, '')
  return `<pre><code class="language-${language || 'none'}">${text}</code></pre>`
}

/** `[name …]` or `[/name]`, with an escaping bracket before it. Matches no brackets or tags inside, so matching is linear. */
const shortcode = /\[(\[?)(\/?)([a-z][\w-]*)((?:[\s=/\\][^[\]<>]*)?)\]/gi

type Attributes = ReadonlyMap<string, string>

const attributePattern = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g

/** `name="value"` by name, other values by position; `[youtube=address]` by ''. */
function attributesOf(rest: string): Attributes {
  if (rest.startsWith('=')) return new Map([['', decodeHTMLAttribute(rest.slice(1).trim())]])
  const found = new Map<string, string>()
  let position = 0
  for (const [, name, double, single, plain] of rest.replaceAll('&quot;', '"').matchAll(attributePattern))
    found.set(name?.toLowerCase() ?? String(position++), decodeHTMLAttribute(double ?? single ?? plain ?? ''))
  return found
}

/** Shortcodes for code. Plug-ins have one name for all languages (CodeColorer several), or one per language. */
const codeNames = /^(?:code|sourcecode|source|highlight|codeblock|crayon|cc[a-z]?(?:_\w+)?)$/i

function codeLanguage(name: string, attributes: Attributes): string {
  const language =
    attributes.get('language') ?? attributes.get('lang') ?? /^cc[a-z]?_(\w+)$/i.exec(name)?.[1] ?? name
  const isKnown = language !== name || isCodeLanguage(name)
  return isKnown && /^[\w+#-]+$/.test(language) ? language : ''
}

/** WordPress stores posts as typed and adds paragraphs on display: at blank lines, and in classic posts a break at every other line end. */
export function paragraphs(tree: Root, isClassic: boolean): void {
  captions(tree)
  splitLines(tree, isClassic)
}

function splitLines(parent: Parent, isClassic: boolean): void {
  const children = parent.children as ElementContent[]
  const isDivided = children.some(
    (one) => one.type === 'text' && blankLine.test(one.value) && one.value.trim(),
  )
  if (parent.type === 'root' || (holdsBlocks.has(parent.tagName) && isDivided))
    parent.children = splitParagraphs(children, blankLine, (run) =>
      isClassic ? withBreaks(trimmed(run)) : run,
    )
  else if (isClassic && holdsLines.has(parent.tagName)) parent.children = withBreaks(children)
  for (const child of parent.children)
    if (child.type === 'element' && child.tagName !== 'pre' && !(isClassic && isInline(child)))
      splitLines(child, isClassic)
  if (parent.type === 'element' && parent.tagName === 'p') linkAlone(parent)
}

const holdsBlocks = wordSet('article aside blockquote div dd figcaption li main section td th')
const holdsLines = new Set([...holdsBlocks, 'p'])
const blankLine = /\n[ \t\r]*\n\s*/

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

/** Links a URL alone in its paragraph; WordPress showed it as an embed. */
function linkAlone(paragraph: Element): void {
  const text = textOf(paragraph).trim()
  const isPlain = paragraph.children.every(({ type }) => type === 'text')
  if (isPlain && isWebAddress(text) && !/\s/.test(text))
    paragraph.children = [element('a', { href: text }, text)]
}

/** `[caption]<img> Words[/caption]`: the text after the image is its caption. */
function captions(tree: Root): void {
  for (const node of elementsIn(tree)) {
    if (node.properties['dataWpCaption'] === undefined) continue
    const at = node.children.findIndex((one) => isElement(one, 'img', 'a'))
    const words = node.children.splice(at + 1)
    node.properties = {}
    node.children.push(element('figcaption', {}, words))
  }
}
