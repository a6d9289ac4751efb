// How well and how fast the search engine finds.
//   node bench/search.mjs --collection DIR   nDCG@10, MAP and recall on a collection of corpus.jsonl {id, title, text},
//                                            queries.jsonl {id, text} and qrels.tsv (query-id, corpus-id, score)
//   node bench/search.mjs --speed            size, start and latency on generated archives of 100 and 10,000 posts
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { archive, generator, word, zipfian } from './language.mjs'

const { values } = parseArgs({ options: { collection: { type: 'string' }, speed: { type: 'boolean' } } })
if (!values.collection && !values.speed) {
  console.error('usage: node bench/search.mjs --collection DIR | --speed')
  process.exit(2)
}
const { buildIndex, openIndex, search, sentences } = await engine()
if (values.collection) quality(values.collection)
if (values.speed) for (const count of [100, 10_000]) speed(count)

/** The sources as they are, bundled: what is measured is what will be shipped. */
async function engine() {
  const contents = `export { buildIndex } from './src/search/build.ts'
    export { openIndex } from './src/search/load.ts'
    export { search } from './src/search/search.ts'
    export { sentences } from './src/archive/sentences.ts'`
  const resolveDir = join(import.meta.dirname, '..')
  const dir = mkdtempSync(join(tmpdir(), 'citable-bench-'))
  const outfile = join(dir, 'engine.mjs')
  try {
    await build({
      stdin: { contents, resolveDir, loader: 'ts' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function quality(/** @type {string} */ dir) {
  const lines = (/** @type {string} */ name) => readFileSync(join(dir, name), 'utf8').trim().split('\n')
  const corpus = lines('corpus.jsonl').map((line) => JSON.parse(line))
  const queries = lines('queries.jsonl').map((line) => JSON.parse(line))
  /** @type {Map<string, Map<string, number>>} */
  const judged = new Map()
  for (const line of lines('qrels.tsv')) {
    const [query = '', id = '', score = ''] = line.split('\t')
    if (!(Number(score) > 0)) continue // the head line, and what was judged irrelevant
    judged.set(query, (judged.get(query) ?? new Map()).set(id, Number(score)))
  }
  const documents = corpus.map(({ title, text }) => ({
    title: title ?? '',
    tags: [],
    summary: [],
    units: sentences(text).map((/** @type {string} */ one) => ({ kind: 'prose', text: one, anchor: '' })),
  }))
  const index = openIndex(buildIndex(documents))
  const sums = { ndcg: 0, map: 0, recall: 0 }
  let count = 0
  for (const { id, text } of queries) {
    const relevant = judged.get(String(id))
    if (!relevant) continue
    count++
    const hits = search(index, text, { limit: 100 })?.hits ?? []
    const gains = hits.map(
      (/** @type {{ document: number }} */ hit) => relevant.get(String(corpus[hit.document].id)) ?? 0,
    )
    const ideal = [...relevant.values()].sort((a, b) => b - a)
    sums.ndcg += discounted(gains) / discounted(ideal)
    let found = 0
    for (const [rank, gain] of gains.entries()) if (gain > 0) sums.map += ++found / (rank + 1) / relevant.size
    sums.recall += found / relevant.size
  }
  const figure = (/** @type {number} */ sum) => (sum / count).toFixed(3)
  console.log(`${dir}: ${corpus.length} documents, ${count} queries\n`)
  console.log('| nDCG@10 | MAP | R@100 |\n|---|---|---|')
  console.log(`| ${figure(sums.ndcg)} | ${figure(sums.map)} | ${figure(sums.recall)} |\n`)
}

function discounted(/** @type {readonly number[]} */ gains) {
  return gains.slice(0, 10).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
}

function speed(/** @type {number} */ count) {
  const random = generator(count)
  const zipf = zipfian(50_000, random)
  const documents = [...archive(count, zipf, random)]
  const started = performance.now()
  const bytes = buildIndex(documents)
  const built = performance.now() - started
  globalThis.gc?.()
  const heapBefore = process.memoryUsage().heapUsed
  const opening = performance.now()
  const index = openIndex(bytes)
  const opened = performance.now() - opening
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed - heapBefore

  const stopWords = new Set(Array.from({ length: 50 }, (_, rank) => word(rank)))
  const spoken = documents.flatMap(({ title }) => title.split(' ')).filter((one) => !stopWords.has(one))
  const any = () => spoken[Math.floor(random() * spoken.length)]
  const query = () => Array.from({ length: 1 + Math.floor(random() * 5) }, any).join(' ')
  const queries = Array.from({ length: 4000 }, query)
  const latencies = (/** @type {number} */ limit) => {
    const times = queries.map((one) => timed(() => search(index, one, { limit })))
    const warm = times.slice(1000).sort((a, b) => a - b)
    return [0.5, 0.99].map((share) => warm[Math.floor(warm.length * share)] ?? 0)
  }
  const one = latencies(1)
  const ten = latencies(10)
  const frequent = Array.from({ length: 32 }, (_, rank) => word(rank))
  const hard = [
    frequent.join(' '),
    frequent.map((one) => `"${one}"`).join(' '),
    `"${word(0)} ${word(1)}"`,
    `"${frequent.join(' ')}"`,
    Array.from({ length: 32 }, (_, at) => `zzyzx${at}q`).join(' '),
    Array.from({ length: 32 }, (_, at) => `${word(at + 400).slice(0, 5)}x`).join(' '),
    'x'.repeat(1024),
    '\ufdfa'.repeat(1024),
  ]
  // The best of five of each: what the query costs, and not what else the machine did.
  const worst = hard.map((one) =>
    Math.min(...Array.from({ length: 5 }, () => timed(() => search(index, one)))),
  )
  const ms = (/** @type {number} */ value) => `${value.toFixed(value < 10 ? 3 : 0)} ms`
  const mb = (/** @type {number} */ value) => `${(value / 1e6).toFixed(1)} MB`
  console.log(`${count} posts of 1,000 words\n`)
  const cells = [ms(built), mb(bytes.length), mb(index.text.length), ms(opened), mb(heap)]
  const rest = [...one, ...ten, Math.max(...worst)].map(ms)
  console.log(
    '| built | index | of it text | load | heap | 1 hit: p50 | p99 | 10 hits: p50 | p99 | worst query |',
  )
  console.log(`|${'---|'.repeat(10)}\n| ${[...cells, ...rest].join(' | ')} |\n`)
  console.log(`hard queries: ${worst.map(ms).join(', ')}\n`)
}

function timed(/** @type {() => void} */ work) {
  const start = performance.now()
  work()
  return performance.now() - start
}
