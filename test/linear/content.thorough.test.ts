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
import { growth, linear, testLinear } from './ratio.ts'
import { filled, frontMatterShapes } from './shapes.ts'

const layout = layoutOf([], {})
const fields = fieldTable({}, layout.generator)
const readAlone = (text: string) =>
  readDocument(new TextFile('posts/week-01.md', text), 'posts', { fields, layout })

/** Half of the length limit; less for shapes where every few characters are an error with a stack trace. */
const size = contentLimits.yamlLength / 2
const costly = /^(?:commas|quotes|unmatched closing brackets|invalid escapes|tags of the wrong type)$/

describe('front matter is read in linear time', () => {
  for (const [shape, make] of Object.entries(frontMatterShapes)) {
    const file = (length: number) => `---\n${make(length)}\n---\n`
    testLinear({ [shape]: file }, readAlone, costly.test(shape) ? size / 8 : size)
  }
})

describe('TOML and JSON are read in linear time', () => {
  const shapes = {
    'unknown keys': (length: number) => filled('key# = 1\n', length, '+++\n', '+++\n'),
    tables: (length: number) => filled('[t#]\na = 1\n', length, '+++\n', '+++\n'),
    'spaces in a table name': (length: number) => filled(' ', length, '+++\n[a', '\n+++\n'),
    'unclosed brackets': (length: number) => filled('[', length, '+++\na = ', '\n+++\n'),
    'a long text': (length: number) => filled('a', length, '+++\ntitle = "', '"\n+++\n'),
    'arrays in an array': (length: number) => filled('[1],', length, '+++\ntags = [', ']\n+++\n'),
    'JSON braces': (length: number) => filled('{"a":', length, '{"a":'),
    'JSON quotes': (length: number) => filled('"', length, '{"a":'),
    'escaped JSON quotes': (length: number) => filled('\\"', length, '{"'),
  }
  testLinear(shapes, readAlone, size)
})

describe('MDX exports are read in linear time', () => {
  const opening = 'export const metadata = { title: "x", a: '
  const shapes = {
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
  }
  testLinear(shapes, (text) => readExportedValues(new TextFile('posts/week-01.mdx', text)), 80_000)
})

describe('archive.yaml is checked in linear time', () => {
  const withAlias = (length: number) => `author: &a\n${filled('  k#: x\n', length / 2)}series:\n`
  const shapes = {
    series: (length: number) => filled('  s#: { label: S }\n', length, 'series:\n'),
    'series with invalid names': (length: number) => filled('  S#: { label: S }\n', length, 'series:\n'),
    'series with unknown keys': (length: number) => filled('  s#: { lable: S }\n', length, 'series:\n'),
    'series by aliases': (length: number) => filled('  s#: *a\n', length, withAlias(length)),
    hosts: (length: number) => filled('a.b.#, ', length, 'mcp: { allowedHosts: [', '] }'),
    'a long host': (length: number) => filled('a.', length, 'mcp: { allowedHosts: ["', '!"] }'),
    'a long origin': (length: number) => filled('a:/', length, 'mcp: { allowedOrigins: ["', '"] }'),
    'a long e-mail address': (length: number) => filled('a.', length, 'author: { name: A, email: "', '@" }'),
    'a long language': (length: number) => filled('-ab', length, 'language: en', '!'),
    'a long URL': (length: number) => filled('a/', length, 'baseUrl: https://a/', '?'),
    'a long pattern': (length: number) => filled('(a+)+', length, 'idPattern: "^', '$"'),
  }
  testLinear(shapes, (text) => readSettings(new TextFile('archive.yaml', text), []), size)
})

describe('other steps take linear time', () => {
  const everyTenth = (text: string) => {
    const file = new TextFile('posts/week-01.md', text)
    const problems = Array.from({ length: text.length / 10 }, (_, nth) =>
      problem(file, nth * 10, 'dead-link', 'It is dead.', 'Remove it.'),
    )
    return limitPerFile(problems)
  }
  const lines = {
    'one problem per line': (length: number) => filled('123456789\n', length),
    'problems on one line': (length: number) => filled('1234567890', length),
  }
  testLinear(lines, everyTenth, 160_000)

  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const decode = (text: string) => decodeText('posts/week-01.md', bytesOf(text))
  testLinear({ 'CRLF line endings': (length) => filled('\r\n', length) }, decode, 200_000)
  const decodeBroken = (text: string) => decodeText('posts/week-01.md', Uint8Array.of(...bytesOf(text), 0xff))
  testLinear({ 'an invalid byte at the end': (length) => filled('é\n', length) }, decodeBroken, 80_000)

  const ends = {
    'lines that resemble the end of front matter': (length: number) => filled('---   x\n', length, '---\n'),
    'spaces after three dashes': (length: number) => filled(' ', length, '---\n---', 'x'),
  }
  testLinear(ends, readAlone, 1_600_000)
  const values = {
    'attributes of an author’s link': (length: number) =>
      filled(" href='b'", length, '---\nauthor: "<a', '"\n---\n'),
    'empty lines in JavaScript front matter': (length: number) => filled('\n', length, '---js\n', '---\n'),
    'unclosed comments in JavaScript front matter': (length: number) =>
      filled('/*', length, '---js\n', '\n---\n'),
  }
  testLinear(values, readAlone, 40_000)

  const heading = (length: number) => filled('#', length, '', 'x').replaceAll(/\d/g, '#')
  testLinear({ 'a heading of number signs': heading }, escapeHeading, 40_000)
  const layOut = (path: string) => layoutOf([path], { posts: ['**/*.md'] })
  const hyphens = (length: number) => filled('-a', length, 'README', ' b.md')
  testLinear({ 'a file name with many hyphens': hyphens }, layOut, 16_000)

  const settings = { author: { name: 'A', type: 'person' }, authors: {} } as ArchiveSettings
  const nameAuthor = (name: string) => {
    const { value: post } = readAlone(`---\ntitle: A\nauthor: { name: "${name}" }\n---\n`)
    if (!post) throw new Error('cannot read the post')
    return bylineReader({ posts: [post], settings })(post)
  }
  testLinear({ 'spaces in an author name': (length) => filled(' ', length, 'a', 'b') }, nameAuthor, 40_000)

  const readScript = (text: string) => readSiteSettings({ path: 'site.js', text, values: null })
  testLinear({ 'keys in a script with settings': (length) => filled('url: ', length) }, readScript, 40_000)
  const slashes = (length: number) => filled('/', length, 'https://a.org/', 'x')
  testLinear({ 'slashes after a site’s address': slashes }, siteUrl, 40_000)
  testLinear({ 'a string written as YAML': (length) => filled('a:', length) }, toYaml, 1_600_000)
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
