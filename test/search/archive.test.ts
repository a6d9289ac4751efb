import { fileURLToPath } from 'node:url'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { fromFolder } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { search } from '../../src/search/search.ts'
import { indexOf } from '../../src/mcp/posts.ts'
import { shippedArchive } from '../snapshot/fixture.ts'
import { questions } from './questions.ts'

const snapshot = await shippedArchive()
const { posts } = snapshot.mcp
const index = indexOf(snapshot)

const judged = questions.map(({ ask, post, quote }) => {
  const [first] = search(index, ask, { limit: 1 })?.hits ?? []
  const found = first && posts[first.document]?.entry.id
  return {
    ask,
    right: [post].flat().includes(found ?? ''),
    quoted:
      [post].flat().includes(found ?? '') && quote.some((words) => first?.passages[0]?.text.includes(words)),
    first,
  }
})

const share = (rows: readonly boolean[]) => rows.filter(Boolean).length / rows.length
const wrong = (key: 'right' | 'quoted') =>
  judged
    .filter((row) => !row[key])
    .map(({ ask, first }) => `${ask} → ${first?.passages[0]?.text}`)
    .join('\n')

test('every post has a question', () => {
  expect(new Set(questions.flatMap(({ post }) => post))).toEqual(new Set(posts.map(({ entry }) => entry.id)))
})

test('at least 80% of questions find their post first', () => {
  expect(share(judged.map(({ right }) => right)), wrong('right')).toBeGreaterThanOrEqual(0.8)
})

test('at least 70% of questions quote the sentence that a person would quote', () => {
  expect(share(judged.map(({ quoted }) => quoted)), wrong('quoted')).toBeGreaterThanOrEqual(0.7)
})

/** The text of HTML as a browser copies it, on one line. */
function textOf(html: string): string {
  const isBlock = /^(?:p|div|li|[ou]l|t[rdh]|table|pre|blockquote|h\d|d[dlt]|figure|figcaption|br)$/
  const read = (node: DefaultTreeAdapterTypes.ChildNode): string => {
    if ('value' in node) return node.value
    if (!('childNodes' in node)) return ''
    const space = isBlock.test(node.tagName) ? ' ' : ''
    return space + node.childNodes.map(read).join('') + space
  }
  return oneLine(parseFragment(html).childNodes.map(read).join(''))
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

test('every passage is words of its page: lines, and cells of rows', async () => {
  const { value: archive } = await readArchive(
    fromFolder(fileURLToPath(new URL('../../archive', import.meta.url))),
  )
  const pages = new Map(archive?.posts.map(({ id, html }) => [id, textOf(html)]))
  const foreign = questions.flatMap(({ ask }) =>
    (search(index, ask)?.hits ?? []).flatMap(({ document, passages }) => {
      const page = pages.get(posts[document]?.entry.id ?? '') ?? ''
      const pieces = passages.flatMap(({ parts }) =>
        parts.flatMap(({ form, text }) => text.split(form === 'table' ? /\n| \| / : '\n')),
      )
      return pieces.filter((piece) => piece !== '…' && !page.includes(oneLine(piece.replace(/^…|…$/g, ''))))
    }),
  )
  expect([...new Set(foreign)]).toEqual([])
})
