import type { Element, ElementContent, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'

/**
 * Removes all decorations from a body. This is the list of what pages add to markdown-it's HTML; specifications are
 * compared with the rest.
 */
export function undecorated(html: string): string {
  const tree = fromParse5(parseFragment(html))
  if (tree.type !== 'root') throw new Error('a fragment is a root')
  strip(tree)
  return toHtml(tree, { allowDangerousHtml: true })
}

function strip(parent: Root | Element): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type !== 'element') return [child]
    strip(child)
    const { tagName, properties, children } = child
    if (/^h[1-6]$/.test(tagName)) delete properties['id']
    if (tagName === 'a' && hasClass(child, 'anchor')) return children
    if (tagName === 'a' && hasClass(child, 'address')) delete properties['className']
    if (tagName === 'span' && hasClass(child, /^t-[kscnftadi]$/)) return children
    if (tagName === 'div' && hasClass(child, 'table')) return children
    if (tagName === 'figure' && hasClass(child, 'code')) return children.filter(isNamed('pre'))
    if (tagName === 'pre') delete properties['tabIndex']
    if (tagName === 'td' || tagName === 'th') alignByStyle(child)
    if (tagName === 'figure') return [paragraph(child)]
    if (tagName === 'img') {
      delete properties['loading']
      delete properties['decoding']
    }
    return [child]
  })
}

/** Turns a figure back into its image, with the caption as title. */
function paragraph({ children }: Element): Element {
  const caption = children.find(isNamed('figcaption'))
  const title = caption && caption.type === 'element' ? caption.children[0] : undefined
  const image = imageIn(children)
  if (image && title?.type === 'text') image.properties['title'] = title.value
  return {
    type: 'element',
    tagName: 'p',
    properties: {},
    children: children.filter((child) => child !== caption),
  }
}

function imageIn(children: readonly ElementContent[]): Element | undefined {
  for (const child of children) {
    if (child.type !== 'element') continue
    const found = child.tagName === 'img' ? child : imageIn(child.children)
    if (found) return found
  }
  return undefined
}

function alignByStyle({ properties }: Element): void {
  const aligned = classes(properties['className']).find((name) => /^(?:left|center|right)$/.test(name))
  delete properties['className']
  if (aligned) properties['style'] = `text-align:${aligned}`
}

const isNamed = (name: string) => (node: ElementContent) => node.type === 'element' && node.tagName === name

function hasClass({ properties }: Element, name: string | RegExp): boolean {
  return classes(properties['className']).some((one) =>
    typeof name === 'string' ? one === name : name.test(one),
  )
}

function classes(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
