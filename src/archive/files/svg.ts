import { SaxesParser, type SaxesTagNS } from 'saxes'
import { escapeText, escapeXml } from '../../base/escape.ts'
import { isPicture } from '../../markdown/raw-html/policy.ts'

/** An SVG with nothing left in it that could run, load or ask for anything, and what was taken out of it. */
export interface SafeSvg {
  /** Undefined for what is not published at all; the note says why. */
  readonly text: string | undefined
  readonly notes: readonly SvgNote[]
}

export interface SvgNote {
  readonly offset: number
  readonly message: string
}

/**
 * Written anew from known elements and attributes, so that nothing is one thing here and another in a browser: no comments, DOCTYPE or entities.
 * Other namespaces do nothing and go silently; HTML is reported.
 */
export function safeSvg(source: string): SafeSvg {
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const notes: SvgNote[] = []
  let text = ''
  /** Elements that are open within one that is left out, and itself. */
  let leftOut = 0
  /** The text of an open style: browsers join it around comments and the like, so it is judged as one. */
  let style: { css: string; hasElements: boolean; readonly offset: number } | undefined
  let hasRoot = false
  let depth = 0
  const leaveOut = (offset: number, what: string) => notes.push({ offset, message: `${what} is left out.` })

  parser.on('error', ({ message }) => {
    throw new Refused(parser.position, message.replace(/^\d+:\d+: |\.$/g, ''))
  })
  parser.on('doctype', (type) => {
    const entities = plainEntities(type)
    if (!entities) throw new Refused(parser.position, 'its DOCTYPE declares more than plain text')
    Object.assign(parser.ENTITIES, entities)
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet')
      leaveOut(source.lastIndexOf('<?', parser.position), 'A style sheet in another file')
  })
  parser.on('opentag', (tag) => {
    // No value of an attribute holds the character.
    const offset = source.lastIndexOf('<', parser.position - 1)
    if (!hasRoot && (tag.uri !== namespaces.svg || tag.local !== 'svg'))
      throw new Refused(offset, `the root is not <svg xmlns="${namespaces.svg}">`)
    hasRoot = true
    // A prefix is looked up in every element around.
    if (++depth > deepest) throw new Refused(offset, `it is nested more than ${deepest} deep`)
    if (style) style.hasElements = true
    if (leftOut > 0 || style || !isKnown(tag)) {
      if (leftOut++ === 0 && !style && (tag.uri === namespaces.svg || tag.uri === namespaces.html))
        leaveOut(offset, `<${tag.name}>`)
      return
    }
    const attributes = knownAttributes(tag, (name) =>
      leaveOut(offset, `The attribute ${name} of <${tag.name}>`),
    )
    text += `<${tag.name}${attributes}${tag.isSelfClosing ? '/' : ''}>`
    if (tag.local === 'style' && !tag.isSelfClosing)
      style = { css: '', hasElements: false, offset: parser.position }
  })
  parser.on('closetag', (tag) => {
    depth--
    if (leftOut > 0) {
      leftOut--
      return
    }
    if (style) {
      const css = style.hasElements ? '' : inertCss(style.css)
      if (css !== style.css || style.hasElements) leaveOut(style.offset, 'A style that loads something')
      text += escapeText(css)
      style = undefined
    }
    if (!tag.isSelfClosing) text += `</${tag.name}>`
  })
  const addText = (piece: string) => {
    if (style && leftOut === 0) style.css += piece
    else if (leftOut === 0 && hasRoot) text += escapeText(piece)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  try {
    parser.write(source).close()
    return { text, notes }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const message = `The SVG is published empty: ${error.message}.`
    return { text: undefined, notes: [{ offset: error.offset, message }] }
  }
}

/** Levels of elements in each other, as libxml2 has it. */
const deepest = 256

class Refused extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** The entities of a DOCTYPE, if they are plain text: old drawing programs declare namespaces so. Undefined where it declares anything else. */
function plainEntities(type: string): Record<string, string> | undefined {
  const [, declared = ''] = /^[^["']*(?:"[^"]*"[^["']*|'[^']*'[^["']*)*\[([\s\S]*)\]\s*$/.exec(type) ?? []
  const entity = /<!ENTITY\s+([\w.-]+)\s+"([^"<&%]{0,200})"\s*>/g
  if (declared.replace(entity, '').trim() !== '') return undefined
  return Object.fromEntries(Array.from(declared.matchAll(entity), ([, name, text]) => [name, text]))
}

function isKnown({ uri, local, attributes: { attributeName } }: SaxesTagNS): boolean {
  if (uri !== namespaces.svg || !elements.has(local)) return false
  // One that moves an address could move it to a script.
  return attributeName === undefined || attributes.has(attributeName.value)
}

/** As they are written in a tag. */
function knownAttributes(tag: SaxesTagNS, leaveOut: (name: string) => void): string {
  let text = ''
  for (const { name, uri, local, value } of Object.values(tag.attributes)) {
    const isShown =
      uri === namespaces.xmlns
        ? value === namespaces.svg || value === namespaces.xlink
        : local === 'href' && (uri === '' || uri === namespaces.xlink)
          ? leadsNowhereElse(tag.local, value)
          : name === 'xml:space' || name === 'xml:lang' || isHarmless(uri, local, value)
    if (isShown)
      text += ` ${name}="${escapeXml(value).replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)}"`
    else if (uri === '' || local === 'href' || name === 'xml:base') leaveOut(name)
  }
  return text
}

/** A part of the SVG itself, a raster image within it, or a link that is followed by whoever clicks it. */
function leadsNowhereElse(element: string, address: string): boolean {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return true
  if (element !== 'a') return isPicture(trimmed)
  // As a browser reads it, whatever is before, after or within its scheme.
  return URL.canParse(address, anyBase) && /^https?:$/.test(new URL(address, anyBase).protocol)
}

const anyBase = 'https://base.invalid'

function isHarmless(uri: string, name: string, value: string): boolean {
  if (uri !== '') return false
  if (/^(?:aria|data)-[\w.-]+$/.test(name)) return true
  return attributes.has(name) && (noStyle.has(name) || inertCss(value) === value)
}

/** A style without what it would load: parts of the SVG and data within it stay. One that could hide such a thing is left out whole. */
function inertCss(css: string): string {
  if (!/[\\@(]/.test(css)) return css
  const meant = withoutEscapes(css)
  if (/image-set\(|image\(|src\(|cross-fade\(|element\(/i.test(meant)) return ''
  if (meant !== css && withoutLoads(meant) !== meant) return ''
  const inert = withoutLoads(css)
  // What is left on both sides of a removal may together be what was removed.
  return withoutLoads(inert) === inert ? inert : ''
}

function withoutLoads(css: string): string {
  return css.replace(
    /@import[^;]*;?|url\((?![ \t\r\n\f]*["']?(?:#|data:(?:image\/(?:gif|png|jpeg|webp)|(?:application\/(?:x-)?)?font)))[^)]*\)?/gi,
    '',
  )
}

/** The characters that escapes stand for (CSS Syntax §4.3.7): names begin with a digit by one, and `\75rl(` is a load. */
function withoutEscapes(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(
    /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\s\S])?)/gi,
    (_, number?: string, character = '') => {
      if (number === undefined) return /[\r\n\f]/.test(character) ? '' : character
      return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(number, 16)))
    },
  )
}

const namespaces = {
  svg: 'http://www.w3.org/2000/svg',
  html: 'http://www.w3.org/1999/xhtml',
  xlink: 'http://www.w3.org/1999/xlink',
  xmlns: 'http://www.w3.org/2000/xmlns/',
} as const

/** Elements of SVG that draw, group, describe or move what is drawn. None can hold HTML or a script. */
const elements: ReadonlySet<string> = new Set(
  (
    'a animate animateColor animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
    'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence ' +
    'filter font font-face font-face-name font-face-src g glyph hkern image line linearGradient marker mask metadata missing-glyph mpath ' +
    'path pattern polygon polyline radialGradient rect set stop style svg switch symbol text textPath title tref tspan use view vkern'
  ).split(' '),
)

/** Attributes that are no style; any other may be. */
const noStyle: ReadonlySet<string> = new Set(['id', 'class', 'd'])

/** Attributes of SVG 1.1 and 2 that draw, place, describe or time what is drawn; `href` is judged by itself. */
const attributes: ReadonlySet<string> = new Set(
  (
    'accent-height accumulate additive alignment-baseline alphabetic amplitude arabic-form ascent attributeName attributeType azimuth ' +
    'baseFrequency baseProfile baseline-shift bbox begin bias by calcMode cap-height class clip clip-path clip-rule clipPathUnits color ' +
    'color-interpolation color-interpolation-filters color-profile color-rendering contentScriptType contentStyleType cursor cx cy d descent ' +
    'diffuseConstant direction display divisor dominant-baseline dur dx dy edgeMode elevation enable-background end exponent ' +
    'externalResourcesRequired fill fill-opacity fill-rule filter filterRes filterUnits flood-color flood-opacity focusable font font-family ' +
    'font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style font-variant font-variation-settings font-weight ' +
    'format fr from fx fy g1 g2 glyph-name glyph-orientation-horizontal glyph-orientation-vertical glyphRef gradientTransform gradientUnits ' +
    'hanging height horiz-adv-x horiz-origin-x horiz-origin-y hreflang id ideographic image-rendering in in2 inline-size intercept isolation ' +
    'k k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning keyPoints keySplines keyTimes lang lengthAdjust letter-spacing lighting-color ' +
    'limitingConeAngle line-height local marker marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type ' +
    'maskContentUnits maskUnits mathematical max media method min mix-blend-mode mode name numOctaves offset opacity operator order orient ' +
    'orientation origin overflow overline-position overline-thickness paint-order panose-1 path pathLength patternContentUnits ' +
    'patternTransform patternUnits pointer-events points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r ' +
    'radius refX refY rel rendering-intent repeatCount repeatDur requiredExtensions requiredFeatures requiredFonts requiredFormats restart ' +
    'result role rotate rx ry scale seed shape-inside shape-margin shape-rendering shape-subtract side slope spacing specularConstant ' +
    'specularExponent spreadMethod startOffset stdDeviation stemh stemv stitchTiles stop-color stop-opacity strikethrough-position ' +
    'strikethrough-thickness string stroke stroke-alignment stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin ' +
    'stroke-miterlimit stroke-opacity stroke-width style surfaceScale systemLanguage tabindex tableValues target targetX targetY text-align ' +
    'text-anchor text-decoration text-indent text-orientation text-overflow text-rendering text-transform textLength title to transform ' +
    'transform-box transform-origin type u1 u2 underline-position underline-thickness unicode unicode-bidi unicode-range units-per-em ' +
    'v-alphabetic v-hanging v-ideographic v-mathematical values vector-effect version vert-adv-y vert-origin-x vert-origin-y viewBox ' +
    'viewTarget visibility white-space width widths word-spacing writing-mode x x-height x1 x2 xChannelSelector y y1 y2 yChannelSelector z ' +
    'zoomAndPan'
  ).split(' '),
)

/** The text of an XML document; undefined for what cannot be decoded. */
export function decodeXmlBytes(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(xmlEncoding(bytes), { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What the first bytes of an XML document say: by a mark, or by name. */
export function xmlEncoding(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const mark = /^(?:\xff\xfe|\xfe\xff)/.exec(start)?.[0]
  if (mark !== undefined) return mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be'
  return /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}
