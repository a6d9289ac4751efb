import { describe, expect, test } from 'vitest'
import { safeSvg } from '../../src/archive/files/svg.ts'
import { highlightAny, loadLanguages, languageNames } from '../../src/markdown/decorate/highlight.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { translate } from '../../src/generators/syntaxes/translate.ts'
import type { SyntaxName } from '../../src/generators/syntaxes/translator.ts'
import { growth, linear } from './ratio.ts'
import { addedShapes, codeShapes, generatorShapes, many } from './shapes.ts'

function read(markdown: string): string {
  return renderHtml(parseMarkdown(markdown))
}

/** Highlights with every grammar. */
await loadLanguages(languageNames)
function highlightAll(written: string): string[] {
  return languageNames.map((name) => highlightAny(written, name))
}

function translated(syntax: SyntaxName): (source: string) => string {
  const options = {
    syntaxes: new Set([syntax]),
    variables: new Map<string, string>(),
    components: new Map<string, string>(),
    address: () => undefined,
    addressOfNote: () => '/posts/a',
  }
  return (source) => translate(source, options).text
}

describe('markdown extensions are read in linear time', () => {
  test.each(Object.entries(addedShapes))('%s', (_, make) => {
    expect(growth(make, read, 4000)).toBeLessThan(linear)
  })
})

describe('code is highlighted in linear time', () => {
  test.each(Object.entries(codeShapes))('%s', (_, make) => {
    // Longer code would not be highlighted.
    expect(growth(make, highlightAll, 1600)).toBeLessThan(linear)
  })
})

const root = '<svg xmlns="http://www.w3.org/2000/svg">'

describe('SVG is read in linear time', () => {
  test.each(
    Object.entries({
      'nested elements': (n: number) => `${root}${'<g>'.repeat(n)}${'</g>'.repeat(n)}</svg>`,
      'removed elements': (n: number) => `${root}${'<script/>'.repeat(n)}</svg>`,
      'removed attributes': (n: number) => `${root.slice(0, -1)} ${many(n, (nth) => `on${nth}="a"`)}/>`,
      'unclosed comments': (n: number) => `${root}${'<!-- '.repeat(n)}`,
      'document types': (n: number) => '<!DOCTYPE '.repeat(n),
      'styles with imports': (n: number) => `${root}<style>${'@import url(a'.repeat(n)}</style></svg>`,
      'comments in a style': (n: number) => `${root}<style>${'@<!-- -->import a;'.repeat(n)}</style></svg>`,
      'custom entities': (n: number) => `<!DOCTYPE a [<!ENTITY b "c">]>${root}${'&b;'.repeat(n)}</svg>`,
    }),
  )('%s', (_, make) => {
    expect(growth(make, (source) => safeSvg(source), 20_000)).toBeLessThan(linear)
  })
})

describe('generator syntax is translated in linear time', () => {
  test.each(Object.entries(generatorShapes))('%s', (_, [syntax, make]) => {
    expect(growth(make, translated(syntax), 8000)).toBeLessThan(linear)
  })
})
