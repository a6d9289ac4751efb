// A page of HTML as markdown: its words, headings, lists, tables, code and links, without what every page of its site repeats.
import { createRequire } from 'node:module'
import { root } from '../processes.mjs'

const load = createRequire(`${root}tools/package.json`)

/** @typedef {any} Node Of the DOM, which turndown brings untyped. */
/** @typedef {{ title: string, markdown: string }} Converted */
/**
 * What is taken from a page and what is left out of it, as CSS selectors, and the id of the page that a link leads to, if it is one of ours.
 * @typedef {{ main: string, chrome: string, title: string, idOf: (href: string) => string | undefined }} Page
 */

/** @param {string} html @param {Page} page @returns {Converted} */
export function toMarkdown(html, { main, chrome, title, idOf }) {
  const document = load('@mixmark-io/domino').createDocument(html)
  const heading = document.querySelector(title)
  for (const node of all(document, `script, style, svg, img, button, ${chrome}`)) node.remove()
  const name = oneLine(heading?.textContent ?? document.title)
  if (heading?.matches('h1, h2')) heading.remove() // the title is said once, in front matter
  for (const link of all(document, 'a')) relink(link, idOf)
  const body = document.querySelector(main)
  return { title: name, markdown: converter(body).turndown(body).trim() }
}

/** A link to a page of the collection leads to its post; one to anything else of the site is only its words. */
function relink(/** @type {Node} */ link, /** @type {Page['idOf']} */ idOf) {
  const href = link.getAttribute('href') ?? ''
  if (/^https?:/.test(href)) return
  const id = idOf(href)
  if (id) link.setAttribute('href', `${id}.md`)
  else link.removeAttribute('href')
}

/** Headings begin at the second level, below the title of the post. */
function converter(/** @type {Node} */ body) {
  const Turndown = load('turndown')
  const service = new Turndown({ codeBlockStyle: 'fenced', bulletListMarker: '-' })
  const escaped = service.escape.bind(service)
  service.escape = (/** @type {string} */ text) => escaped(text).replaceAll('<', '\\<')
  const level = (/** @type {Node} */ node) => Number(node.nodeName.slice(1))
  const highest = Math.min(...all(body, 'h1, h2, h3, h4, h5, h6').map(level))
  const rule = (
    /** @type {string[]} */ filter,
    /** @type {(content: string, node: Node) => string} */ replacement,
  ) => service.addRule(filter[0], { filter, replacement })
  rule(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], (content, node) => {
    const marks = '#'.repeat(Math.min(6, 2 + level(node) - highest))
    return content.trim() === '' ? '' : `\n\n${marks} ${oneLine(content)}\n\n`
  })
  rule(['code', 'tt'], (_, node) => quoted(oneLine(node.textContent)))
  rule(['pre'], (_, node) => fenced(node.textContent.replace(/^\s*\n|\s+$/g, '')))
  rule(['th', 'td'], (content, node) =>
    isLayout(tableOf(node)) ? `\n\n${content}\n\n` : ` ${oneLine(content).replaceAll('|', '\\|')} |`,
  )
  rule(['tr'], (content, node) => (isLayout(tableOf(node)) ? content : `|${content}\n`))
  rule(['thead', 'tbody', 'tfoot'], (content) => content)
  rule(['table'], (content, node) => `\n\n${isLayout(node) ? content : underlined(content)}\n\n`)
  return service
}

/** A table that arranges a page: one with blocks in its cells, which a row of markdown cannot hold. */
function isLayout(/** @type {Node} */ table) {
  return Boolean(table.querySelector('pre, table, ul, ol, dl, h1, h2, h3'))
}

function tableOf(/** @type {Node} */ node) {
  return node.nodeName === 'TABLE' ? node : tableOf(node.parentNode)
}

/** Rows as a table of markdown, whose first is always its head. */
function underlined(/** @type {string} */ rows) {
  const lines = rows.split('\n').filter((line) => line.startsWith('|'))
  const columns = Math.max(0, ...lines.map((line) => line.split(/(?<!\\)\|/).length - 2))
  const [head, ...rest] = lines.map((line) => {
    return line + '  |'.repeat(columns - (line.split(/(?<!\\)\|/).length - 2))
  })
  return head === undefined ? '' : [head, `|${' --- |'.repeat(columns)}`, ...rest].join('\n')
}

/** Without the marks of what is emphasized in it, which between backquotes would be shown. */
function quoted(/** @type {string} */ code) {
  if (code === '') return ''
  const marks = '`'.repeat(Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return /^`|`$/.test(code) ? `${marks} ${code} ${marks}` : `${marks}${code}${marks}`
}

/** These pages write code as `pre` without `code`, which turndown takes for prose. */
function fenced(/** @type {string} */ code) {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `\n\n${fence}\n${code}\n${fence}\n\n`
}

/** An array, since some of the lists that this DOM gives cannot be iterated. @returns {Node[]} */
function all(/** @type {Node} */ node, /** @type {string} */ selector) {
  return Array.from(node.querySelectorAll(selector))
}

function oneLine(/** @type {string} */ text) {
  return text.replace(/\s+/g, ' ').trim()
}
