import { type DefaultTreeAdapterMap, parse } from 'parse5'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Direct text content. */
  readonly text: string
}

/** Every element of a page in document order, parsed as in a browser. */
export function elements(page: string): Element[] {
  return [...below(parse(page))]
}

function* below(node: DefaultTreeAdapterMap['node']): Generator<Element> {
  if ('tagName' in node) {
    yield {
      name: node.tagName,
      attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      text: node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
    }
  }
  if ('childNodes' in node) for (const child of node.childNodes) yield* below(child)
}
