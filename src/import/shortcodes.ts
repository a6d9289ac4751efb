import { isLanguageTag } from '../markdown/decorate/languages.ts'
import { escapeHtml } from '../base/escape.ts'
import type { Note } from './left-out.ts'

/** A file of the media library. */
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
  /** The id of the post. */
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
    } else if (isCodeName(name) && slash === '' && closed.has(name)) {
      const end = html.indexOf(`[/${name}]`, at)
      const inner = end === -1 ? '' : html.slice(at, end)
      result += end === -1 ? whole : codeBlock(inner, codeLanguage(name, attributesOf(rest)))
      if (end === -1) closed.delete(name)
      else at = end + name.length + 3
    } else {
      result +=
        doubled +
        replacement(
          {
            whole: whole.slice(doubled?.length ?? 0),
            isEnd: slash === '/',
            name,
            rest,
            isClosed: closed.has(name),
          },
          context,
        )
    }
    shortcode.lastIndex = at
  }
  return result + html.slice(at)
}

interface Found {
  readonly whole: string
  readonly isEnd: boolean
  readonly name: string
  readonly rest: string
  readonly isClosed: boolean
}

function replacement({ whole, isEnd, name, rest, isClosed }: Found, context: Context): string {
  const lower = name.toLowerCase()
  const known = Object.hasOwn(shortcodes, lower) ? shortcodes[lower] : undefined
  if (known) return isEnd ? (known.close ?? '') : known.open(attributesOf(rest), context)
  // A word in brackets is a word in brackets, such as [sic].
  if (!isClosed && !rest.includes('=')) return whole
  if (!isEnd) context.note({ kind: 'shortcode', detail: `[${name}]` })
  return ''
}

interface Shortcode {
  open(attributes: Attributes, context: Context): string
  readonly close?: string
}

const address = (attributes: Attributes) => {
  const url = ['src', 'mp3', 'mp4', 'm4a', 'ogg', 'webm', 'url', 'id', '0', '']
    .map((name) => attributes.get(name))
    .find(Boolean)
  return url ?? ''
}
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

/** Whether what is between the tags is code. Plugins have a name for all of it (CodeColorer several), or one for each language. */
function isCodeName(name: string): boolean {
  return codeNames.test(name) || isLanguageTag(name)
}

const codeNames = /^(?:code|sourcecode|source|highlight|codeblock|crayon|cc[a-z]?(?:_\w+)?)$/i

/** The language of such code, '' if nobody says. */
function codeLanguage(name: string, attributes: Attributes): string {
  const said =
    attributes.get('language') ?? attributes.get('lang') ?? /^cc[a-z]?_(\w+)$/i.exec(name)?.[1] ?? name
  const isSaid = said !== name || isLanguageTag(name)
  return isSaid && /^[\w+#-]+$/.test(said) ? said : ''
}
