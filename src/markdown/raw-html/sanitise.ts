import type { Element, ElementContent, Root, RootContent } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import { escapeHtml } from '../../base/escape.ts'
import { type Decorations, tableName } from '../decorate/decorate.ts'
import { pictureSlot, slotted, unreserved, withoutSlots } from '../slots.ts'
import { embeddedLink, isSafe, schema } from './policy.ts'
import { candidates } from './tags.ts'

/**
 * Rendered HTML that holds the author's own, with nothing left that could run, load or ask for anything; then decorated. It is parsed as
 * browsers parse it, so that nothing is one thing here and another there.
 */
export function sanitise(html: string, decorations?: Decorations): string {
  // Without scripts, so that what is in `noscript` is HTML, too.
  const tree = fromParse5(parseFragment(html, { scriptingEnabled: false }))
  if (tree.type !== 'root') throw new Error('a fragment is a root')
  prepare(tree)
  const safe = sanitize(tree, schema)
  if (safe.type === 'root' && decorations) decorate(safe, decorations)
  // Only decorations are written as they are: what was read has become elements and text.
  return toHtml(safe, { closeSelfClosing: false, omitOptionalTags: false, allowDangerousHtml: true })
}

/** What a list of names cannot say: it goes before the sanitiser, which has the last word. */
function prepare(root: Root): void {
  const waiting: (Root | Element)[] = [root]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    one.children = (one.children as ElementContent[]).flatMap((child): ElementContent[] => {
      if (child.type !== 'element') return [child]
      const kept = prepared(child)
      if (kept) waiting.push(kept)
      return kept ? [kept] : []
    })
  }
}

/** Embeds become links, media gets controls, and of inputs only checkboxes stay. */
function prepared(element: Element): Element | undefined {
  const { tagName, properties } = element
  if (tagName === 'video' || tagName === 'audio') properties['controls'] = true
  if (tagName === 'input' && properties['type'] !== 'checkbox') return undefined
  for (const name of ['src', 'poster'])
    if (!isSafe(name, String(properties[name] ?? ''))) delete properties[name]
  if (!candidates(String(properties['srcSet'] ?? '')).every(({ url }) => isSafe('src', url)))
    delete properties['srcSet']
  if (tagName !== 'iframe' && tagName !== 'script') return element
  const link = embeddedLink(tagName, String(properties['src'] ?? ''))
  if (!link) return element
  const label = String(properties['title'] ?? '') || link.label
  return elementOf('a', { href: link.href }, [{ type: 'text', value: label }])
}

function elementOf(
  tagName: string,
  properties: Element['properties'],
  children: Element['children'],
): Element {
  return { type: 'element', tagName, properties, children }
}

/** Tables and images of the author's HTML get the same decorations as those of markdown. */
function decorate(parent: Root | Element, decorations: Decorations): void {
  parent.children = (parent.children as RootContent[]).flatMap((child) => {
    if (child.type === 'text') child.value = unreserved(child.value)
    if (child.type !== 'element') return [child]
    child.properties = withSlots(child.properties)
    if (child.tagName === 'img') return [image(child, decorations) as unknown as RootContent]
    if (child.tagName === 'td' || child.tagName === 'th') alignByClass(child)
    const isFramed = parent.type === 'element' && isFrame(parent)
    // A table within a table is part of a picture that its author drew.
    const framed = child.tagName === 'table' && !isFramed ? frame(child, decorations) : child
    decorate(framed, decorations)
    // Markdown puts a figure around an image, and an author may have put one around both.
    return isBareFigure(child) && parent.type === 'element' && parent.tagName === 'figure'
      ? (child.children as RootContent[])
      : [framed]
  }) as ElementContent[]
}

/** HTML that is written as it is. */
function image(element: Element, decorations: Decorations) {
  // When it is loaded is decided for all images alike.
  const { loading, decoding, ...properties } = element.properties
  const attribute = (name: string) => escapeHtml(withoutSlots(String(properties[name] ?? '')))
  const [src, width, height] = [attribute('src'), attribute('width'), attribute('height')]
  const shown = toHtml({ ...element, properties }).slice(0, -1)
  return { type: 'raw', value: `${shown}${decorations.image()}${pictureSlot({ src, width, height })}>` }
}

/** Without the empty lists that the sanitiser leaves of class names. */
function withSlots(properties: Element['properties']): Element['properties'] {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, typeof value][] => {
      if (typeof value === 'string') return [[name, slotted(name, unreserved(value))]]
      if (!Array.isArray(value)) return [[name, value]]
      const plain = value.map((one) => (typeof one === 'string' ? unreserved(one) : one))
      return plain.length === 0 && name === 'className' ? [] : [[name, plain]]
    }),
  )
}

/** Classes, since a page may forbid styles on elements. */
function alignByClass({ properties }: Element): void {
  const written = /^text-align:(\w+)$/.exec(String(properties['style'] ?? ''))?.[1] ?? properties['align']
  const aligned = String(written ?? '').toLowerCase()
  if (!['left', 'center', 'right'].includes(aligned)) return
  delete properties['style']
  delete properties['align']
  const names = properties['className']
  properties['className'] = [...(Array.isArray(names) ? names : []), aligned]
}

function isFrame({ tagName, properties }: Element): boolean {
  const names = properties['className']
  return ['td', 'th'].includes(tagName) || (Array.isArray(names) && names.includes('table'))
}

function frame(table: Element, decorations: Decorations): Element {
  const heads = elementsOf(table).filter(({ tagName }) => tagName === 'th' || tagName === 'caption')
  const name = tableName(heads.map(textOf))
  const named = name === '' ? {} : { role: 'group', ariaLabel: decorations.label(name) }
  return elementOf('div', { className: ['table'], tabIndex: 0, ...named }, [table])
}

function isBareFigure({ tagName, properties, children }: Element): boolean {
  return tagName === 'figure' && Object.keys(properties).length === 0 && children.length === 1
}

function elementsOf(element: Element): Element[] {
  return element.children.flatMap((child) => (child.type === 'element' ? [child, ...elementsOf(child)] : []))
}

function textOf(element: Element): string {
  return element.children
    .map((child) => (child.type === 'element' ? textOf(child) : child.type === 'text' ? child.value : ''))
    .join('')
}
