import type { Element, ElementContent, Root } from 'hast'
import { escapeHtml } from '../base/escape.ts'
import { isWebAddress } from '../base/paths.ts'
import { isLanguageTag } from '../markdown/decorate/languages.ts'
import { element, elementsIn, isElement, isInline, type Parent, textOf } from './html-tree.ts'
import type { Note } from './exported.ts'

export interface Attachment {
  readonly url: string
  readonly alt: string
  readonly caption: string
  /** The id of the post that it was uploaded for. */
  readonly parent: string
}

export interface Attachments {
  byId(id: string): Attachment | undefined
  ofPost(id: string): readonly Attachment[]
}

interface Context {
  readonly attachments: Attachments
  readonly post: string
  note(note: Note): void
}

/** WordPress's own shortcodes as HTML. The tags of others are removed and told, and the text between them is kept. */
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
      // Doubled brackets are how authors write about shortcodes.
      result += whole.slice(1)
      at++
    } else if ((codeNames.test(name) || isLanguageTag(name)) && slash === '' && closed.has(name)) {
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
      // A word in brackets is a word in brackets, such as [sic].
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

/** https://codex.wordpress.org/Shortcode and what WordPress.com adds. */
const shortcodes: Readonly<Record<string, Shortcode>> = {
  caption: { open: () => '<figure data-wp-caption>', close: '</figure>' },
  wp_caption: { open: () => '<figure data-wp-caption>', close: '</figure>' },
  gallery: {
    open: (attributes, { attachments, post, note }) => {
      const named = attributes.get('ids') ?? attributes.get('include')
      if (named === undefined) {
        const all = attachments.ofPost(attributes.get('id') ?? post)
        if (all.length === 0) note({ kind: 'missing-image', detail: 'all pictures of a gallery' })
        return all.map(image).join('')
      }
      const ids = named.split(',').map((id) => id.trim())
      for (const id of ids.filter((one) => !attachments.byId(one)))
        note({ kind: 'missing-image', detail: `the picture ${id} of a gallery` })
      return ids
        .flatMap((id) => attachments.byId(id) ?? [])
        .map(image)
        .join('')
    },
  },
  embed: { open: () => '\n\n', close: '\n\n' },
  audio: { open: (attributes) => `<audio controls src="${escapeHtml(address(attributes))}"></audio>` },
  video: { open: (attributes) => `<video controls src="${escapeHtml(address(attributes))}"></video>` },
  youtube: { open: (attributes) => linkTo(ofHost('https://www.youtube.com/watch?v=', address(attributes))) },
  vimeo: { open: (attributes) => linkTo(ofHost('https://vimeo.com/', address(attributes))) },
}

function ofHost(start: string, id: string): string {
  return /^(?:https?:)?\/\//.test(id) ? id : start + id
}

function codeBlock(inner: string, language: string): string {
  const text = inner
    .replace(/<br ?\/?>/g, '')
    .replaceAll('<', '&lt;')
    .replace(/^\s*\n|\s+$/g, '')
  return `<pre><code class="language-${language || 'none'}">${text}</code></pre>`
}

/**
 * A shortcode of WordPress: `[name …]` or `[/name]`, with the bracket before it if there are two, as authors write about shortcodes. Neither
 * brackets nor tags are in one, so each character is looked at once.
 */
const shortcode = /\[(\[?)(\/?)([a-z][\w-]*)((?:[\s=/\\][^[\]<>]*)?)\]/gi

type Attributes = ReadonlyMap<string, string>

const attributePattern = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g

/** `name="value"`, and values without a name by their number; `[youtube=address]` has one under ''. */
function attributesOf(rest: string): Attributes {
  if (rest.startsWith('=')) return new Map([['', rest.slice(1).trim()]])
  const found = new Map<string, string>()
  let position = 0
  for (const [, name, double, single, plain] of rest.replaceAll('&quot;', '"').matchAll(attributePattern))
    found.set(name?.toLowerCase() ?? String(position++), double ?? single ?? plain ?? '')
  return found
}

/** What is between such tags is code. Plugins have a name for all of it (CodeColorer several), or one for each language. */
const codeNames = /^(?:code|sourcecode|source|highlight|codeblock|crayon|cc[a-z]?(?:_\w+)?)$/i

/** The language of such code, '' if nobody says. */
function codeLanguage(name: string, attributes: Attributes): string {
  const said =
    attributes.get('language') ?? attributes.get('lang') ?? /^cc[a-z]?_(\w+)$/i.exec(name)?.[1] ?? name
  const isSaid = said !== name || isLanguageTag(name)
  return isSaid && /^[\w+#-]+$/.test(said) ? said : ''
}

/**
 * WordPress keeps posts as they were typed and makes paragraphs when it shows them: a blank line ends one, and in posts from before the block
 * editor (`isClassic`) every other line end is a break.
 */
export function paragraphs(tree: Root, isClassic: boolean): void {
  captions(tree)
  within(tree, isClassic)
}

function within(parent: Parent, isClassic: boolean): void {
  const children = parent.children as ElementContent[]
  if (parent.type === 'root' || (holdsBlocks.has(parent.tagName) && hasBlankLine(children)))
    parent.children = divided(children, isClassic)
  else if (isClassic && holdsLines.has(parent.tagName)) parent.children = withBreaks(children)
  for (const child of parent.children)
    if (child.type === 'element' && child.tagName !== 'pre' && !(isClassic && isInline(child)))
      within(child, isClassic)
  if (parent.type === 'element' && parent.tagName === 'p') linkAlone(parent)
}

const holdsBlocks = new Set('article aside blockquote div dd figcaption li main section td th'.split(' '))
const holdsLines = new Set([...holdsBlocks, 'p'])
function hasBlankLine(nodes: readonly ElementContent[]): boolean {
  return nodes.some((node) => node.type === 'text' && node.value.trim() !== '' && blankLine.test(node.value))
}

const blankLine = /\n[ \t\r]*\n\s*/

/** Runs of text between blocks, divided at blank lines. */
function divided(nodes: readonly ElementContent[], isClassic: boolean): ElementContent[] {
  const blocks: ElementContent[] = []
  let run: ElementContent[] = []
  const end = () => {
    if (run.some((node) => node.type !== 'text' || node.value.trim() !== ''))
      blocks.push(element('p', {}, isClassic ? withBreaks(trimmed(run)) : run))
    run = []
  }
  for (const node of nodes) {
    if (node.type === 'comment') continue
    if (!isInline(node)) {
      end()
      blocks.push(node)
    } else if (node.type === 'text') {
      const [first = '', ...rest] = node.value.split(blankLine)
      run.push({ type: 'text', value: first })
      for (const value of rest) {
        end()
        run.push({ type: 'text', value })
      }
    } else run.push(node)
  }
  end()
  return blocks
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
      // One that is written as an element is not made again.
      const isReady = n === 1 && lines[0]?.trim() === '' && isElement(before, 'br')
      return isEdge || isReady ? text : [element('br', {}), ...text]
    })
  })
}

/** An address alone in its paragraph was shown as what it leads to. */
function linkAlone(paragraph: Element): void {
  const text = textOf(paragraph).trim()
  const isPlain = paragraph.children.every(({ type }) => type === 'text')
  if (isPlain && isWebAddress(text) && !/\s/.test(text))
    paragraph.children = [element('a', { href: text }, text)]
}

/** `[caption]<img> Words[/caption]`: what follows the image is its caption. */
function captions(tree: Root): void {
  for (const node of elementsIn(tree)) {
    if (node.properties['dataWpCaption'] === undefined) continue
    const at = node.children.findIndex((one) => isElement(one, 'img', 'a'))
    const words = node.children.splice(at + 1)
    node.properties = {}
    node.children.push(element('figcaption', {}, words))
  }
}
