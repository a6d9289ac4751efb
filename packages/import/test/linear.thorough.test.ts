import { expect, test } from 'vitest'
import { clean } from '../src/clean.ts'
import type { Entry, ExportFiles } from '../src/exported.ts'
import { parseHtml } from '../src/html-tree.ts'
import { localFiles } from '../src/media.ts'
import { nameEntries } from '../src/old-site.ts'
import { withoutShortcodes } from '../src/shortcodes.ts'
import { captions, paragraphs } from '../src/wordpress.ts'
import { readCsv } from '../src/substack.ts'
import { markdownOf } from '../src/to-markdown.ts'
import { records } from '../src/xml.ts'
import { growth, linear } from '../../../test/linear/ratio.ts'

/** Exports can be very large, so every step of an import must take linear time. */

const bodies: Readonly<Record<string, (n: number) => string>> = {
  paragraphs: (n) => '<p>Some <b>bold</b> text, and <a href="https://x.example/">a link</a>.</p>\n'.repeat(n),
  'text without paragraphs': (n) => 'Some text.\n\nand\nmore '.repeat(2 * n),
  'blank lines': (n) => `a${'\n \n'.repeat(10 * n)}b`,
  'one long paragraph': (n) => `<p>${'word * and _x_ [y] '.repeat(5 * n)}</p>`,
  emphasis: (n) => `<p>${'<b> x </b><i>y</i> '.repeat(2 * n)}</p>`,
  'nested emphasis': (n) => `<p>${'<b><i><a href="x">t'.repeat(n)}`,
  'emphasis within words': (n) => `<p>${'a<b>b</b>c<i>(d)</i>'.repeat(n)}</p>`,
  'nested labels': (n) => '<label>x'.repeat(4 * n),
  'nested blocks': (n) => '<div>'.repeat(5 * n),
  'nested quotes': (n) => `${'<blockquote>'.repeat(n)}x`,
  'unclosed shortcodes': (n) => `${'[code]'.repeat(10 * n)}[/code]`,
  'unclosed brackets': (n) => '[a b'.repeat(10 * n),
  captions: (n) => '[caption id="1"]<img src="a.png" alt="a"> Words[/caption]'.repeat(n),
  'unclosed captions': (n) => '[caption]<img src="a.png">'.repeat(n),
  URLs: (n) => 'https://x.example/a_b_c, '.repeat(3 * n),
  'incomplete URLs': (n) => 'https://'.repeat(10 * n),
  headings: (n) =>
    Array.from({ length: n }, (_, at) => `<h2 id="h${at}">H</h2><a href="#h${at}">x</a>`).join(''),
  'a table': (n) => `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(n)}</table>`,
  'a list': (n) => `<ul>${'<li>a</li>'.repeat(3 * n)}</ul>`,
  'dollar signs': (n) => `<p>${'$5 '.repeat(5 * n)}</p>`,
}

const emptyContext = { attachments: { byId: new Map(), ofPost: new Map() }, post: '1', note: () => {} }

test.each(Object.entries(bodies))('a body is converted in linear time: %s', (_name, make) => {
  const convert = (html: string) => {
    const tree = parseHtml(withoutShortcodes(html, emptyContext))
    captions(tree)
    paragraphs(tree, true)
    clean(tree, () => {})
    return markdownOf(tree)
  }
  expect(growth(make, convert, 600)).toBeLessThan(linear)
})

test('a WordPress export is read in linear time', () => {
  const item =
    '<item><title>A</title><wp:postmeta><wp:meta_key>k</wp:meta_key></wp:postmeta><content:encoded><![CDATA[<p>x</p>]]></content:encoded></item>'
  const make = (n: number) =>
    `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${item.repeat(5 * n)}</channel></rss>`
  const read = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    const files: ExportFiles = {
      name: 'x',
      paths: ['x'],
      read: () => bytes,
      *chunks() {
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
      },
    }
    return [...records(files, 'x')].length
  }
  expect(read(make(10))).toBe(50)
  expect(growth(make, read, 800)).toBeLessThan(linear)
})

test('a CSV of posts is read in linear time', () => {
  const make = (n: number) => `a,b\n${'1,"x ""y"" z"\n'.repeat(20 * n)}`
  expect(growth(make, (text) => readCsv(text, 'x'), 800)).toBeLessThan(linear)
})

test('posts with the same name are numbered in linear time', () => {
  const entry: Entry = {
    ...{ kind: 'post', title: 'Links', slug: 'links' },
    ...{ authors: [], tags: [], addresses: [], leftOut: [], body: () => parseHtml('') },
  }
  const named = (text: string) =>
    nameEntries(
      Array.from(text, () => entry),
      () => {},
    )
  expect(named('123').map(({ file }) => file)).toEqual([
    'posts/links.md',
    'posts/links-2.md',
    'posts/links-3.md',
  ])
  expect(growth((n) => 'x'.repeat(n), named, 4000)).toBeLessThan(linear)
})

test('a deep path is resolved in linear time', () => {
  const find = (path: string) =>
    localFiles([{ name: 'x', paths: [path], read: () => new Uint8Array(), *chunks() {} }])
  expect(growth((n) => `${'a/'.repeat(20 * n)}b.png`, find, 800)).toBeLessThan(linear)
})
