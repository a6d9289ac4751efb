import { describe, expect, test } from 'vitest'
import { readBody } from '../../src/archive/body.ts'
import { checkBodies } from '../../src/archive/check.ts'
import { identify } from '../../src/archive/identify.ts'
import { makeResolver } from '../../src/archive/links.ts'
import { publishedPaths } from '../../src/archive/paths.ts'
import { translateOptions } from '../../src/archive/syntaxes.ts'
import { makeUrls } from '../../src/archive/urls.ts'
import { readContent } from '../../src/content/read.ts'
import { memory } from '../../src/content/source.ts'
import { TextFile } from '../../src/content/text.ts'
import { post } from '../archive/build.ts'
import { cases } from '../thorough.ts'
import { growth, linear, shapesOf } from './ratio.ts'

/** Bodies that cost the square of their length somewhere: in markdown-it and its plugins, or in what is made of their tokens. */

const many = (count: number, make: (nth: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, nth) => make(nth)).join(between)

const shapes: Readonly<Record<string, (n: number) => string>> = {
  'closing brackets after a bare link': (n) => `https://example.net/(${')'.repeat(20 * n)}`,
  'stops and closing brackets after a bare link': (n) => `https://example.net/${'.)'.repeat(10 * n)}`,
  'schemes without a link': (n) => 'x://'.repeat(10 * n),
  'bare links in one line': (n) => 'https://example.net/a '.repeat(n),
  'links in one line': (n) => '[x](https://example.net/a) '.repeat(n),
  'links on the lines of one paragraph': (n) => '[x](https://example.net/a)\n'.repeat(n),
  'links between angle brackets': (n) => '<https://example.net/> '.repeat(n),
  'links into the archive': (n) => '[x](/developers) '.repeat(n),
  'links to as many headings': (n) => many(n, (nth) => `[x](#h${nth})\n\n## h${nth}`, '\n\n'),
  'links by as many definitions': (n) =>
    `${many(n, (nth) => `[d${nth}]`)}\n\n${many(n, (nth) => `[d${nth}]: https://example.net`, '\n')}`,
  'links that are never closed': (n) => '[a](b "'.repeat(n),
  'dead links': (n) => '[x](none.md) '.repeat(n),
  'dead links to headings': (n) => `${'[x](#nope) '.repeat(n)}\n\n${many(n, (nth) => `## h${nth}`, '\n\n')}`,
  'links in a table cell': (n) => `|a|\n|-|\n|${'[b](https://example.net) \\| '.repeat(n)}|`,
  'images in one line': (n) => '![a](https://example.net/a.png) '.repeat(n),
  'images in each other': (n) => `${'!['.repeat(n)}a${'](https://example.net)'.repeat(n)}`,
  'brackets in each other': (n) => `${'['.repeat(2 * n)}a${']'.repeat(2 * n)}`,
  'brackets that are never closed': (n) => '['.repeat(2 * n),
  'parentheses in each other': (n) => `[a](${'('.repeat(20 * n)}`,
  'comments that are never closed': (n) => '<!-- '.repeat(10 * n),
  'comments in a sentence that are never closed': (n) => `a ${'<!-- '.repeat(10 * n)}`,
  'HTML in one line': (n) => '<b>x</b> '.repeat(n),
  'blocks of HTML': (n) => '<div>\n\n'.repeat(n),
  'tags that are never closed': (n) => `a ${'<a b="'.repeat(5 * n)}`,
  'marks of templates that are half escaped': (n) => many(n, (nth) => `{\\{x${nth}}}`),
  'brackets of formulas': (n) => '\\(x'.repeat(5 * n),
  'code over two lines': (n) => many(n, (nth) => `\`a\nb${nth}\``),
  'marks of notes that nothing defines': (n) => many(n, (nth) => `[^${nth}]`),
  headings: (n) => many(n, (nth) => `## heading ${nth}`, '\n\n'),
  'the same heading': (n) => '## same\n\n'.repeat(n),
  'headings that are numbered already': (n) =>
    `${many(n, (nth) => `## a ${nth}`, '\n\n')}\n\n${'## a\n\n'.repeat(n)}`,
  'quotes in each other': (n) => `${'>'.repeat(20 * n)} a`,
  'lists in each other': (n) => `${'- '.repeat(10 * n)}a`,
  'items of a list': (n) => '- a\n'.repeat(n),
  'stars before a word': (n) => `${'*'.repeat(10 * n)}a`,
  'stars on both sides of a word': (n) => `${'*'.repeat(5 * n)}a${'*'.repeat(5 * n)}`,
  'stars in words': (n) => 'a**b'.repeat(5 * n),
  'two kinds of emphasis': (n) => '*a _b '.repeat(3 * n),
  'backquotes in runs of every length': (n) => many(Math.ceil(Math.sqrt(50 * n)), (nth) => '`'.repeat(nth)),
  'columns of a table': (n) =>
    `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}\n|${'[b](https://example.net)|'.repeat(n)}`,
  'rows of a table': (n) => `|a|b|\n|-|-|\n${'|[b](https://example.net)|d|\n'.repeat(n)}`,
  footnotes: (n) => `${many(n, (nth) => `a[^${nth}]`)}\n\n${many(n, (nth) => `[^${nth}]: note`, '\n\n')}`,
  'footnotes in footnotes': (n) => `a[^0]\n\n${many(n, (nth) => `[^${nth}]: see[^${nth + 1}]`, '\n\n')}`,
  'footnotes that are never closed': (n) => `${'[^'.repeat(10 * n)}\n\n[^1]: note`,
  'definitions that are never closed': (n) => '[a\n'.repeat(n),
  'one line of sentences': (n) => 'A word. 1. e.g. Another. '.repeat(n),
  'numbers in one line': (n) => '1. 2. 3. '.repeat(3 * n),
  'base URLs': (n) => '{{ site.url }} '.repeat(n),
  'base URLs that are never closed': (n) => '{{ '.repeat(10 * n),
}

const content = await readContent(memory({ 'posts/week-01.md': post() }))
const urls = makeUrls('https://example.org')

const known = identify(content, urls)
const resolve = makeResolver(content, publishedPaths(known.named, []), urls)
const reader = { resolve, urls, syntaxes: translateOptions(content, resolve, urls) }

function read(markdown: string): void {
  const facts = { authors: [], tags: [], categories: [], oldAddresses: [], draft: false, ignored: 0 }
  const file = new TextFile('posts/week-01.md', markdown)
  checkBodies([readBody({ file, base: 'posts', facts, bodyStart: 0 }, '/posts/week-01', reader)])
}

/** Collecting garbage can double a time by chance; what is quadratic fails every time. */
const patient = { timeout: 120_000, retry: 3 }

describe('a body is read in time that is linear in its length', patient, () => {
  test.each(shapesOf(shapes))('%s', (_, make) => {
    expect(growth(make, read, cases(500, 1000))).toBeLessThan(linear)
  })
})
