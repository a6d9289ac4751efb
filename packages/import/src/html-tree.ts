import type { Element, ElementContent, Root, RootContent } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { defaultTreeAdapter, type DefaultTreeAdapterMap, parseFragment, type TreeAdapter } from 'parse5'
import { UsageError, wordSet } from './engine.ts'
import { limits } from './limits.ts'

/** Parses HTML as browsers do, into a tree of limited depth, so that code can recurse. */
export function parseHtml(html: string): Root {
  if (html.length > limits.htmlLength)
    throw tooLarge(`is longer than ${limits.htmlLength / 1e6} million characters`)
  const fragment = parseFragment(html, { treeAdapter: limitedAdapter() })
  flatten(fragment)
  const root = fromParse5(fragment)
  return root.type === 'root' ? root : { type: 'root', children: [] }
}

type Parsed = DefaultTreeAdapterMap['node']
type ParsedChild = DefaultTreeAdapterMap['childNode']

/** Without limits, parsing is quadratic: unclosed formatting reopens in each paragraph, and each closing tag searches all open elements. */
function limitedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0
  let depth = 0
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      if (++elements > limits.htmlElements)
        throw tooLarge(`has more than ${limits.htmlElements.toLocaleString('en')} elements`)
      return defaultTreeAdapter.createElement(...args)
    },
    onItemPush() {
      if (++depth > limits.htmlDepth)
        throw tooLarge(`is nested more than ${limits.htmlDepth.toLocaleString('en')} deep`)
    },
    onItemPop() {
      depth--
    },
  }
}

const tooLarge = (what: string): UsageError =>
  new UsageError(`its HTML ${what}. Shorten it in the export, or leave it out.`)

/** Replaces deeper elements with their leaves, in order. */
function flatten(node: Parsed, depth = 0): void {
  if (!('childNodes' in node)) return
  if (depth < limits.keptDepth) for (const child of node.childNodes) flatten(child, depth + 1)
  else node.childNodes = leavesOf(node.childNodes).map((leaf) => Object.assign(leaf, { parentNode: node }))
}

/** Without recursion, because the elements may be thousands deep. */
function leavesOf(nodes: readonly ParsedChild[]): ParsedChild[] {
  const leaves: ParsedChild[] = []
  const stack = nodes.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    const children = 'childNodes' in node ? node.childNodes : []
    if (children.length === 0) leaves.push(node)
    for (const child of children.toReversed()) stack.push(child)
  }
  return leaves
}

export type Parent = Root | Element
export type Content = RootContent | ElementContent

export function element(
  tagName: string,
  properties: Element['properties'],
  children: readonly ElementContent[] | string = [],
): Element {
  const content = typeof children === 'string' ? [{ type: 'text' as const, value: children }] : children
  return { type: 'element', tagName, properties, children: [...content] }
}

export function isElement(node: Content | Root | undefined, ...names: readonly string[]): node is Element {
  return node?.type === 'element' && (names.length === 0 || names.includes(node.tagName))
}

export function hasClass({ properties }: Element, name: string): boolean {
  const names = properties['className']
  return Array.isArray(names) && names.includes(name)
}

const inline =
  wordSet(`a abbr acronym b bdi bdo big br cite code del dfn em font i img input ins kbd mark q s samp
  small span strike strong sub sup time tt u var`)

export const isInline = (node: Content): boolean =>
  node.type === 'text' || (node.type === 'element' && inline.has(node.tagName))

/** Returns a property as text, or ''. */
export function property(node: Element | undefined, name: string): string {
  const value = node?.properties[name]
  return typeof value === 'boolean' ? '' : [value ?? ''].flat().join(' ')
}

export function textOf(node: Content | Root): string {
  if (node.type === 'text') return node.value
  const isHidden = !('children' in node) || isElement(node as Content, 'script', 'style')
  return isHidden ? '' : node.children.map(textOf).join('')
}

/** Returns the text on one line. */
export const wordsIn = (node: Content | Root | undefined): string =>
  node ? textOf(node).replace(/\s+/g, ' ').trim() : ''

/** Converts HTML, such as a title, to text on one line. */
export const plainText = (html: string): string =>
  wordsIn(/[&<]/.test(html) ? parseHtml(html) : { type: 'text', value: html })

/** Yields descendant elements in document order. */
export function* elementsIn(parent: Parent): Generator<Element> {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    yield child
    yield* elementsIn(child)
  }
}

/** Finds the first descendant element with this name, or that passes the test. */
export function find(parent: Parent, which: string | ((node: Element) => boolean)): Element | undefined {
  const test = typeof which === 'string' ? (node: Element) => node.tagName === which : which
  for (const node of elementsIn(parent)) if (test(node)) return node
  return undefined
}

/** Replaces elements from the outside in and removes comments. Where `change` returns undefined, it visits the children. */
export function replace(
  parent: Parent,
  change: (node: Element) => readonly ElementContent[] | undefined,
): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'doctype' || child.type === 'comment') return []
    if (child.type !== 'element') return [child]
    const replacement = change(child)
    if (replacement) return [...replacement]
    replace(child, change)
    return [child]
  })
}
