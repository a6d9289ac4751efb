import type { Element, ElementContent, Root } from 'hast'
import { isWebAddress } from '../base/paths.ts'
import { element, isElement, isInline, type Parent, textOf } from './html-tree.ts'

/**
 * WordPress keeps posts as they were typed and makes paragraphs when it shows them: a blank line ends one, and in posts from before the block
 * editor (`isClassic`) every other line end is a break.
 */
export function paragraphs(tree: Root, isClassic: boolean): void {
  captions(tree)
  within(tree, isClassic)
}

function within(parent: Parent, isClassic: boolean): void {
  const children = parent.children as ElementContent[]
  if (parent.type === 'root' || (holdsBlocks.has(parent.tagName) && hasBlankLine(children)))
    parent.children = divided(children, isClassic)
  else if (isClassic && holdsLines.has(parent.tagName)) parent.children = withBreaks(children)
  for (const child of parent.children)
    if (child.type === 'element' && child.tagName !== 'pre' && !(isClassic && isInline(child)))
      within(child, isClassic)
  if (parent.type === 'element' && parent.tagName === 'p') linkAlone(parent)
}

const holdsBlocks = new Set('article aside blockquote div dd figcaption li main section td th'.split(' '))
const holdsLines = new Set([...holdsBlocks, 'p'])
function hasBlankLine(nodes: readonly ElementContent[]): boolean {
  return nodes.some((node) => node.type === 'text' && node.value.trim() !== '' && blankLine.test(node.value))
}

const blankLine = /\n[ \t\r]*\n\s*/

/** Runs of text between blocks, divided at blank lines. */
function divided(nodes: readonly ElementContent[], isClassic: boolean): ElementContent[] {
  const blocks: ElementContent[] = []
  let run: ElementContent[] = []
  const end = () => {
    if (run.some((node) => node.type !== 'text' || node.value.trim() !== ''))
      blocks.push(element('p', {}, isClassic ? withBreaks(trimmed(run)) : run))
    run = []
  }
  for (const node of nodes) {
    if (node.type === 'comment') continue
    if (!isInline(node)) {
      end()
      blocks.push(node)
    } else if (node.type === 'text') {
      const [first = '', ...rest] = node.value.split(blankLine)
      run.push({ type: 'text', value: first })
      for (const value of rest) {
        end()
        run.push({ type: 'text', value })
      }
    } else run.push(node)
  }
  end()
  return blocks
}

function trimmed(run: readonly ElementContent[]): ElementContent[] {
  return run.map((node, at) => {
    if (node.type !== 'text') return node
    const start = at === 0 ? node.value.trimStart() : node.value
    return { type: 'text', value: at === run.length - 1 ? start.trimEnd() : start }
  })
}

function withBreaks(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node, at): ElementContent[] => {
    if (isElement(node) && isInline(node) && node.tagName !== 'code')
      return [{ ...node, children: withBreaks(node.children) }]
    if (node.type !== 'text' || node.value.trim() === '') return [node]
    const lines = node.value.split('\n')
    return lines.flatMap((line, n): ElementContent[] => {
      const text: ElementContent[] = [{ type: 'text', value: line }]
      const before = nodes[at - 1]
      const isEdge = n === 0 || (n === lines.length - 1 && line.trim() === '' && at === nodes.length - 1)
      // One that is written as an element is not made again.
      const isMade = n === 1 && lines[0]?.trim() === '' && isElement(before, 'br')
      return isEdge || isMade ? text : [element('br', {}), ...text]
    })
  })
}

/** An address alone in its paragraph was shown as what it leads to. */
function linkAlone(paragraph: Element): void {
  const text = textOf(paragraph).trim()
  const isPlain = paragraph.children.every(({ type }) => type === 'text')
  if (isPlain && isWebAddress(text) && !/\s/.test(text))
    paragraph.children = [element('a', { href: text }, text)]
}

/** `[caption]<img> Words[/caption]`: what follows the image is its caption. */
function captions(parent: Parent): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    captions(child)
    if (child.properties['dataWpCaption'] === undefined) continue
    const at = child.children.findIndex((one) => isElement(one, 'img', 'a'))
    const words = child.children.slice(at + 1)
    child.properties = {}
    child.children = [...child.children.slice(0, at + 1), element('figcaption', {}, words)]
  }
}
