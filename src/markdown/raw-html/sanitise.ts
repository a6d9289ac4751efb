import type { Element, ElementContent, Root, RootContent } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import { escapeHtml } from '../../base/escape.ts'
import { type Decorations, tableName } from '../decorate/decorate.ts'
import { imageSlot, inSlot, withoutDelimiters, withoutSlots } from '../slots.ts'
import { embeddedLink, hasSafeScheme, schema } from './policy.ts'
import { srcsetCandidates } from './tags.ts'

/** Sanitizes and decorates rendered HTML. Parses it as browsers do, so that both see the same document. */
export function sanitise(html: string, decorations?: Decorations): string {
  // Without scripting, the content of `noscript` is parsed as HTML.
  const tree = fromParse5(parseFragment(html, { scriptingEnabled: false }))
  if (tree.type !== 'root') throw new Error('a fragment is a root')
  prepare(tree)
  const safe = sanitize(tree, schema)
  if (safe.type === 'root' && decorations) decorate(safe, decorations)
  // Only decorations are raw; the author's HTML is elements and text.
  return toHtml(safe, { closeSelfClosing: false, omitOptionalTags: false, allowDangerousHtml: true })
}

/** Rules that the schema cannot express. The sanitizer runs afterwards. */
function prepare(root: Root): void {
  const queue: (Root | Element)[] = [root]
  for (let one = queue.pop(); one; one = queue.pop()) {
    one.children = (one.children as ElementContent[]).flatMap((child): ElementContent[] => {
      if (child.type !== 'element') return [child]
      const element = prepared(child)
      if (element) queue.push(element)
      return element ? [element] : []
    })
  }
}

/** Turns embeds into links, adds controls to media, and removes inputs other than checkboxes. */
function prepared(element: Element): Element | undefined {
  const { tagName, properties } = element
  if (tagName === 'video' || tagName === 'audio') properties['controls'] = true
  if (tagName === 'input' && properties['type'] !== 'checkbox') return undefined
  for (const name of ['src', 'poster'])
    if (!hasSafeScheme(name, String(properties[name] ?? ''))) delete properties[name]
  if (!srcsetCandidates(String(properties['srcSet'] ?? '')).every(({ url }) => hasSafeScheme('src', url)))
    delete properties['srcSet']
  if (tagName !== 'iframe' && tagName !== 'script') return element
  const link = embeddedLink(tagName, String(properties['src'] ?? ''))
  if (!link) return element
  const label = String(properties['title'] ?? '') || link.label
  const children: ElementContent[] = [{ type: 'text', value: label }]
  return { type: 'element', tagName: 'a', properties: { href: link.href }, children }
}

/** Decorates tables and images as in markdown. */
function decorate(parent: Root | Element, decorations: Decorations): void {
  parent.children = (parent.children as RootContent[]).flatMap((child) => {
    if (child.type === 'text') child.value = withoutDelimiters(child.value)
    if (child.type !== 'element') return [child]
    child.properties = withSlots(child.properties)
    if (child.tagName === 'img') return [image(child, decorations) as unknown as RootContent]
    if (child.tagName === 'td' || child.tagName === 'th') alignByClass(child)
    const isFramed = parent.type === 'element' && isFrame(parent)
    // A nested table is layout.
    const framed = child.tagName === 'table' && !isFramed ? frame(child, decorations) : child
    decorate(framed, decorations)
    // Unwrap the figure that markdown adds inside the author's own.
    return isBareFigure(child) && parent.type === 'element' && parent.tagName === 'figure'
      ? (child.children as RootContent[])
      : [framed]
  }) as ElementContent[]
}

/** Returns raw HTML. */
function image(element: Element, decorations: Decorations) {
  // Lazy loading is decided for all images alike.
  const { loading, decoding, ...properties } = element.properties
  const attribute = (name: string) => escapeHtml(withoutSlots(String(properties[name] ?? '')))
  const [src, width, height] = [attribute('src'), attribute('width'), attribute('height')]
  const shown = toHtml({ ...element, properties }).slice(0, -1)
  return { type: 'raw', value: `${shown}${decorations.image()}${imageSlot({ src, width, height })}>` }
}

/** Also drops the empty class lists that the sanitizer leaves. */
function withSlots(properties: Element['properties']): Element['properties'] {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, typeof value][] => {
      if (typeof value === 'string') return [[name, inSlot(name, withoutDelimiters(value))]]
      if (!Array.isArray(value)) return [[name, value]]
      const plain = value.map((one) => (typeof one === 'string' ? withoutDelimiters(one) : one))
      return plain.length === 0 && name === 'className' ? [] : [[name, plain]]
    }),
  )
}

/** Uses classes, because the pages' CSP forbids inline styles. */
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
  const properties = { className: ['table'], tabIndex: 0, ...named }
  return { type: 'element', tagName: 'div', properties, children: [table] }
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
