import { describe, expect, test } from 'vitest'
import { safeSvg } from '../../src/archive/files/svg.ts'
import { highlightAny, loadLanguage, languageNames } from '../../src/markdown/decorate/highlight.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { translate } from '../../src/markdown/translate/translate.ts'
import type { Syntax } from '../../src/markdown/translate/source.ts'
import { growth, linear } from './ratio.ts'
import { addedShapes, codeShapes, generatorShapes, many } from './shapes.ts'

function read(markdown: string): string {
  return renderHtml(parseMarkdown(markdown))
}

/** By every grammar, one after the other. */
await Promise.all(languageNames.map(loadLanguage))
function highlightAll(written: string): string[] {
  return languageNames.map((name) => highlightAny(written, name))
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
const patient = { retry: 3 }

describe('what is added to markdown is read in time that is linear in its length', patient, () => {
  test.each(Object.entries(addedShapes))('%s', (_, make) => {
    expect(growth(make, read, 1000)).toBeLessThan(linear)
  })
})

describe('code is highlighted in time that is linear in its length', patient, () => {
  test.each(Object.entries(codeShapes))('%s', (_, make) => {
    expect(growth(make, highlightAll, 1000)).toBeLessThan(linear)
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
  test.each(Object.entries(generatorShapes))('%s', (_, [syntax, make]) => {
    expect(growth(make, translated(syntax), 2000)).toBeLessThan(linear)
  })
})
