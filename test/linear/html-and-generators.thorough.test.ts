import { describe } from 'vitest'
import { safeSvg } from '../../src/archive/files/svg.ts'
import { highlightAny, loadLanguages, languageNames } from '../../src/markdown/decorate/highlight.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { translate } from '../../src/generators/syntaxes/translate.ts'
import type { SyntaxName } from '../../src/generators/syntaxes/translator.ts'
import { testLinear } from './ratio.ts'
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

describe('markdown extensions are read in linear time', () => testLinear(addedShapes, read, 4000))

// Longer code would not be highlighted.
describe('code is highlighted in linear time', () => testLinear(codeShapes, highlightAll, 1600))

const root = '<svg xmlns="http://www.w3.org/2000/svg">'

describe('SVG is read in linear time', () => {
  const shapes = {
    'nested elements': (n: number) => `${root}${'<g>'.repeat(n)}${'</g>'.repeat(n)}</svg>`,
    'removed elements': (n: number) => `${root}${'<script/>'.repeat(n)}</svg>`,
    'removed attributes': (n: number) => `${root.slice(0, -1)} ${many(n, (nth) => `on${nth}="a"`)}/>`,
    'unclosed comments': (n: number) => `${root}${'<!-- '.repeat(n)}`,
    'document types': (n: number) => '<!DOCTYPE '.repeat(n),
    'styles with imports': (n: number) => `${root}<style>${'@import url(a'.repeat(n)}</style></svg>`,
    'comments in a style': (n: number) => `${root}<style>${'@<!-- -->import a;'.repeat(n)}</style></svg>`,
    'custom entities': (n: number) => `<!DOCTYPE a [<!ENTITY b "c">]>${root}${'&b;'.repeat(n)}</svg>`,
  }
  testLinear(shapes, (source) => safeSvg(source), 20_000)
})

describe('generator syntax is translated in linear time', () => {
  for (const [shape, [syntax, make]] of Object.entries(generatorShapes))
    testLinear({ [shape]: make }, translated(syntax), 8000)
})
