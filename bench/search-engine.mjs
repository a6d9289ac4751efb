// Our search engine as it is; and with one part of it changed, to see what that part is worth.
import { readFileSync } from 'node:fs'
import { sources } from './sources.mjs'

/** @import { Document, Engine, Find } from './search-quality.mjs' */

/** @typedef {readonly [file: string, from: string, to: string]} Change */
/** @typedef {{ document: number, score: number, matchedTerms: string[] }} Hit */

/** @param {readonly Change[]} changes */
export async function load(changes = []) {
  const contents = `export { buildIndex } from './test/search/documents.ts'
    export { openIndex } from './src/search/load.ts'
    export { search } from './src/search/search.ts'
    export { sentences } from './src/markdown/sentences.ts'
    import { normalise, termsOf, tokens } from './src/search/analyse.ts'
    import { fold } from './src/base/letters.ts'
    import { searchLanguage } from './src/search/languages.ts'
    const english = searchLanguage('en')
    export function words(text: string): string[] {
      const found: string[] = []
      tokens(normalise(text).text, (token, _start, _end, isForm) => {
        if (!isForm && !english.stopWords().has(fold(token))) found.push(...termsOf(token, english))
      })
      return found
    }`
  return sources(contents, changes.map(changed))
}

/** @param {Change} change @returns {import('esbuild').Plugin} */
function changed([file, from, to]) {
  return {
    name: 'changed',
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`search/${file}\\.ts$`) }, ({ path }) => {
        const contents = readFileSync(path, 'utf8')
        if (!contents.includes(from)) throw new Error(`${path} no longer holds: ${from}`)
        return { contents: contents.replace(from, to), loader: 'ts' }
      })
    },
  }
}

/** @returns {Engine} */
export function ours(
  /** @type {Awaited<ReturnType<typeof load>>} */ { buildIndex, openIndex, search, sentences },
) {
  return (documents) => {
    const bytes = buildIndex(documents.map((document) => asPost(document, sentences)))
    const index = openIndex(bytes)
    return {
      find: (query, limit) => documentsOf(search(index, query, { limit })?.hits ?? []),
      saved: () => bytes.length,
    }
  }
}

/** What each part is worth: the engine without it. @type {readonly { setting: string, engine: () => Promise<Engine> }[]} */
export const variants = [
  without('no bonus for words side by side', ['tuning', 'const pairBonus = 0.2', 'const pairBonus = 0']),
  without('no gain for words that stand together', ['rank', ' * (1 + proximity(query, document))', '']),
  without('no stemming', [
    'languages',
    '(code) => rows[code]',
    '(code) => ({ ...rows[code], stem: (word: string) => word })',
  ]),
  without('titles weigh as much as texts', ['tuning', 'field: 4, weight: 3', 'field: 4, weight: 1']),
  without('stop words looked for', [
    'question',
    'words.filter((word) => !stopWords?.has(fold(word)))',
    'words',
  ]),
  without('no guess at unknown words', ['tuning', 'words: 4,', 'words: 0,']),
  { setting: 'fields scored apart and summed', engine: () => apart(1) },
  { setting: 'the same, the title’s score × 3', engine: () => apart(3) },
  { setting: 'all words required', engine: allRequired },
]

/** @param {string} setting @param {Change} change */
function without(setting, change) {
  return { setting, engine: async () => ours(await load([change])) }
}

/**
 * An index of titles and one of texts; a document's score is the sum of both. No guesses: a word that is in no title is not unknown.
 * @param {number} titleWeight @returns {Promise<Engine>}
 */
async function apart(titleWeight) {
  const engine = await load([['tuning', 'words: 4,', 'words: 0,']])
  return (documents) => {
    const open = (/** @type {(document: Document) => Document} */ part) =>
      engine.openIndex(engine.buildIndex(documents.map((one) => asPost(part(one), engine.sentences))))
    const titles = open(({ title }) => ({ title, text: '' }))
    const texts = open(({ text }) => ({ title: '', text }))
    /** @type {Find} */
    const find = (query, limit) => {
      const scores = new Float64Array(documents.length)
      for (const [index, weight] of [
        [titles, titleWeight],
        [texts, 1],
      ]) {
        const hits = engine.search(index, query, { limit: documents.length })?.hits ?? []
        for (const { document, score } of hits) scores[document] = (scores[document] ?? 0) + weight * score
      }
      const found = [...scores.keys()].filter((document) => scores[document])
      return found.sort((x, y) => (scores[y] ?? 0) - (scores[x] ?? 0)).slice(0, limit)
    }
    return { find }
  }
}

/** AND: only documents that have every word of the query that is not a stop word. @returns {Promise<Engine>} */
async function allRequired() {
  const { buildIndex, openIndex, search, sentences } = await load()
  return (documents) => {
    const index = openIndex(buildIndex(documents.map((document) => asPost(document, sentences))))
    /** @type {Find} */
    const find = (query, limit) => {
      const { hits = [], interpreted } = search(index, query, { limit: documents.length }) ?? {}
      const has = (/** @type {Hit} */ hit) => hit.matchedTerms.length === interpreted?.terms.length
      return documentsOf(hits.filter(has)).slice(0, limit)
    }
    return { find }
  }
}

/** @param {Document} document @param {(text: string) => string[]} sentences */
function asPost({ title, text }, sentences) {
  const units = sentences(text).map((one) => ({ kind: 'prose', text: one, anchor: '' }))
  return { title, tags: [], summary: [], units }
}

function documentsOf(/** @type {readonly Hit[]} */ hits) {
  return hits.map(({ document }) => document)
}
