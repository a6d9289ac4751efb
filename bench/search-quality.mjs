// How well and how fast an engine finds, on a collection with judged queries: corpus.jsonl {id, title, text}, queries.jsonl {id, text} and
// qrels.tsv (query-id, corpus-id, score).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generator } from './language.mjs'

/** @typedef {{ title: string, text: string }} Document */
/** @typedef {(query: string, limit: number) => readonly number[]} Find The best documents, best first, by their numbers. */
/** @typedef {{ find: Find, saved?: () => number | Promise<number> }} Opened With the size of the saved index, in bytes. */
/** @typedef {(documents: readonly Document[]) => Opened | Promise<Opened>} Engine */
/** @typedef {{ documents: Document[], ids: string[], queries: { text: string, relevant: Map<string, number> }[] }} Collection */

/** Only the queries that have a relevant document. @param {string} dir @returns {Collection} */
export function readCollection(dir) {
  const lines = (/** @type {string} */ name) => readFileSync(join(dir, name), 'utf8').trim().split('\n')
  const corpus = lines('corpus.jsonl').map((line) => JSON.parse(line))
  /** @type {Map<string, Map<string, number>>} */
  const judged = new Map()
  for (const line of lines('qrels.tsv')) {
    const [query = '', id = '', score = ''] = line.split('\t')
    if (!(Number(score) > 0)) continue // the head line, and what was judged irrelevant
    judged.set(query, (judged.get(query) ?? new Map()).set(id, Number(score)))
  }
  return {
    documents: corpus.map(({ title, text }) => ({ title: title ?? '', text })),
    ids: corpus.map(({ id }) => String(id)),
    queries: lines('queries.jsonl').flatMap((line) => {
      const { id, text } = JSON.parse(line)
      const relevant = judged.get(String(id))
      return relevant ? [{ text, relevant }] : []
    }),
  }
}

/**
 * nDCG@10, average precision and recall of each query, of the first hundred documents found.
 * @param {Collection} collection @param {Find} find
 */
function quality({ ids, queries }, find) {
  return queries.map(({ text, relevant }) => {
    const gains = find(text, 100).map((document) => relevant.get(ids[document] ?? '') ?? 0)
    const ideal = [...relevant.values()].sort((a, b) => b - a)
    let found = 0
    let precision = 0
    for (const [rank, gain] of gains.entries()) if (gain > 0) precision += ++found / (rank + 1)
    return {
      ndcg: discounted(gains) / discounted(ideal),
      precision: precision / relevant.size,
      recall: found / relevant.size,
    }
  })
}

const mean = (/** @type {readonly number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length

function discounted(/** @type {readonly number[]} */ gains) {
  return gains.slice(0, 10).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
}

/** What `measure` finds out, in its order. */
export const columns = ['nDCG@10', 'to the first row, 95 %', 'MAP', 'R@100', 'built', 'p50', 'saved index']

/**
 * Quality; the difference in nDCG@10 to another measurement; the time to build the index once; the median of all queries for ten
 * documents each, after a pass to warm up; the size of the saved index.
 * @param {Collection} collection @param {Engine} engine @param {readonly number[]} [other] nDCG@10 of each query
 */
export async function measure(collection, engine, other) {
  const started = performance.now()
  const { find, saved } = await engine(collection.documents)
  const built = performance.now() - started
  const figures = quality(collection, find)
  const ndcg = figures.map((one) => one.ndcg)
  const pass = () =>
    collection.queries.map(({ text }) => {
      const start = performance.now()
      find(text, 10)
      return performance.now() - start
    })
  pass()
  const times = pass().sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? 0
  const cells = [
    mean(ndcg).toFixed(3),
    other ? interval(ndcg.map((one, at) => one - (other[at] ?? 0))) : '',
    mean(figures.map((one) => one.precision)).toFixed(3),
    mean(figures.map((one) => one.recall)).toFixed(3),
    `${built.toFixed(0)} ms`,
    `${median.toFixed(2)} ms`,
    saved ? `${((await saved()) / 1e6).toFixed(1)} MB` : '–',
  ]
  return { ndcg, cells }
}

/**
 * Where the mean lies in 95 of 100 samples of as many queries, drawn from the queries with replacement.
 * @param {readonly number[]} differences
 */
function interval(differences) {
  const random = generator(1)
  const any = () => differences[Math.floor(random() * differences.length)] ?? 0
  const means = Array.from({ length: 10_000 }, () => mean(differences.map(any))).sort((a, b) => a - b)
  const signed = (/** @type {number} */ value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
  return `${signed(means[250] ?? 0)} to ${signed(means[9750] ?? 0)}`
}
