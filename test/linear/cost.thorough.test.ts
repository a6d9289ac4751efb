import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Syntax } from '../../src/markdown/translate/source.ts'
import { compile, memory } from '../../src/compile.ts'
import { cpuTime } from './ratio.ts'
import {
  addedShapes,
  codeShapes,
  filled,
  frontMatterShapes,
  generatorShapes,
  markdownShapes,
  repeatedPieces,
} from './shapes.ts'

/** Characters of each text: enough that the rest of an archive hardly counts. */
const size = 32_768
/** How many times as much as prose a text may cost, character by character. */
const most = 20

const generators: Partial<Record<Syntax, string>> = {
  shortcodes: 'hugo',
  liquid: 'eleventy',
  kramdown: 'jekyll',
  'definition-lists': 'hugo',
  tera: 'zola',
  erb: 'bridgetown',
  components: 'vuepress',
  html: 'jekyll',
}

/** The processor time in milliseconds of all that is made of an archive with this one post. */
function cost(post: string, syntax?: Syntax): Promise<number> {
  const generator = syntax && generators[syntax]
  const ending = syntax === 'mdx' || syntax === 'html' ? syntax : 'md'
  const files = {
    'archive.yaml': `posts: posts\nlook: {card: false}\n${generator ? `generator: ${generator}\n` : ''}`,
    [`posts/week-01.${ending}`]: post.startsWith('---\n') ? post : `---\ntitle: A\n---\n\n${post}`,
  }
  return cpuTime(() => compile(memory(files), { encodings: ['identity'] }))
}

/** Real prose: the same sentence again and again would cost less. */
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

/** What else a machine does can only add to a time, so the best of a few counts; the first is slow where nothing is compiled yet. */
async function timesProse(post: string, syntax?: Syntax): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5 && best > most; round++) {
    const each = ((await cost(post, syntax)) - ofEmpty) / post.length
    best = Math.min(best, (each * prose.length) / (ofProse - ofEmpty))
  }
  return best
}

/** Blocks and lines that are as long as code may be to be highlighted. */
function fenced(language: string, code: string): string {
  const blocks = code.replace(/[^\n]{500}/g, '$&\n').match(/[\s\S]{1,16000}/g) ?? []
  return blocks.map((block) => `\`\`\`\`${language}\n${block.slice(0, -1)}\n\`\`\`\`\n`).join('\n')
}

/** A shape for which `n` stands for about so many characters, at the size that is measured. */
function atSize(make: (n: number) => string): string {
  return make(Math.ceil((size * 100) / make(100).length)).slice(0, 2 * size)
}

const inMarkdown = [...Object.entries(markdownShapes), ...Object.entries(addedShapes)].map(
  ([name, make]) => [name, make, undefined] as const,
)
const ofGenerators = Object.entries(generatorShapes).map(
  ([name, [syntax, make]]) => [`${syntax}: ${name}`, make, syntax] as const,
)
const repeated = repeatedPieces.map(
  (piece) => [JSON.stringify(piece), (n: number) => filled(piece, n), undefined] as const,
)
/** Languages whose grammars are among the most expensive, each with code that is none. */
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

describe('no text costs much more than prose of its length', { retry: 2 }, () => {
  const all = [...inMarkdown, ...ofGenerators, ...repeated, ...inCode, ...matter]
  test.each(all)('%s', async (_, make, syntax) => {
    expect(await timesProse(atSize(make), syntax)).toBeLessThan(most)
  })
})
