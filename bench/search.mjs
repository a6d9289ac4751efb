// How well and how fast the search engine finds.
//   node bench/search.mjs --collection DIR             nDCG@10, MAP and recall on a collection of corpus.jsonl {id, title, text},
//                                                      queries.jsonl {id, text} and qrels.tsv (query-id, corpus-id, score)
//   node bench/search.mjs --collection DIR --peers     the same of other libraries, with their speed and size
//   node bench/search.mjs --collection DIR --variants  the same of our engine without one of its parts
//   node bench/search.mjs --speed                      size, start and latency on generated archives of 100, 1,000 and 10,000 posts
//   node bench/search.mjs --answers [--cache DIR] [--blogs DIR]
//                                                      whether one call answers, on the archive and the collections of bench/answers, and
//                                                      how often SQLite FTS5 and MiniSearch find the post; with --peers other libraries too.
//                                                      Blogs are read from clones in a folder, as owner/name. --only NAME measures one
//                                                      collection, and may be repeated; --misses shows what was not found
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { answers } from './answers.mjs'
import { archive, generator, word, zipfian } from './language.mjs'
import { root } from './processes.mjs'
import { load, ours, variants } from './search-engine.mjs'
import { searchPeers } from './search-peers.mjs'
import { columns, measure, readCollection } from './search-quality.mjs'

const { values } = parseArgs({
  options: {
    collection: { type: 'string' },
    peers: { type: 'boolean' },
    variants: { type: 'boolean' },
    speed: { type: 'boolean' },
    answers: { type: 'boolean' },
    cache: { type: 'string' },
    blogs: { type: 'string' },
    only: { type: 'string', multiple: true },
    misses: { type: 'boolean' },
  },
})
if (!values.collection && !values.speed && !values.answers) {
  console.error(
    'usage: node bench/search.mjs --collection DIR [--peers] [--variants] | --speed | --answers [--peers]',
  )
  process.exit(2)
}
const engine = await load()
const { buildIndex, openIndex, search } = engine
if (values.collection) await found(values.collection)
if (values.answers) await answers(values, searchPeers(engine.words) ?? [])
if (values.speed) for (const count of [100, 1_000, 10_000]) speed(count)

async function found(/** @type {string} */ dir) {
  const collection = readCollection(dir)
  console.log(`${dir}: ${collection.documents.length} documents, ${collection.queries.length} queries\n`)
  const peers = values.peers ? searchPeers(engine.words) : []
  if (!peers)
    console.log('Peers are skipped: they are not installed. `npm ci --prefix tools` installs them.\n')
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  row('engine', 'version', 'setting', ...columns)
  row(...columns.map(() => '---'), '---', '---', '---')
  const { ndcg, cells } = await measure(collection, ours(engine))
  row('citable', version, 'as it is', ...cells)
  const changed = values.variants ? variants.map((one) => ({ ...one, name: 'citable', version })) : []
  for (const { name, version, setting, engine } of [...(peers ?? []), ...changed]) {
    row(name, version, setting, ...(await measure(collection, await engine(), ndcg)).cells)
  }
}

function row(/** @type {readonly string[]} */ ...cells) {
  console.log(`| ${cells.join(' | ')} |`)
}

function speed(/** @type {number} */ count) {
  const random = generator(count)
  const zipf = zipfian(50_000, random)
  const documents = [...archive(count, zipf, random)].map((one) => ({ ...one, source: asMarkdown(one) }))
  const started = performance.now()
  const bytes = buildIndex(documents)
  const built = performance.now() - started
  globalThis.gc?.()
  const heapBefore = process.memoryUsage().heapUsed
  const opening = performance.now()
  const index = openIndex(bytes, (/** @type {number} */ document) => documents[document]?.source)
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
  const five = latencies(5)
  const frequent = Array.from({ length: 32 }, (_, rank) => word(rank))
  const hard = [
    frequent.join(' '),
    frequent.map((one) => `"${one}"`).join(' '),
    `"${word(0)} ${word(1)}"`,
    `"${frequent.join(' ')}"`,
    frequent.map((one, at) => `"${one} ${frequent[(at + 1) % 32]}"`).join(' '),
    frequent.map((one) => `"${one} ${one} ${one} ${one}"`).join(' '),
    Array.from({ length: 32 }, (_, at) => `zzyzx${at}q`).join(' '),
    Array.from({ length: 32 }, (_, at) => `${word(at + 400).slice(0, 5)}x`).join(' '),
    'x'.repeat(1024),
    '\ufdfa'.repeat(1024),
  ]
  // The best of twenty of each, in time of the processor: what the query costs, and not what else the machine did.
  const worst = hard.map((one) =>
    Math.min(...Array.from({ length: 20 }, () => processed(() => search(index, one)))),
  )
  const ms = (/** @type {number} */ value) => `${value.toFixed(value < 10 ? 3 : 0)} ms`
  const mb = (/** @type {number} */ value) => `${(value / 1e6).toFixed(1)} MB`
  console.log(`${count} posts of 1,000 words\n`)
  const cells = [ms(built), mb(bytes.length), ms(opened), mb(heap)]
  const rest = [...one, ...five, Math.max(...worst)].map(ms)
  console.log(
    '| built | index | load | heap | 1 hit: p50 | p99 | 5 hits with passages: p50 | p99 | worst query |',
  )
  console.log(`|${'---|'.repeat(9)}\n| ${[...cells, ...rest].join(' | ')} |\n`)
  console.log(`hard queries: ${worst.map(ms).join(', ')}\n`)
}

/** As it would be published: an index refers to it for its texts. @param {SearchDocument} document */
function asMarkdown({ title, summary, units }) {
  const body = units.map(({ kind, text }) => (kind === 'heading' ? `\n## ${text}\n` : text)).join('\n')
  return new TextEncoder().encode(`---\ntitle: ${title}\ndescription: ${summary.join(' ')}\n---\n\n${body}\n`)
}

/** @typedef {{ title: string, summary: readonly string[], units: readonly { kind: string, text: string }[] }} SearchDocument */

function timed(/** @type {() => void} */ work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

function processed(/** @type {() => void} */ work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
