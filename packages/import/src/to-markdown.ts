import type { Element, ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast'
import type { Nodes, PhrasingContent } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import { decoded, wordSet } from './engine.ts'
import { element, elementsIn, isElement, property } from './html-tree.ts'

/** Converts a cleaned body to markdown. */
export function markdownOf(tree: Root): string {
  const mdast = toMdast(tree, { document: true, handlers: handlers(linkedIds(tree)) })
  const extensions: Options[] = [
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmStrikethroughToMarkdown(),
    gfmTaskListItemToMarkdown(),
    gfmFootnoteToMarkdown(),
  ]
  // A pair of dollar signs could be read as math; a single one is a price.
  if (/\$[^$]*\$/.test(wordsOf(mdast)))
    extensions.push({ unsafe: [{ character: '$', inConstruct: 'phrasing' }] })
  return toMarkdown(mdast, { bullet: '-', rule: '-', emphasis: '*', listItemIndent: 'one', extensions })
}

/** Headings with links to them keep their ids. */
function linkedIds(tree: Root): ReadonlySet<string> {
  const hrefs = Array.from(elementsIn(tree), (node) => property(node, 'href'))
  return new Set(hrefs.filter((href) => href.startsWith('#')).map((href) => decoded(href.slice(1))))
}

/** Elements without markdown syntax. */
const keptInline = 'abbr cite kbd mark small sub sup u'.split(' ')

function handlers(ids: ReadonlySet<string>): Record<string, Handle> {
  const heading: Handle = (state, node) => {
    const converted = defaultHandlers.h2(state, node)
    const id = property(node, 'id')
    if (ids.has(id) && /^[\w:.-]+$/.test(id)) converted.children.push({ type: 'html', value: ` {#${id}}` })
    return converted
  }
  return {
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
    ...Object.fromEntries(keptInline.map((name) => [name, inlineHtml])),
    ...Object.fromEntries(['audio', 'video'].map((name) => [name, blockHtml])),
    details: disclosure,
    table: (state, node) =>
      isGrid(node) ? defaultHandlers.table(state, node) : blockHtml(state, node, undefined),
    pre: code,
    a: (state, node) => {
      const identifier = property(node, 'dataNumber')
      if (identifier === '') return defaultHandlers.a(state, node)
      return { type: 'footnoteReference', identifier, label: identifier }
    },
    section: (state, node) => {
      const identifier = property(node, 'dataNumber')
      const children = state.toFlow(state.all(node))
      if (identifier === '') return children
      return { type: 'footnoteDefinition', identifier, label: identifier, children: children as never }
    },
  }
}

const inlineHtml: Handle = (state, node) => {
  const title = property(node, 'title')
  const properties = title === '' ? {} : { title }
  const [open = '', close = ''] = toHtml({ ...node, properties, children: [] }).split(/(?=<\/)/)
  return [
    { type: 'html', value: open },
    ...(state.all(node) as PhrasingContent[]),
    { type: 'html', value: close },
  ]
}

/** A blank line would end the HTML block. */
const blockHtml: Handle = (_state, node) => ({
  type: 'html',
  value: toHtml(node).replace(/\n(?=[ \t]*\n)/g, '&#10;'),
})

const blocks = wordSet('blockquote dl figure ol pre table ul')

/** Markdown tables have neither blocks nor spans in cells. */
function isGrid(node: Element): boolean {
  return node.children.every((child) => {
    if (child.type !== 'element') return true
    const spans = ['colSpan', 'rowSpan'].some((name) => Number(child.properties[name] ?? 1) > 1)
    return !spans && !blocks.has(child.tagName) && isGrid(child)
  })
}

const disclosure: Handle = (state, node) => {
  const summary = node.children.find((child) => isElement(child, 'summary'))
  const rest = { ...node, children: node.children.filter((child) => child !== summary) }
  return [
    { type: 'html', value: `<details>${summary ? `\n${toHtml(summary)}` : ''}` },
    ...state.toFlow(state.all(rest)),
    { type: 'html', value: '</details>' },
  ]
}

const languageAttributes = ['dataCodeBlockLang', 'dataLang', 'dataLanguage', 'lang']

const code: Handle = (state, node) => {
  const inner = node.children.find((child) => isElement(child, 'code'))
  const names = [node, inner].flatMap((element) => {
    // `language-js`, `lang-js`, `brush: js`
    const classes = property(element, 'className')
    const [, inClass] = /(?:(?:^|\s)lang(?:uage)?-|\bbrush:\s*)([\w+#-]+)/.exec(classes) ?? []
    return [inClass, ...languageAttributes.map((name) => property(element, name))]
  })
  const lang = names.find((name) => name && name !== 'none' && name !== 'plaintext') ?? null
  return { ...defaultHandlers.pre(state, node), lang }
}

function wordsOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(wordsOf).join('') : ''
}

/** Becomes a footnote marker, `[^1]`. */
export const footnoteMark = (number: string): Element => element('a', { dataNumber: number })

/** Becomes the footnote's text. */
export const footnoteText = (number: string, children: readonly ElementContent[]): Element =>
  element('section', { dataNumber: number }, children)
