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
import { root } from './processes.mjs'
import { load, ours, variants } from './search-engine.mjs'
import { speed } from './search-speed.mjs'
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
if (values.collection) await found(values.collection)
if (values.answers) await answers(values, searchPeers(engine.words) ?? [])
if (values.speed) {
  row('posts', 'built in ms', 'index in MB', 'p50 in ms', 'p99', 'worst query')
  row(...Array.from({ length: 6 }, () => '---'))
  for (const count of [100, 1_000, 10_000]) {
    const { built, size, p50, p99, worst } = speed(engine, count)
    row(String(count), ...[built, size / 1e6, p50, p99, worst].map((one) => one.toFixed(3)))
  }
}

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
