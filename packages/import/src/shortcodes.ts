import { decodeHTMLAttribute } from 'entities'
import { escapeHtml, isCodeLanguage } from './engine.ts'
import type { TakeNote } from './exported.ts'

export interface Attachment {
  readonly url: string
  readonly alt: string
  readonly caption: string
  /** Id of the post it was uploaded for. */
  readonly parent: string
}

export interface Attachments {
  readonly byId: ReadonlyMap<string, Attachment>
  readonly ofPost: ReadonlyMap<string, readonly Attachment[]>
}

interface Context {
  readonly attachments: Attachments
  readonly post: string
  readonly note: TakeNote
}

const closings: Readonly<Record<string, string>> = {
  caption: '</figure>',
  wp_caption: '</figure>',
  embed: '\n\n',
}

/** `[name …]` or `[/name]`, with an escaping bracket before it. Matches no brackets or tags inside, so matching is linear. */
const shortcode = /\[(\[?)(\/?)([a-z][\w-]*)((?:[\s=/\\][^[\]<>]*)?)\]/gi
/** Shortcodes for code. Plug-ins have one name for all languages (CodeColorer several), or one per language. */
const codeNames = /^(?:code|sourcecode|source|highlight|codeblock|crayon|cc[a-z]?(?:_\w+)?)$/i

/** Converts WordPress's own shortcodes to HTML. Removes and reports other tags, and keeps the text between them. */
export function withoutShortcodes(html: string, context: Context): string {
  const closed = new Set(Array.from(html.matchAll(/\[\/([\w-]+)\]/g), ([, name = '']) => name))
  let result = ''
  let at = 0
  shortcode.lastIndex = 0
  for (let match = shortcode.exec(html); match; match = shortcode.exec(html)) {
    const [whole, doubled, slash, name = '', rest = ''] = match
    result += html.slice(at, match.index)
    at = match.index + whole.length
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
      const lower = name.toLowerCase()
      const open = Object.hasOwn(shortcodes, lower) ? shortcodes[lower] : undefined
      result += doubled
      if (open) result += slash ? (closings[lower] ?? '') : open(attributesOf(rest), context)
      // Plain words in brackets, such as [sic].
      else if (!closed.has(name) && !rest.includes('=')) result += whole.slice(doubled?.length ?? 0)
      else if (!slash) context.note({ kind: 'shortcode', detail: `[${name}]` })
    }
    shortcode.lastIndex = at
  }
  return result + html.slice(at)
}

const addressNames = ['src', 'mp3', 'mp4', 'm4a', 'ogg', 'webm', 'url', 'id', '0', '']
const address = (attributes: Attributes) =>
  addressNames.map((name) => attributes.get(name)).find(Boolean) ?? ''
const linkTo = (url: string) => `\n\n<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>\n\n`
const image = ({ url, alt, caption }: Attachment) =>
  `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">` +
  `<figcaption>${escapeHtml(caption)}</figcaption></figure>`

type Shortcode = (attributes: Attributes, context: Context) => string

/** https://codex.wordpress.org/Shortcode and what WordPress.com adds. */
const shortcodes: Readonly<Record<string, Shortcode>> = {
  caption: () => '<figure data-wp-caption>',
  wp_caption: () => '<figure data-wp-caption>',
  gallery: (attributes, { attachments, post, note }) => {
    const list = attributes.get('ids') ?? attributes.get('include')
    if (list === undefined) {
      const all = attachments.ofPost.get(attributes.get('id') ?? post) ?? []
      if (all.length === 0) note({ kind: 'missing-image', detail: 'all images of a gallery' })
      return all.map(image).join('')
    }
    const images = list.split(',').map((id) => {
      const attachment = attachments.byId.get(id.trim())
      if (!attachment) note({ kind: 'missing-image', detail: `image ${id.trim()} of a gallery` })
      return attachment ? image(attachment) : ''
    })
    return images.join('')
  },
  embed: () => '\n\n',
  audio: (attributes) => `<audio controls src="${escapeHtml(address(attributes))}"></audio>`,
  video: (attributes) => `<video controls src="${escapeHtml(address(attributes))}"></video>`,
  youtube: (attributes) => linkTo(withHost('https://www.youtube.com/watch?v=', address(attributes))),
  vimeo: (attributes) => linkTo(withHost('https://vimeo.com/', address(attributes))),
}

const withHost = (start: string, id: string): string => (/^(?:https?:)?\/\//.test(id) ? id : start + id)

function codeBlock(inner: string, language: string): string {
  const text = inner
    .replace(/<br ?\/?>/g, '')
    .replaceAll('<', '&lt;')
    .replace(/^\s*\n|\s+$/g, '')
  return `<pre><code class="language-${language || 'none'}">${text}</code></pre>`
}

type Attributes = ReadonlyMap<string, string>

const attributePattern = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g

/** `name="value"` by name, other values by position; `[youtube=address]` by ''. */
function attributesOf(rest: string): Attributes {
  if (rest.startsWith('=')) return new Map([['', decodeHTMLAttribute(rest.slice(1).trim())]])
  const attributes = new Map<string, string>()
  let position = 0
  for (const [, name, double, single, plain] of rest.replaceAll('&quot;', '"').matchAll(attributePattern))
    attributes.set(
      name?.toLowerCase() ?? String(position++),
      decodeHTMLAttribute(double ?? single ?? plain ?? ''),
    )
  return attributes
}

function codeLanguage(name: string, attributes: Attributes): string {
  const language =
    attributes.get('language') ?? attributes.get('lang') ?? /^cc[a-z]?_(\w+)$/i.exec(name)?.[1] ?? name
  const isKnown = language !== name || isCodeLanguage(name)
  return isKnown && /^[\w+#-]+$/.test(language) ? language : ''
}
