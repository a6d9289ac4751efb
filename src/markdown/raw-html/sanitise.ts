import type { Element, ElementContent, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import { embeddedLink, isSafe, schema } from './policy.ts'
import { candidates } from './tags.ts'

/**
 * Rendered HTML of a body that holds HTML of its own, with nothing left in it that could run, load or ask for anything. It is read as
 * a browser reads it, so that nothing is one thing here and another there. `finish` may add to what is safe.
 */
export function sanitise(html: string, finish?: (safe: Root) => void): string {
  // Without scripts, so that what is in `noscript` is HTML, too.
  const tree = fromParse5(parseFragment(html, { scriptingEnabled: false }))
  if (tree.type !== 'root') throw new Error('a fragment is a root')
  prepare(tree)
  const safe = sanitize(tree, schema)
  if (safe.type === 'root') {
    dropEmptyClasses(safe)
    finish?.(safe)
  }
  // Only what `finish` adds is written as it is: what was read has become elements and text.
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

/** The sanitiser takes names out of a list, and leaves the list. */
function dropEmptyClasses(root: Root): void {
  const waiting: (Root | Element)[] = [root]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const child of one.children) {
      if (child.type !== 'element') continue
      waiting.push(child)
      const names = child.properties['className']
      if (Array.isArray(names) && names.length === 0) delete child.properties['className']
    }
  }
}

/** An element with what it needs: embedded things become links to them, what plays has its controls, boxes can only be looked at. */
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
  return link ? anchor(link.href, String(properties['title'] ?? '') || link.label) : element
}

function anchor(href: string, label: string): Element {
  return { type: 'element', tagName: 'a', properties: { href }, children: [{ type: 'text', value: label }] }
}
