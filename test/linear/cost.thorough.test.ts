import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SyntaxName } from '../../src/generators/syntaxes/translator.ts'
import { compile, fromMemory } from '../../src/compile.ts'
import pieces from './pieces.json' with { type: 'json' }
import { cpuTime } from './ratio.ts'
import {
  addedShapes,
  codeShapes,
  filled,
  frontMatterShapes,
  generatorShapes,
  markdownShapes,
} from './shapes.ts'

/** Characters per text: enough to outweigh the rest of the archive. */
const size = 32_768
/** The highest cost per character, relative to prose. */
const limit = 20

const generators: Partial<Record<SyntaxName, string>> = {
  shortcodes: 'hugo',
  liquid: 'eleventy',
  kramdown: 'jekyll',
  'definition-lists': 'hugo',
  tera: 'zola',
  erb: 'bridgetown',
  components: 'vuepress',
  html: 'jekyll',
}

/** CPU time in milliseconds to compile an archive with this one post. */
function cost(post: string, syntax?: SyntaxName): Promise<number> {
  const generator = syntax && generators[syntax]
  const ending = syntax === 'mdx' || syntax === 'html' ? syntax : 'md'
  const files = {
    'archive.yaml': `posts: posts\n${generator ? `generator: ${generator}\n` : ''}`,
    [`posts/week-01.${ending}`]: post.startsWith('---\n') ? post : `---\ntitle: A\n---\n\n${post}`,
  }
  return cpuTime(() => compile(fromMemory(files), { encodings: ['identity'] }))
}

/** Real prose: one repeated sentence would cost less. */
const posts = new URL('../../archive/posts/', import.meta.url)
const prose = readdirSync(posts)
  .map((name) => readFileSync(new URL(name, posts), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
  .join('\n\n')
  .slice(0, size)

let ofEmpty = Number.POSITIVE_INFINITY
let ofProse = Number.POSITIVE_INFINITY
beforeAll(async () => {
  for (let round = 0; round < 5; round++) {
    ofEmpty = Math.min(ofEmpty, await cost('Text.'))
    ofProse = Math.min(ofProse, await cost(prose))
  }
})

/** Noise only adds to a time, and the first run is slow, so the best of a few runs counts. */
async function timesProse(post: string, syntax?: SyntaxName): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5 && best > limit; round++) {
    const each = ((await cost(post, syntax)) - ofEmpty) / post.length
    best = Math.min(best, (each * prose.length) / (ofProse - ofEmpty))
  }
  return best
}

/** Code in blocks and lines of the maximum length that is highlighted. */
function fenced(language: string, code: string): string {
  const blocks = code.replace(/[^\n]{500}/g, '$&\n').match(/[\s\S]{1,16000}/g) ?? []
  return blocks.map((block) => `\`\`\`\`${language}\n${block.slice(0, -1)}\n\`\`\`\`\n`).join('\n')
}

/** A shape scaled to the measured size. */
function atSize(make: (n: number) => string): string {
  return make(Math.ceil((size * 100) / make(100).length)).slice(0, 2 * size)
}

const inMarkdown = [...Object.entries(markdownShapes), ...Object.entries(addedShapes)].map(
  ([name, make]) => [name, make, undefined] as const,
)
const ofGenerators = Object.entries(generatorShapes).map(
  ([name, [syntax, make]]) => [`${syntax}: ${name}`, make, syntax] as const,
)
/** Repeated inline, on lines or as blocks; `#` is a number. */
const repeated = pieces.map(
  (piece) => [JSON.stringify(piece), (n: number) => filled(piece, n), undefined] as const,
)
/** Languages with the most expensive grammars, each with code that is not valid in it. */
const inCode = ['java', 'csharp', 'typescript', 'x86asm', 'nestedtext', 'sql', 'markdown', 'html'].flatMap(
  (language) =>
    Object.entries(codeShapes).map(
      ([name, make]) =>
        [`${language}: ${name}`, (n: number) => fenced(language, make(n)), undefined] as const,
    ),
)
const matter = Object.entries(frontMatterShapes).map(
  ([name, make]) =>
    [`front matter: ${name}`, (n: number) => `---\n${make(n)}\n---\n\nText.\n`, undefined] as const,
)

describe('no text costs much more than prose of the same length', { retry: 2 }, () => {
  const all = [...inMarkdown, ...ofGenerators, ...repeated, ...inCode, ...matter]
  test.each(all)('%s', async (_, make, syntax) => {
    expect(await timesProse(atSize(make), syntax)).toBeLessThan(limit)
  })
})
