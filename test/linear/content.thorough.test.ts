import { describe, expect, test } from 'vitest'
import { bylineReader } from '../../src/archive/authors.ts'
import type { ArchiveSettings } from '../../src/content/archive-keys.ts'
import { readSettings } from '../../src/content/settings.ts'
import { readExportedValues } from '../../src/content/js-values.ts'
import { fieldTable } from '../../src/content/fields.ts'
import { readDocument } from '../../src/content/read.ts'
import { layoutOf } from '../../src/content/layout.ts'
import { decodeText, problem, TextFile } from '../../src/base/text-file.ts'
import { contentLimits, limitPerFile } from '../../src/base/diagnostics.ts'
import { escapeHeading } from '../../src/representations/markdown.ts'
import { toYaml } from '../../src/base/yaml-text.ts'
import type { Archive } from '../../src/archive/model.ts'
import { statisticsJson } from '../../src/representations/json.ts'
import { readSettings as readSiteSettings, siteUrl } from '../../src/generators/settings.ts'
import { growth, linear } from './ratio.ts'
import { filled, frontMatterShapes } from './shapes.ts'

const layout = layoutOf([], {})
const readAlone = (text: string) =>
  readDocument(new TextFile('posts/week-01.md', text), 'posts', {
    fields: fieldTable({}, layout.generator),
    layout,
  })

/** Half of the length limit; less for shapes where every few characters are an error with a stack trace. */
const size = contentLimits.yamlLength / 2
const costly = new Set([
  'commas',
  'quotes',
  'unmatched closing brackets',
  'invalid escapes',
  'tags of the wrong type',
])

describe('front matter is read in linear time', () => {
  for (const [shape, make] of Object.entries(frontMatterShapes)) {
    test(shape, () => {
      const file = (length: number) => `---\n${make(length)}\n---\n`
      expect(growth(file, readAlone, costly.has(shape) ? size / 8 : size)).toBeLessThan(linear)
    })
  }
})

describe('TOML and JSON are read in linear time', () => {
  for (const [shape, make] of Object.entries({
    'unknown keys': (length: number) => filled('key# = 1\n', length, '+++\n', '+++\n'),
    tables: (length: number) => filled('[t#]\na = 1\n', length, '+++\n', '+++\n'),
    'spaces in a table name': (length: number) => filled(' ', length, '+++\n[a', '\n+++\n'),
    'unclosed brackets': (length: number) => filled('[', length, '+++\na = ', '\n+++\n'),
    'a long text': (length: number) => filled('a', length, '+++\ntitle = "', '"\n+++\n'),
    'arrays in an array': (length: number) => filled('[1],', length, '+++\ntags = [', ']\n+++\n'),
    'JSON braces': (length: number) => filled('{"a":', length, '{"a":'),
    'JSON quotes': (length: number) => filled('"', length, '{"a":'),
    'escaped JSON quotes': (length: number) => filled('\\"', length, '{"'),
  })) {
    test(shape, () => {
      expect(growth(make, readAlone, size)).toBeLessThan(linear)
    })
  }
})

describe('MDX exports are read in linear time', () => {
  const opening = 'export const metadata = { title: "x", a: '
  const readMdx = (text: string) => readExportedValues(new TextFile('posts/week-01.mdx', text))
  for (const [shape, make] of Object.entries({
    'unclosed comments': (length: number) => filled('/*,', length, `${opening}[`),
    comments: (length: number) => filled('/* */,', length, `${opening}[`),
    'spaces before commas': (length: number) => filled('1 ,', length, `${opening}[`),
    'escaped backticks': (length: number) => filled('\\`', length, `${opening}f(\``),
    'escaped quotes': (length: number) => filled('\\"', length, `${opening}f("`),
    'quotes of every kind': (length: number) => filled('\\"\\\'\\`', length, `${opening}f("'\``),
    'template literals': (length: number) => filled('`${', length, `${opening}f(`),
    'unclosed brackets': (length: number) => filled('[', length, opening),
    'nested calls': (length: number) => filled('f(', length, opening),
    'concatenated strings': (length: number) => filled('"a" + ', length, opening),
    'spaces in a type annotation': (length: number) => filled(' ', length, 'export const metadata: A', 'x'),
  })) {
    test(shape, () => {
      expect(growth(make, readMdx, 80_000)).toBeLessThan(linear)
    })
  }
})

describe('archive.yaml is checked in linear time', () => {
  for (const [shape, make] of Object.entries({
    series: (length: number) => filled('  s#: { label: S }\n', length, 'series:\n'),
    'series with invalid names': (length: number) => filled('  S#: { label: S }\n', length, 'series:\n'),
    'series with unknown keys': (length: number) => filled('  s#: { lable: S }\n', length, 'series:\n'),
    'series by aliases': (length: number) =>
      filled('  s#: *a\n', length, `author: &a\n${filled('  k#: x\n', length / 2)}series:\n`),
    hosts: (length: number) => filled('a.b.#, ', length, 'mcp: { allowedHosts: [', '] }'),
    'a long host': (length: number) => filled('a.', length, 'mcp: { allowedHosts: ["', '!"] }'),
    'a long origin': (length: number) => filled('a:/', length, 'mcp: { allowedOrigins: ["', '"] }'),
    'a long e-mail address': (length: number) => filled('a.', length, 'author: { name: A, email: "', '@" }'),
    'a long language': (length: number) => filled('-ab', length, 'language: en', '!'),
    'a long URL': (length: number) => filled('a/', length, 'baseUrl: https://a/', '?'),
    'a long pattern': (length: number) => filled('(a+)+', length, 'idPattern: "^', '$"'),
  })) {
    test(shape, () => {
      const check = (text: string) => readSettings(new TextFile('archive.yaml', text), [])
      expect(growth(make, check, size)).toBeLessThan(linear)
    })
  }
})

describe('other steps take linear time', () => {
  const everyTenth = (text: string) => {
    const file = new TextFile('posts/week-01.md', text)
    const found = Array.from({ length: text.length / 10 }, (_, nth) =>
      problem(file, nth * 10, 'dead-link', 'It is dead.', 'Remove it.'),
    )
    return limitPerFile(found)
  }
  const decode = (text: string) => decodeText('posts/week-01.md', new TextEncoder().encode(text))
  const decodeBroken = (text: string) =>
    decodeText('posts/week-01.md', Uint8Array.of(...new TextEncoder().encode(text), 0xff))

  const layOut = (path: string) => layoutOf([path], { posts: ['**/*.md'] })
  const settings = { author: { name: 'A', type: 'person' }, authors: {} } as ArchiveSettings
  const nameAuthor = (name: string) => {
    const { value: written } = readAlone(`---\ntitle: A\nauthor: { name: "${name}" }\n---\n`)
    if (!written) throw new Error('cannot read the post')
    return bylineReader({ posts: [written], settings })(written)
  }

  const readScript = (text: string) => readSiteSettings({ path: 'site.js', text, values: null })

  for (const [shape, make, run, length] of [
    ['one problem per line', (size: number) => filled('123456789\n', size), everyTenth, 160_000],
    ['problems on one line', (size: number) => filled('1234567890', size), everyTenth, 160_000],
    ['CRLF line endings', (size: number) => filled('\r\n', size), decode, 200_000],
    ['an invalid byte at the end', (size: number) => filled('é\n', size), decodeBroken, 80_000],
    [
      'lines that resemble the end of front matter',
      (size: number) => filled('---   x\n', size, '---\n'),
      readAlone,
      1_600_000,
    ],
    ['spaces after three dashes', (size: number) => filled(' ', size, '---\n---', 'x'), readAlone, 1_600_000],
    [
      'a heading of number signs',
      (size: number) => filled('#', size, '', 'x').replaceAll(/\d/g, '#'),
      escapeHeading,
      40_000,
    ],
    [
      'a file name with many hyphens',
      (size: number) => filled('-a', size, 'README', ' b.md'),
      layOut,
      16_000,
    ],
    [
      'attributes of an author’s link',
      (size: number) => filled(" href='b'", size, '---\nauthor: "<a', '"\n---\n'),
      readAlone,
      40_000,
    ],
    ['spaces in an author name', (size: number) => filled(' ', size, 'a', 'b'), nameAuthor, 40_000],
    [
      'empty lines in JavaScript front matter',
      (size: number) => filled('\n', size, '---js\n', '---\n'),
      readAlone,
      40_000,
    ],
    [
      'unclosed comments in JavaScript front matter',
      (size: number) => filled('/*', size, '---js\n', '\n---\n'),
      readAlone,
      40_000,
    ],
    ['keys in a script with settings', (size: number) => filled('url: ', size), readScript, 40_000],
    [
      'slashes after a site’s address',
      (size: number) => filled('/', size, 'https://a.org/', 'x'),
      siteUrl,
      40_000,
    ],
    ['a string written as YAML', (size: number) => filled('a:', size), toYaml, 1_600_000],
  ] as const) {
    test(shape, () => {
      expect(growth(make, run, length)).toBeLessThan(linear)
    })
  }
})

test('statistics take linear time in the number of series', () => {
  const count = (written: string) => {
    const posts = written.split(' ').map((id) => ({ id, series: id }))
    const series = new Map(posts.map(({ id }) => [id, id]))
    return statisticsJson({ posts, series, tags: [], changedAt: null } as unknown as Archive)
  }
  const names = (n: number) => Array.from({ length: n }, (_, nth) => `a${nth}`).join(' ')
  expect(count(names(3))).toMatchObject({ totalPosts: 3, bySeries: { a2: { count: 1, latest: 'a2' } } })
  expect(growth(names, count, 16_000)).toBeLessThan(linear)
})
