import type { Element, ElementContent, Root } from 'hast'
import { dropped, droppedWhole, embeddedLink } from '../markdown/raw-html/policy.ts'
import { type Content, element, isElement, type Parent, property, replace, textOf } from './html-tree.ts'
import type { Note, NoteKind } from './left-out.ts'
import { linkAddresses, trimEmphasis, unnestEmphasis, wrapLines } from './lines.ts'

/** Takes out of a body what cannot be in a post, and brings the rest into the shapes that markdown has. */
export function clean(tree: Root, note: (note: Note) => void): void {
  drop(tree, note)
  removeComments(tree)
  linkAddresses(tree)
  figures(tree)
  wrapLines(tree)
  unnestEmphasis(tree)
  trimEmphasis(tree)
  removeEmpty(tree)
  levelHeadings(tree)
}

function drop(parent: Parent, note: (note: Note) => void): void {
  replace(parent, (node) => {
    const { tagName } = node
    if (tagName === 'img') return keptImage(node)
    if (tagName === 'a' && leadsNowhere(node)) return unwrapped(node, note)
    if (tagName === 'picture') return keptPicture(node, note)
    if (tagName === 'noscript') return unwrapped(node, note)
    const src = property(node, 'src') || property(node, 'dataSrc')
    const embedded = ['iframe', 'embed', 'script'].includes(tagName) ? embeddedLink(tagName, src) : undefined
    if (embedded) {
      note({ kind: 'embed', detail: embedded.href })
      return [element('p', {}, [element('a', { href: embedded.href }, embedded.label)])]
    }
    if (droppedWhole.has(tagName)) {
      if (tagName !== 'style') note({ kind: kindOf(tagName), detail: `<${tagName}>${src && ` of ${src}`}` })
      return []
    }
    if (!dropped.has(tagName) || property(node, 'type') === 'checkbox') return undefined
    if (silent.has(tagName)) return unwrapped(node, note)
    note({ kind: kindOf(tagName), detail: `<${tagName}>` })
    return tagName === 'form' || tagName === 'button' || tagName === 'input' ? [] : unwrapped(node, note)
  })
}

/** What is in an element, without the element. */
function unwrapped(node: Element, note: (note: Note) => void): ElementContent[] {
  drop(node, note)
  return node.children
}

const forms = new Set(
  'button datalist fieldset form input keygen label legend optgroup option output select textarea'.split(' '),
)

function kindOf(tagName: string): NoteKind {
  return forms.has(tagName) ? 'form' : 'script'
}

/** Whole documents are in some feeds; their frame says nothing. */
const silent = new Set([
  'html',
  'head',
  'body',
  'label',
  'map',
  'area',
  'link',
  'meta',
  'base',
  'title',
  'template',
])

/** Where scripts load images late, the address is in an attribute of the script's. A picture of one point counts readers. */
function keptImage(node: Element): ElementContent[] {
  const { properties } = node
  const late = ['dataSrc', 'dataLazySrc', 'dataOriginal', 'dataOrigFile']
    .map((name) => property(node, name))
    .find(Boolean)
  const src = property(node, 'src')
  const best = src === '' || src.startsWith('data:') ? (late ?? src) : src
  const isPixel = [property(node, 'width'), property(node, 'height')].every(
    (side) => side === '1' || side === '0',
  )
  if (best === '' || isPixel) return []
  const alt = property(node, 'alt')
  const title = property(node, 'title')
  // Systems fill in the title of a file; as a caption it would say nothing, or the same again.
  const isCaption = properties['dataCaption'] !== undefined
  return [element('img', { src: best, alt, ...(isCaption && { title }) })]
}

/** No address; or only that of the picture within, which was shown in full when it was clicked. */
function leadsNowhere(link: Element): boolean {
  const href = property(link, 'href')
  if (link.properties['dataNumber'] !== undefined) return false
  if (href === '' || /^\s*(?:javascript|data|about):/i.test(href)) return true
  const [only, ...more] = link.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  return isElement(only, 'img') && more.length === 0 && fileIn(href) === fileIn(property(only, 'src'))
}

/** Without the size that WordPress adds to a name, or asks for in a query. */
function fileIn(address: string): string {
  return address
    .replace(/^https?:/, '')
    .replace(/[?#].*$/, '')
    .replace(/-\d+x\d+(?=\.\w+$)/, '')
}

function keptPicture(node: Element, note: (note: Note) => void): ElementContent[] {
  return unwrapped({ ...node, children: node.children.filter((child) => isElement(child, 'img')) }, note)
}

function removeComments(parent: Parent): void {
  parent.children = parent.children.filter(
    ({ type }) => type !== 'comment' && type !== 'doctype',
  ) as ElementContent[]
  for (const child of parent.children) if (child.type === 'element') removeComments(child)
}

/** A caption is the title of its image, as the engine shows it; one with links in it, or of several images, is a paragraph. */
function figures(tree: Root): void {
  replace(tree, (node) => {
    if (node.tagName !== 'figure') return undefined
    const caption = node.children.find((child) => isElement(child, 'figcaption'))
    const inner = node.children.filter((child) => child !== caption)
    const words = caption ? textOf(caption).replace(/\s+/g, ' ').trim() : ''
    const images = imagesIn(inner)
    const [image] = images
    if (!image) {
      const rest: Root = { type: 'root', children: node.children }
      figures(rest)
      const last = caption && words !== '' ? [element('p', {}, caption.children)] : []
      return [...(rest.children as ElementContent[]).filter((child) => child !== caption), ...last]
    }
    const isPlain = caption !== undefined && !hasLink(caption) && images.length === 1
    if (words !== '' && isPlain) image.properties['title'] = words
    const apart =
      caption && words !== '' && !isPlain ? [element('p', {}, [element('em', {}, caption.children)])] : []
    return [...linked(inner).map((one) => element('p', {}, [one])), ...apart]
  })
}

function imagesIn(nodes: readonly Content[]): Element[] {
  return nodes.flatMap((node) =>
    node.type !== 'element' ? [] : node.tagName === 'img' ? [node] : imagesIn(node.children),
  )
}

/** The images of a figure, each with the link that is around it. */
function linked(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return []
    if (node.tagName === 'img' || node.tagName === 'video' || node.tagName === 'audio') return [node]
    const inner = linked(node.children)
    return node.tagName === 'a' && inner.length > 0 ? [{ ...node, children: inner }] : inner
  })
}

function hasLink(node: Element): boolean {
  return node.children.some((child) => child.type === 'element' && (child.tagName === 'a' || hasLink(child)))
}

/** Paragraphs and headings in which there is nothing to see. */
function removeEmpty(tree: Root): void {
  replace(tree, (node) => {
    const isLine = /^(?:p|h[1-6])$/.test(node.tagName)
    return isLine && isBlank(node) ? [] : undefined
  })
}

function isBlank(node: Content): boolean {
  if (node.type === 'text') return /^\s*$/.test(node.value)
  if (node.type !== 'element') return true
  return !shows.has(node.tagName) && node.children.every(isBlank)
}

const shows = new Set(['img', 'video', 'audio', 'hr', 'table', 'math'])

/** The title of a post is its only heading of level 1: all others are moved so that the highest is of level 2. */
function levelHeadings(tree: Root): void {
  const headings: Element[] = []
  const collect = (parent: Parent) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue
      if (/^h[1-6]$/.test(child.tagName)) headings.push(child)
      else collect(child)
    }
  }
  collect(tree)
  const levels = headings.map(({ tagName }) => Number(tagName[1]))
  const shift = 2 - Math.min(2 + 4, ...new Set(levels))
  if (headings.length === 0) return
  for (const [at, heading] of headings.entries())
    heading.tagName = `h${Math.min(6, Math.max(2, (levels[at] ?? 2) + shift))}`
}
