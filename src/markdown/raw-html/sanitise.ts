import type { Element, ElementContent, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import { withoutDelimiters } from '../slots.ts'
import { embeddedLink, hasSafeScheme, schema } from './policy.ts'
import { srcsetCandidates } from './tags.ts'

/** Sanitizes rendered HTML. Parses it as browsers do, so that both see the same document. */
export function sanitise(html: string): string {
  // Without scripting, the content of `noscript` is parsed as HTML.
  const tree = fromParse5(parseFragment(html, { scriptingEnabled: false }))
  if (tree.type !== 'root') throw new Error('a fragment is a root')
  prepare(tree)
  return withoutDelimiters(toHtml(sanitize(tree, schema)))
}

/** Rules that the schema cannot express. The sanitizer runs afterwards. */
function prepare(root: Root): void {
  const queue: (Root | Element)[] = [root]
  for (let parent = queue.pop(); parent; parent = queue.pop()) {
    const inFigure = parent.type === 'element' && parent.tagName === 'figure'
    const children = (parent.children as ElementContent[]).flatMap((child) =>
      inFigure && isBareFigure(child) ? child.children : [child],
    )
    parent.children = children.flatMap((child): ElementContent[] => {
      if (child.type !== 'element') return [child]
      const element = prepared(child)
      if (element) queue.push(element)
      return element ? [element] : []
    })
  }
}

/** The figure that markdown adds inside the author's own. */
function isBareFigure(child: ElementContent): child is Element {
  if (child.type !== 'element' || child.tagName !== 'figure') return false
  return Object.keys(child.properties).length === 0 && child.children.length === 1
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
