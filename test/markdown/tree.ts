import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

/** Parses HTML for comparison: sorted attributes, no comments, collapsed whitespace. */
export function tree(html: string): string {
  return lines(parseFragment(html).childNodes, false).join('\n')
}

/** All elements of HTML, by a browser's parser. */
export function elements(html: string): Element[] {
  const found: Element[] = []
  const waiting: Node[] = [...parseFragment(html).childNodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('childNodes' in node) waiting.push(...node.childNodes)
    if ('content' in node) waiting.push(...node.content.childNodes)
    if ('tagName' in node) found.push(node)
  }
  return found
}

/** The visible text of HTML. */
export function shownText(html: string): string {
  const textOf = (nodes: readonly Node[]): string =>
    nodes
      .map((node) =>
        'value' in node ? node.value : 'childNodes' in node ? ` ${textOf(node.childNodes)} ` : '',
      )
      .join('')
  return textOf(parseFragment(html).childNodes)
}

function lines(nodes: readonly Node[], isPre: boolean): string[] {
  const found: string[] = []
  let text = ''
  const endText = () => {
    const shown = isPre ? text : text.replace(/\s+/g, ' ').trim()
    if (shown !== '') found.push(JSON.stringify(shown))
    text = ''
  }
  for (const node of nodes) {
    if ('value' in node) text += node.value
    if (!('tagName' in node)) continue
    endText()
    const attributes = node.attrs.map(({ name, value }) => `${name}=${JSON.stringify(value)}`).sort()
    found.push([node.tagName, ...attributes].join(' '))
    for (const line of lines(node.childNodes, isPre || node.tagName === 'pre')) found.push(`  ${line}`)
  }
  endText()
  return found
}
