import { type Embed, embeds } from '../../base/embeds.ts'
import { isWebAddress } from '../../base/paths.ts'
import { defaultSchema, type Schema } from 'hast-util-sanitize'

/** Elements of MathML Core, and those of MathML 3 that are still written. `annotation-xml` could hold HTML and is none of them. */
export const mathElements: readonly string[] = (
  'math annotation menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt ' +
  'mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics'
).split(' ')

/** What a formula is dressed with when it is made from TeX. No value holds a bracket, so that none can load anything. */
const declaration =
  '(?:display|color|background-color|width|height|(?:padding|margin|border)(?:-(?:top|right|bottom|left))?|' +
  '(?:font|text|vertical|math)-[a-z]+|white-space):[\\w#.,% -]+'

export const mathAttributes: (string | [string, RegExp])[] = [
  ...(
    'accent accentunder columnalign columnlines columnspacing depth display displaystyle encoding fence form frame height largeop ' +
    'linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines ' +
    'rowspacing rspace scriptlevel separator stretchy symmetric voffset width xmlns'
  ).split(' '),
  ['className', /^[a-z][\w-]*$/],
  ['style', new RegExp(`^(?:${declaration};)*(?:${declaration})?$`)],
]

/**
 * Elements that a page may show besides those of GitHub's list. All are parsed alike with scripts on and off (unlike `noscript`), and none
 * holds raw text: an attribute could become an element in a browser.
 */
const alsoShown = (
  'abbr acronym address article aside audio bdi bdo big caption center cite col colgroup dfn figcaption figure font footer header hgroup ' +
  'main mark meter nav nobr progress small time track u video wbr'
).split(' ')

/** Elements that do something, load something or ask for something: none of them is needed to read a post. */
export const dropped: ReadonlySet<string> = new Set(
  (
    'applet area base body button canvas datalist dialog embed fieldset form frame frameset head html iframe input keygen label legend ' +
    'link map marquee meta noembed noframes noscript object optgroup option output param plaintext portal script select slot style ' +
    'svg template textarea title xmp'
  ).split(' '),
)

/** Of those, the ones that go with what is in them: it is no text of the author's. */
export const droppedWhole: ReadonlySet<string> = new Set(
  'datalist embed iframe noembed noframes object script select style svg template textarea title'.split(' '),
)

export const shown: ReadonlySet<string> = new Set([
  ...(defaultSchema.tagNames ?? []),
  ...alsoShown,
  ...mathElements,
])

/** What the address of a link may begin with; one without a scheme leads somewhere on this site. */
const linkSchemes = ['http', 'https', 'mailto', 'irc', 'ircs', 'xmpp', 'tel']

/** `data:` only as markdown-it allows it, for raster images: see `isPicture`. */
const fileSchemes = ['http', 'https', 'data']

const aligned = ['style', /^text-align:(?:left|center|right)$/] as const
const cellClasses = ['className', 'num', 'text', 'left', 'center', 'right'] as const
const described = ['ariaDescribedBy', 'ariaLabel', 'ariaLabelledBy']

/** What GitHub allows on every element, without what belongs to forms, of which there are none. */
const ofForms = new Set(
  'accept acceptCharset action encType isMap maxLength method multiple prompt readOnly selected useMap'.split(
    ' ',
  ),
)
const forText = (defaultSchema.attributes?.['*'] ?? []).filter(
  (name) => typeof name !== 'string' || !ofForms.has(name),
)

/** GitHub's allow-list, with figures, audio, video and MathML. Ids and names stay as written: links within a post lead there. */
export const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  // No script runs, so what stands in for one is shown; a browser that could run some would hide it.
  tagNames: [...shown].filter((name) => name !== 'noscript'),
  strip: [...droppedWhole],
  attributes: {
    ...defaultSchema.attributes,
    a: [...described, 'href', ['className', 'footnote-backref', 'anchor', 'address']],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    code: [['className', /^language-./]],
    div: [
      'itemScope',
      'itemType',
      ['className', 'alert', /^alert-(?:note|tip|important|warning|caution)$/, 'table'],
    ],
    figure: ['dataLang', ['className', 'code']],
    h2: [],
    hr: [['className', 'footnotes-sep']],
    img: [...(defaultSchema.attributes?.['img'] ?? []), ['loading', 'lazy'], ['decoding', 'async']],
    li: [['className', 'task-list-item', 'footnote-item']],
    meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
    ol: [...described, ['className', 'contains-task-list', 'footnotes-list'], 'reversed', 'type'],
    p: [['className', 'alert-title']],
    progress: ['value', 'max'],
    section: [['className', 'footnotes']],
    source: ['src', 'srcSet', 'sizes', 'type'],
    span: [['className', /^t-[a-z]$/]],
    sup: [['className', 'footnote-ref']],
    td: [[...aligned], [...cellClasses]],
    th: [[...aligned], [...cellClasses]],
    track: ['src', 'kind', 'srcLang', 'label', 'default'],
    video: ['src', 'poster', 'controls', 'loop', 'muted', 'playsInline', 'preload'],
    ...Object.fromEntries(mathElements.map((name) => [name, mathAttributes])),
    '*': [...forText, 'role', 'ariaHidden', 'ariaLabel'],
  },
  protocols: { ...defaultSchema.protocols, href: linkSchemes, src: fileSchemes, poster: fileSchemes },
}

/** Whether an address that begins with `data:` is a raster image, which can hold nothing but colours. */
export function isPicture(address: string): boolean {
  return /^data:image\/(?:gif|png|jpeg|webp);/i.test(address)
}

/** Whether a browser would follow an address, as the sanitiser judges it: by its scheme, spaces and controls passed over. */
export function isSafe(attribute: string, address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const plain = address.replace(/[\u0000-\u0020]+/g, '')
  const [, scheme] = /^([^/?#:]*):/.exec(plain) ?? []
  if (scheme === undefined) return true
  const name = scheme.toLowerCase()
  if (attribute === 'href') return linkSchemes.includes(name)
  return name === 'data' ? isPicture(plain) : fileSchemes.includes(name)
}

/** The link that takes the place of an embedding frame or script; undefined when nobody could follow one. */
export function embeddedLink(tag: string, src: string) {
  const link = knownEmbed(src)
  if (link || tag !== 'iframe') return link
  const address = src.replace(/^(?=\/\/)/, 'https:')
  return isWebAddress(address) ? { href: address, label: `Embedded: ${new URL(address).host}` } : undefined
}

/** A link to the very thing that a frame or script shows: nothing to tell an author of. */
export function knownEmbed(src: string): { readonly href: string; readonly label: string } | undefined {
  const address = src.replace(/^(?=\/\/)/, 'https:')
  for (const { pattern, link, label } of known) {
    const found = pattern.exec(address)
    if (found) return { href: link(found[1] ?? ''), label }
  }
  return undefined
}

const known: readonly Omit<Embed, 'frame'>[] = [
  ...Object.values(embeds),
  {
    pattern: /^https?:\/\/gist\.github\.com\/([\w./-]+?)(?:\.js)?(?:\?|$)/,
    link: (id) => `https://gist.github.com/${id}`,
    label: 'Gist on GitHub',
  },
]
