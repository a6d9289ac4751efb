import type { Element, ElementContent, Root, Text } from 'hast'
import { droppedElements, droppedWithContent, embeddedLink, wordSet } from './engine.ts'
import type { NoteKind, TakeNote } from './exported.ts'
import type { Content, Parent } from './html-tree.ts'
import { element, elementsIn, find, isElement, isInline, property, replace, wordsIn } from './html-tree.ts'

/** Removes unsupported HTML from a body and reshapes the rest for markdown. */
export function clean(tree: Root, note: TakeNote): void {
  drop(tree, note)
  linkAddresses(tree)
  figures(tree)
  wrapLines(tree)
  tidyEmphasis(tree)
  replace(tree, (node) => (/^(?:p|h[1-6])$/.test(node.tagName) && isBlank(node) ? [] : undefined))
  levelHeadings(tree)
}

/** Elements of complete documents, which some feeds contain. Unwrapped without a note. */
const documentElements = wordSet('html head body label map area link meta base title template')

function drop(parent: Parent, note: TakeNote): void {
  replace(parent, (node) => {
    const { tagName } = node
    if (tagName === 'img') return cleanImage(node)
    if (tagName === 'a' && isUselessLink(node)) return unwrapped(node, note)
    if (tagName === 'picture')
      return unwrapped({ ...node, children: node.children.filter((child) => isElement(child, 'img')) }, note)
    if (tagName === 'noscript') return unwrapped(node, note)
    const src = property(node, 'src') || property(node, 'dataSrc')
    const embedded = ['iframe', 'embed', 'script'].includes(tagName) ? embeddedLink(tagName, src) : undefined
    if (embedded) {
      note({ kind: 'embed', detail: embedded.href })
      return [element('p', {}, [element('a', { href: embedded.href }, embedded.label)])]
    }
    if (droppedWithContent.has(tagName)) {
      if (tagName !== 'style') note({ kind: kindOf(tagName), detail: `<${tagName}>${src && ` from ${src}`}` })
      return []
    }
    if (!droppedElements.has(tagName) || property(node, 'type') === 'checkbox') return undefined
    if (documentElements.has(tagName)) return unwrapped(node, note)
    note({ kind: kindOf(tagName), detail: `<${tagName}>` })
    return ['form', 'button', 'input'].includes(tagName) ? [] : unwrapped(node, note)
  })
}

function unwrapped(node: Element, note: TakeNote): ElementContent[] {
  drop(node, note)
  return node.children
}

const forms = wordSet(
  'button datalist fieldset form input keygen label legend optgroup option output select textarea',
)

const kindOf = (tagName: string): NoteKind => (forms.has(tagName) ? 'form' : 'script')

/** Lazy-loading scripts keep the URL in an attribute of their own. Drops 1×1 tracking pixels. */
function cleanImage(node: Element): ElementContent[] {
  const lazySrc = ['dataSrc', 'dataLazySrc', 'dataOriginal', 'dataOrigFile']
    .map((name) => property(node, name))
    .find(Boolean)
  const src = property(node, 'src')
  const best = src === '' || src.startsWith('data:') ? (lazySrc ?? src) : src
  const isPixel = ['width', 'height'].every((side) => /^[01]$/.test(property(node, side)))
  if (best === '' || isPixel) return []
  // Other titles are often generated from the file name.
  const caption = node.properties['dataCaption'] !== undefined && { title: property(node, 'title') }
  return [element('img', { src: best, alt: property(node, 'alt'), ...caption })]
}

/** No URL, or only that of the image inside, for a lightbox. */
function isUselessLink(link: Element): boolean {
  const href = property(link, 'href')
  if (link.properties['dataNumber'] !== undefined) return false
  if (href === '' || /^\s*(?:javascript|data|about):/i.test(href)) return true
  const [only, ...more] = link.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  return isElement(only, 'img') && more.length === 0 && fileIn(href) === fileIn(property(only, 'src'))
}

/** Strips the size that WordPress adds to the name or query. */
function fileIn(address: string): string {
  return address
    .replace(/^https?:/, '')
    .replace(/[?#].*$/, '')
    .replace(/-\d+x\d+(?=\.\w+$)/, '')
}

/** Turns a caption into the title of its image. A caption with links, or of several images, becomes a paragraph. */
function figures(tree: Root): void {
  replace(tree, (node) => {
    if (node.tagName !== 'figure') return undefined
    const caption = node.children.find((child) => isElement(child, 'figcaption'))
    const inner = node.children.filter((child) => child !== caption)
    const words = wordsIn(caption)
    const images = [...elementsIn({ ...node, children: inner })].filter(({ tagName }) => tagName === 'img')
    const [image] = images
    if (!image) {
      const rest: Root = { type: 'root', children: node.children }
      figures(rest)
      const last = caption && words !== '' ? [element('p', {}, caption.children)] : []
      return [...(rest.children as ElementContent[]).filter((child) => child !== caption), ...last]
    }
    const isPlain = caption !== undefined && !find(caption, 'a') && images.length === 1
    if (words !== '' && isPlain) image.properties['title'] = words
    const captionParagraph =
      caption && words !== '' && !isPlain ? [element('p', {}, [element('em', {}, caption.children)])] : []
    return [...mediaIn(inner).map((media) => element('p', {}, [media])), ...captionParagraph]
  })
}

/** Returns the media of a figure, with links around them. */
function mediaIn(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return []
    if (['img', 'video', 'audio'].includes(node.tagName)) return [node]
    const inner = mediaIn(node.children)
    return node.tagName === 'a' && inner.length > 0 ? [{ ...node, children: inner }] : inner
  })
}

const visible = new Set(['img', 'video', 'audio', 'hr', 'table', 'math'])

function isBlank(node: Content): boolean {
  if (node.type === 'text') return /^\s*$/.test(node.value)
  if (node.type !== 'element') return true
  return !visible.has(node.tagName) && node.children.every(isBlank)
}

/** Shifts headings so that the highest is level 2; level 1 is the title. */
function levelHeadings(tree: Root): void {
  const headings = [...elementsIn(tree)].filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  const levels = headings.map(({ tagName }) => Number(tagName[1]))
  const shift = 2 - Math.min(6, ...new Set(levels))
  for (const [at, heading] of headings.entries())
    heading.tagName = `h${Math.min(6, Math.max(2, (levels[at] ?? 2) + shift))}`
}

const holdsBlocks = wordSet('article aside blockquote dd details div footer header li main section')

/** Wraps text beside blocks in paragraphs. */
function wrapLines(parent: Parent): void {
  const children = parent.children as ElementContent[]
  const isMixed =
    children.some(isInline) && children.some((child) => child.type === 'element' && !isInline(child))
  if (parent.type === 'root' || (isMixed && holdsBlocks.has(parent.tagName)))
    parent.children = splitParagraphs(children)
  for (const child of parent.children) if (child.type === 'element' && !isInline(child)) wrapLines(child)
}

/** Wraps runs of inline content in paragraphs, split where `end` matches. `change` edits each run. */
export function splitParagraphs(
  nodes: readonly ElementContent[],
  end?: RegExp,
  change = (run: ElementContent[]) => run,
): ElementContent[] {
  const blocks: ElementContent[] = []
  let run: ElementContent[] = []
  const endRun = () => {
    if (run.some((node) => node.type !== 'text' || node.value.trim() !== ''))
      blocks.push(element('p', {}, change(run)))
    run = []
  }
  for (const node of nodes) {
    if (node.type === 'comment') continue
    if (!isInline(node)) {
      endRun()
      blocks.push(node)
    } else if (node.type === 'text' && end) {
      for (const [nth, value] of node.value.split(end).entries()) {
        if (nth > 0) endRun()
        run.push({ type: 'text', value })
      }
    } else run.push(node)
  }
  endRun()
  return blocks
}

const emphasis = wordSet('a b code del em i ins mark s strike strong sub sup u')
const meanings: Readonly<Record<string, string>> = {
  ...{ a: 'link', strong: 'strong', b: 'strong', em: 'emphasis', i: 'emphasis' },
  ...{ del: 'deletion', s: 'deletion', strike: 'deletion' },
}

/**
 * Unwraps repeated emphasis, `<b><i><b>`: this bounds the depth, and finding unambiguous delimiters costs the cube of it.
 * Moves spaces out of emphasis, `a<b> bold </b>b`: markdown does not allow them at its edges.
 */
function tidyEmphasis(parent: Parent, within: readonly string[] = []): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child as ElementContent]
    const meaning = meanings[child.tagName]
    const isRepeated = meaning !== undefined && within.includes(meaning)
    tidyEmphasis(child, meaning === undefined || isRepeated ? within : [...within, meaning])
    if (isRepeated) return child.children
    if (!emphasis.has(child.tagName)) return [child]
    const before = edge(child, 0, /^\s+/)
    const after = edge(child, -1, /\s+$/)
    const isEmpty = child.children.length === 0
    return [...before, ...(isEmpty && child.properties['dataNumber'] === undefined ? [] : [child]), ...after]
  })
}

function edge(node: Element, at: 0 | -1, space: RegExp): Text[] {
  const text = node.children.at(at)
  const [spaces] = text?.type === 'text' ? (space.exec(text.value) ?? []) : []
  if (text?.type !== 'text' || spaces === undefined) return []
  const value = text.value.replace(space, '')
  const others = at === 0 ? node.children.slice(1) : node.children.slice(0, -1)
  const rest: Text[] = value === '' ? [] : [{ type: 'text', value }]
  node.children = at === 0 ? [...rest, ...others] : [...others, ...rest]
  return [{ type: 'text', value: spaces }]
}

const bareUrl = /(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?()[\]{}'*_~`|\\])/

/** Links bare URLs: markdown would autolink them, but not with the backslashes added by escaping. */
function linkAddresses(parent: Parent): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'element' && !['a', 'code', 'pre', 'kbd', 'samp'].includes(child.tagName))
      linkAddresses(child)
    if (child.type !== 'text' || !child.value.includes('://')) return [child as ElementContent]
    return child.value
      .split(bareUrl)
      .map((part, at) => (at % 2 === 1 ? element('a', { href: part }, part) : { type: 'text', value: part }))
  })
}
