// Other search libraries of JavaScript, from tools/, each set up for titles and texts as its README shows it, with the stemmer and the stop
// words that the package itself brings. Any word is enough (OR) in all of them. Where a setting says so, a title counts three times, or
// words come from our tokeniser, stop words and stemmer, so that nothing but the ranking differs.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { root } from './processes.mjs'

/** @import { Document, Engine } from './search-quality.mjs' */

/** @typedef {(text: string) => string[]} Words */
/** @typedef {{ options?: object, words?: Words }} Settings */

const load = createRequire(`${root}tools/package.json`)
const manifest = (/** @type {string} */ name) => `${root}tools/node_modules/${name}/package.json`

/**
 * Undefined when one of them is not installed.
 * @param {Words} words
 * @returns {readonly { name: string, version: string, setting: string, engine: () => Promise<Engine> }[] | undefined}
 */
export function searchPeers(words) {
  const boost = { boost: { title: 3 } }
  const peers = [
    { name: 'minisearch', setting: 'as it comes', engine: minisearch({}) },
    { name: 'minisearch', setting: 'title × 3', engine: minisearch({ options: boost }) },
    { name: 'minisearch', setting: 'prefix', engine: minisearch({ options: { prefix: true } }) },
    { name: 'minisearch', setting: 'fuzzy 0.2', engine: minisearch({ options: { fuzzy: 0.2 } }) },
    { name: 'minisearch', setting: 'our words', engine: minisearch({ words }) },
    { name: 'lunr', setting: 'as it comes', engine: lunr({}) },
    { name: 'lunr', setting: 'title × 3', engine: lunr({ options: { boost: 3 } }) },
    { name: 'lunr', setting: 'our words', engine: lunr({ words }) },
    { name: 'flexsearch', setting: 'English, suggest', engine: flexsearch({}) },
    { name: 'flexsearch', setting: 'our words', engine: flexsearch({ words }) },
    { name: '@orama/orama', setting: 'stemming', engine: orama({}) },
    { name: '@orama/orama', setting: 'stemming, title × 3', engine: orama({ options: boost }) },
    { name: '@orama/orama', setting: 'our words', engine: orama({ words }) },
  ]
  if (!peers.every(({ name }) => existsSync(manifest(name)))) return undefined
  const version = (/** @type {string} */ name) => JSON.parse(readFileSync(manifest(name), 'utf8')).version
  return peers.map((peer) => ({
    ...peer,
    version: String(version(peer.name)),
    engine: async () => peer.engine,
  }))
}

/** OR by default. It brings neither a stemmer nor stop words. @param {Settings} settings @returns {Engine} */
function minisearch({ options = {}, words }) {
  return (documents) => {
    const MiniSearch = load('minisearch')
    const analysis = words ? { tokenize: words, processTerm: (/** @type {string} */ word) => word } : {}
    const index = new MiniSearch({ fields: ['title', 'text'], searchOptions: options, ...analysis })
    index.addAll(numbered(documents))
    return {
      find: (query, limit) => documentsOf(index.search(query).slice(0, limit), 'id'),
      saved: () => bytes(index),
    }
  }
}

/**
 * OR, a stemmer and stop words by default. `query` and not `search`, where a colon or a hyphen of a question would be syntax; and
 * punctuation is trimmed from the words of a query as it is from those of a text. @param {Settings} settings @returns {Engine}
 */
function lunr({ options = {}, words }) {
  return (documents) => {
    const lunr = load('lunr')
    const ours = (/** @type {unknown} */ text) =>
      words?.(String(text ?? '')).map((word) => new lunr.Token(word, {}))
    const index = lunr((/** @type {any} */ builder) => {
      if (words) {
        builder.tokenizer = ours
        builder.pipeline.reset()
        builder.searchPipeline.reset()
      }
      builder.field('title', options)
      builder.field('text')
      for (const document of numbered(documents)) builder.add(document)
    })
    const trimmed = (/** @type {string} */ query) => lunr.tokenizer(query).map(lunr.trimmer).filter(String)
    return {
      find: (query, limit) => {
        const tokens = ours(query) ?? trimmed(query)
        return documentsOf(index.query((/** @type {any} */ one) => one.term(tokens)).slice(0, limit), 'ref')
      },
      saved: () => bytes(index),
    }
  }
}

/**
 * `suggest` makes it OR; the English preset has a stemmer and stop words; the resolution is by the README's formula. Fields are
 * merged: the resolver that can boost one found less. @param {Settings} settings @returns {Engine}
 */
function flexsearch({ words }) {
  return (documents) => {
    const { Document } = load('flexsearch')
    const longest = Math.max(...documents.map(({ text }) => text.length))
    const index = new Document({
      document: { id: 'id', index: ['title', 'text'] },
      resolution: 2 * Math.floor(Math.sqrt(longest)),
      encoder: words ? { encode: words } : load('flexsearch/lang/en'),
    })
    for (const document of numbered(documents)) index.add(document)
    return {
      find: (query, limit) =>
        documentsOf(index.search(query, { limit, suggest: true, merge: true }).slice(0, limit), 'id'),
      saved: async () => {
        let size = 0
        await index.export((/** @type {string} */ _, /** @type {string} */ part) => {
          size += Buffer.byteLength(part ?? '')
        })
        return size
      },
    }
  }
}

/**
 * OR by default (`threshold: 1`), and so are prefixes; its English stemmer is switched on. Its own tokeniser keeps each word of a field
 * once, and so does ours here. @param {Settings} settings @returns {Engine}
 */
function orama({ options = {}, words }) {
  return (documents) => {
    const { create, insert, save, search } = load('@orama/orama')
    const tokenize = (/** @type {string} */ text) => [...new Set(words?.(text))]
    const custom = { language: 'english', normalizationCache: new Map(), tokenize }
    const db = create({
      schema: { title: 'string', text: 'string' },
      components: { tokenizer: words ? custom : { language: 'english', stemming: true } },
    })
    for (const document of numbered(documents)) insert(db, { ...document, id: String(document.id) })
    return {
      find: (query, limit) => documentsOf(search(db, { term: query, limit, ...options }).hits, 'id'),
      saved: () => bytes(save(db)),
    }
  }
}

function numbered(/** @type {readonly Document[]} */ documents) {
  return documents.map((document, id) => ({ ...document, id }))
}

/** @param {readonly Record<string, unknown>[]} hits @param {string} key */
function documentsOf(hits, key) {
  return hits.map((hit) => Number(hit[key]))
}

function bytes(/** @type {unknown} */ index) {
  return Buffer.byteLength(JSON.stringify(index))
}
