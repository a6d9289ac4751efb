import { describe, expect, test } from 'vitest'
import { safeSvg } from '../../src/archive/files/svg.ts'
import { highlight } from '../../src/markdown/decorate/highlight.ts'
import { grammars, type LanguageName } from '../../src/markdown/decorate/languages.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { translate } from '../../src/markdown/translate/translate.ts'
import type { Syntax } from '../../src/markdown/translate/source.ts'
import { cases } from '../thorough.ts'
import { growth, linear, shapesOf } from './ratio.ts'
import { addedShapes, generatorShapes, many } from './shapes.ts'

function read(markdown: string): string {
  return renderHtml(parseMarkdown(markdown))
}

/** Code that is opened and never closed, or could be the beginning of much; read by every grammar. */
const code: Readonly<Record<string, (n: number) => string>> = {
  'one word': (n) => 'a'.repeat(10 * n),
  digits: (n) => '0'.repeat(10 * n),
  spaces: (n) => ' '.repeat(10 * n),
  'empty lines': (n) => '\n'.repeat(10 * n),
  'strings that are never closed': (n) => '"a\n\'b\n'.repeat(n),
  'quotes in a row': (n) => '"\'`'.repeat(3 * n),
  'templates in each other': (n) => '`${a'.repeat(2 * n),
  'comments that are never closed': (n) => '/* <!-- """ '.repeat(n),
  'brackets that are never closed': (n) => '({[<'.repeat(3 * n),
  'tags that are never closed': (n) => '<a b="c" '.repeat(n),
  'scripts that are never closed': (n) => '<script <style>'.repeat(n),
  'keys that never come to their value': (n) => 'a.b: c, .d '.repeat(n),
  'keys of one line': (n) => '- a: '.repeat(2 * n),
  'files that are included': (n) => '#include <a '.repeat(n),
  'slashes in a row': (n) => '=/a[/'.repeat(2 * n),
  'expressions with classes that are never closed': (n) => '=/['.repeat(4 * n),
  'expressions with classes, never closed': (n) => `${'=/['.repeat(4 * n)}]`,
  'spaces between words': (n) => `a${' '.repeat(10 * n)}b`,
  'holes of a string that are never closed': (n) => `"${'${ #{ {$ \\( '.repeat(n)}"`,
  'dollars and signs': (n) => '$ ${ $( @a # '.repeat(n),
  'messages without a body': (n) => 'GET /\n\n'.repeat(n),
}

/** All of the grammars, one after the other. */
function highlightAll(written: string): string[] {
  return (Object.keys(grammars) as LanguageName[]).map((name) => highlight(written, name))
}

function translated(syntax: Syntax): (source: string) => string {
  const options = {
    syntaxes: new Set([syntax]),
    variables: new Map<string, string>(),
    components: new Map<string, string>(),
    address: () => undefined,
    addressOfNote: () => '/posts/a',
  }
  return (source) => translate(source, options).text
}

/** Collecting garbage can double a time by chance; what is quadratic fails every time. */
const patient = { timeout: 120_000, retry: 3 }

describe('what is added to markdown is read in time that is linear in its length', patient, () => {
  test.each(shapesOf(addedShapes))('%s', (_, make) => {
    expect(growth(make, read, cases(500, 1000))).toBeLessThan(linear)
  })
})

describe('code is highlighted in time that is linear in its length', patient, () => {
  test.each(shapesOf(code))('%s', (_, make) => {
    expect(growth(make, highlightAll, cases(500, 2000))).toBeLessThan(linear)
  })
})

const root = '<svg xmlns="http://www.w3.org/2000/svg">'

describe('a drawing is read in time that is linear in its length', patient, () => {
  test.each(
    Object.entries({
      'elements in each other': (n: number) => `${root}${'<g>'.repeat(n)}${'</g>'.repeat(n)}</svg>`,
      'elements that are left out': (n: number) => `${root}${'<script/>'.repeat(n)}</svg>`,
      'attributes that are left out': (n: number) =>
        `${root.slice(0, -1)} ${many(n, (nth) => `on${nth}="a"`)}/>`,
      'comments that are never closed': (n: number) => `${root}${'<!-- '.repeat(n)}`,
      'types of documents': (n: number) => '<!DOCTYPE '.repeat(n),
      'styles that load something': (n: number) => `${root}<style>${'@import url(a'.repeat(n)}</style></svg>`,
      'pieces of a style': (n: number) => `${root}<style>${'@<!-- -->import a;'.repeat(n)}</style></svg>`,
      'entities of its own': (n: number) => `<!DOCTYPE a [<!ENTITY b "c">]>${root}${'&b;'.repeat(n)}</svg>`,
    }),
  )('%s', (_, make) => {
    expect(growth(make, (source) => safeSvg(source), 5000)).toBeLessThan(linear)
  })
})

describe('what generators add is translated in time that is linear in its length', patient, () => {
  test.each(shapesOf(generatorShapes))('%s', (_, [syntax, make]) => {
    expect(growth(make, translated(syntax), cases(500, 2000))).toBeLessThan(linear)
  })
})
