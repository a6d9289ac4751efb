import { type Embed, embeds } from '../../base/embeds.ts'
import { isWebAddress } from '../../base/paths.ts'
import { wordSet } from '../../base/wording.ts'
import { defaultSchema, type Schema } from 'hast-util-sanitize'
import { containers } from '../containers.ts'
import names from './names.json' with { type: 'json' }

/** MathML Core, and common elements of MathML 3. Not `annotation-xml`, which can contain HTML. */
const mathElements = wordSet(names.math)

/** Styles that temml sets. Values have no parentheses, so they cannot load anything. */
const declaration =
  '(?:display|color|background-color|width|height|(?:padding|margin|border)(?:-(?:top|right|bottom|left))?|' +
  '(?:font|text|vertical|math)-[a-z]+|white-space):[\\w#.,% -]+'

const mathAttributes: (string | [string, RegExp])[] = [
  ...wordSet(names.mathAttributes),
  ['className', /^[a-z][\w-]*$/],
  ['style', new RegExp(`^(?:${declaration};)*(?:${declaration})?$`)],
]

/** Elements that act, load or ask for input. No post needs them to be read. */
export const droppedElements = wordSet(names.dropped)

/** Dropped elements whose content is not prose, and is dropped too. */
export const droppedWithContent = wordSet(names.droppedWithContent)

/**
 * GitHub's list and more. No addition contains raw text or is parsed differently with scripting (unlike `noscript`), so
 * no attribute can turn into an element.
 */
export const allowedElements: ReadonlySet<string> = new Set([
  ...(defaultSchema.tagNames ?? []),
  ...wordSet(names.additional),
  ...mathElements,
])

/** Allowed link schemes; relative links are always allowed. */
const linkSchemes = ['http', 'https', 'mailto', 'irc', 'ircs', 'xmpp', 'tel']

/** `data:` is limited to raster images, see `isRasterDataUrl`. */
const fileSchemes = ['http', 'https', 'data']

const alertKind = /^alert-(?:note|tip|important|warning|caution)$/
const cell: NonNullable<Schema['attributes']>[string] = [
  ['style', /^text-align:(?:left|center|right)$/],
  ['className', 'num', 'text', 'left', 'center', 'right'],
]
const ariaAttributes = ['ariaDescribedBy', 'ariaLabel', 'ariaLabelledBy']

const formAttributes = wordSet(names.formAttributes)
/** GitHub's, without those of forms. */
const globalAttributes = (defaultSchema.attributes?.['*'] ?? []).filter(
  (name) => typeof name !== 'string' || !formAttributes.has(name),
)

/** GitHub's allow-list plus figures, audio, video and MathML. Ids are unchanged, because links use them. */
export const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  // Scripts never run, so show the content of `noscript` without the element, which browsers hide.
  tagNames: [...allowedElements].filter((name) => name !== 'noscript'),
  strip: [...droppedWithContent],
  attributes: {
    ...defaultSchema.attributes,
    a: [...ariaAttributes, 'href', ['className', 'footnote-backref', 'anchor', 'address']],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    code: [['className', /^language-./]],
    div: ['itemScope', 'itemType', ['className', 'alert', alertKind, 'table', 'container', ...containers]],
    figure: ['dataLang', 'dataRun', 'dataTab', ['className', 'code']],
    h2: [],
    hr: [['className', 'footnotes-sep']],
    img: [...(defaultSchema.attributes?.['img'] ?? []), ['loading', 'lazy'], ['decoding', 'async']],
    li: [['className', 'task-list-item', 'footnote-item']],
    meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
    ol: [...ariaAttributes, ['className', 'contains-task-list', 'footnotes-list'], 'reversed', 'type'],
    p: [['className', 'alert-title']],
    progress: ['value', 'max'],
    section: [['className', 'footnotes']],
    source: ['src', 'srcSet', 'sizes', 'type'],
    span: [['className', /^t-[a-z]$/]],
    sup: [['className', 'footnote-ref']],
    td: cell,
    th: cell,
    track: ['src', 'kind', 'srcLang', 'label', 'default'],
    video: ['src', 'poster', 'controls', 'loop', 'muted', 'playsInline', 'preload'],
    ...Object.fromEntries(Array.from(mathElements, (name) => [name, mathAttributes])),
    '*': [...globalAttributes, 'role', 'ariaHidden', 'ariaLabel'],
  },
  protocols: { ...defaultSchema.protocols, href: linkSchemes, src: fileSchemes, poster: fileSchemes },
}

/** Whether a `data:` URL is a raster image, which cannot contain scripts. */
export const isRasterDataUrl = (address: string) => /^data:image\/(?:gif|png|jpeg|webp);/i.test(address)

/** Whether a URL has an allowed scheme. Ignores whitespace and control characters, as browsers do. */
export function hasSafeScheme(attribute: string, address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const plain = address.replace(/[\u0000-\u0020]+/g, '')
  const [, scheme] = /^([^/?#:]*):/.exec(plain) ?? []
  if (scheme === undefined) return true
  const name = scheme.toLowerCase()
  if (attribute === 'href') return linkSchemes.includes(name)
  return name === 'data' ? isRasterDataUrl(plain) : fileSchemes.includes(name)
}

/** The link that replaces an iframe or script; undefined if there is no URL to follow. */
export function embeddedLink(tag: string, src: string) {
  const link = knownEmbed(src)
  if (link || tag !== 'iframe') return link
  const address = src.replace(/^(?=\/\/)/, 'https:')
  return isWebAddress(address) ? { href: address, label: `Embedded: ${new URL(address).host}` } : undefined
}

const knownEmbeds: readonly Omit<Embed, 'frame'>[] = [
  ...Object.values(embeds),
  {
    pattern: /^https?:\/\/gist\.github\.com\/([\w./-]+?)(?:\.js)?(?:\?|$)/,
    link: (id) => `https://gist.github.com/${id}`,
    label: 'Gist on GitHub',
  },
]

/** A link to the embedded video, post or gist. It loses nothing, so it needs no diagnostic. */
export function knownEmbed(src: string) {
  const address = src.replace(/^(?=\/\/)/, 'https:')
  const embed = knownEmbeds.find(({ pattern }) => pattern.test(address))
  return embed && { href: embed.link(embed.pattern.exec(address)?.[1] ?? ''), label: embed.label }
}
