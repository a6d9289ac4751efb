import type { Element, ElementContent, Text } from 'hast'
import { element, isInline, type Parent } from './html-tree.ts'

/** Text that is beside blocks is a paragraph of its own. */
export function wrapLines(parent: Parent): void {
  const children = parent.children as ElementContent[]
  const isMixed =
    children.some(isInline) && children.some((child) => child.type === 'element' && !isInline(child))
  if (parent.type === 'root' || (isMixed && holdsBlocks.has(parent.tagName)))
    parent.children = withLines(children)
  for (const child of parent.children) if (child.type === 'element' && !isInline(child)) wrapLines(child)
}

const holdsBlocks = new Set(
  'article aside blockquote dd details div footer header li main section'.split(' '),
)

function withLines(nodes: readonly ElementContent[]): ElementContent[] {
  const blocks: ElementContent[] = []
  let line: ElementContent[] | undefined
  for (const node of nodes) {
    if (isInline(node) && line) line.push(node)
    else if (isInline(node)) {
      const paragraph = element('p', {}, [node])
      line = paragraph.children
      blocks.push(paragraph)
    } else {
      line = undefined
      blocks.push(node)
    }
  }
  return blocks
}

/**
 * `<b><i><b>`: emphasis within the same emphasis says nothing more. What is left is a few levels deep, which writing markdown depends on: to
 * find signs that no reader takes for others costs the cube of the depth.
 */
export function unnestEmphasis(parent: Parent, within: readonly string[] = []): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child as ElementContent]
    const meaning = meanings.get(child.tagName)
    const isSaid = meaning !== undefined && within.includes(meaning)
    unnestEmphasis(child, meaning === undefined || isSaid ? within : [...within, meaning])
    return isSaid ? child.children : [child]
  })
}

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({ strong: 'b strong', emphasis: 'em i', deletion: 'del s strike', link: 'a' }).flatMap(
    ([meaning, names]) => names.split(' ').map((name) => [name, meaning] as const),
  ),
)

const emphasis = new Set('a b code del em i ins mark s strike strong sub sup u'.split(' '))

/** `a<b> bold </b>b`: markdown has no emphasis that begins or ends with a space. */
export function trimEmphasis(parent: Parent): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child as ElementContent]
    trimEmphasis(child)
    if (!emphasis.has(child.tagName)) return [child]
    const before = edge(child, 0, /^\s+/)
    const after = edge(child, -1, /\s+$/)
    const isEmpty = child.children.length === 0
    return [...before, ...(isEmpty && child.properties['dataNumber'] === undefined ? [] : [child]), ...after]
  })
}

function edge(node: Element, at: 0 | -1, space: RegExp): Text[] {
  const text = node.children.at(at)
  const [found] = text?.type === 'text' ? (space.exec(text.value) ?? []) : []
  if (text?.type !== 'text' || found === undefined) return []
  const value = text.value.replace(space, '')
  const others = at === 0 ? node.children.slice(1) : node.children.slice(0, -1)
  const rest: Text[] = value === '' ? [] : [{ type: 'text', value }]
  node.children = at === 0 ? [...rest, ...others] : [...others, ...rest]
  return [{ type: 'text', value: found }]
}

/** An address in text would become a link in markdown, but not with the backslashes that its signs need there. */
export function linkAddresses(parent: Parent): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'element' && !['a', 'code', 'pre', 'kbd', 'samp'].includes(child.tagName))
      linkAddresses(child)
    if (child.type !== 'text' || !child.value.includes('://')) return [child as ElementContent]
    return child.value
      .split(address)
      .map((part, at) => (at % 2 === 1 ? element('a', { href: part }, part) : { type: 'text', value: part }))
  })
}

const address = /(\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?()[\]{}'*_~`|\\])/
