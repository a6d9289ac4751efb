// Whether one call of the search tool answers a question: asked of the endpoint itself, over real collections.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fts5, pagefind } from './answer-peers.mjs'
import { collect, questionsOf } from './answers/collect.mjs'
import { collections } from './answers/collections.mjs'
import { root } from './processes.mjs'
import { sources } from './sources.mjs'

/** @typedef {import('./answers/collect.mjs').Question} Question */
/** @typedef {{ id: string, texts: readonly string[] }} Hit What a hit is, and what it says. */
/** @typedef {{ hits: readonly Hit[], text: string, structured: string }} Reply */
/** @typedef {{ name: string, version: string, setting: string, engine: () => Promise<import('./search-quality.mjs').Engine> }} Peer */

/**
 * What to measure: places of packages and clones, some collections alone, what was not answered, and every peer instead of two.
 * @typedef {import('./answers/collect.mjs').Places & { only?: string[] | undefined, misses?: boolean | undefined, peers?: boolean | undefined, quiet?: boolean | undefined }} Options
 */

/**
 * Prints a row for each collection that can be had, for all questions together and for each kind of question; then how often each peer
 * finds the post first and among the first five.
 * @param {Options} options `quiet` prints nothing. @param {readonly Peer[]} peers
 * @returns {Promise<{ name: string, questions: number, first: number, answered: number }[]>} Of collections with questions that have a quote, and of all.
 */
export async function answers(options, peers) {
  const engine = await sources(`export { compile, fromFolder } from './src/compile.ts'
    export { readArchive } from './src/build/read-archive.ts'
    export { serve } from './src/serve.ts'
    export { questions } from './test/search/questions.ts'`)
  const dir = mkdtempSync(join(tmpdir(), 'citable-answers-'))
  const encode = await tokenizer()
  /** @type {{ name: string, judged: Judged[], ranks: Ranks }[]} */
  const measured = []
  if (!options.quiet) head()
  try {
    for (const name of ['archive', ...Object.keys(collections)]) {
      if (options.only && !options.only.includes(name)) continue
      const place = name === 'archive' ? join(root, 'archive') : join(dir, name)
      if (name !== 'archive' && !isBrought(name, place, options)) continue
      const ask = await asker(engine, place)
      const { value: archive } = await engine.readArchive(engine.fromFolder(place))
      const written = name === 'archive' ? engine.questions : questionsOf(name)
      const asked = { [name]: written, [`${name}, releases`]: releasesOf(name, archive) }
      for (const [title, questions] of Object.entries(asked)) {
        if (questions.length === 0) continue
        /** @type {Judged[]} */
        const judged = questions.map((/** @type {Question} */ one) => judge(one, ask(one.ask), encode))
        const ranks = options.quiet
          ? new Map()
          : await ranksOf(peers, archive, questions, collections[name]?.language ?? 'en', options)
        if (!options.quiet) row(title, judged)
        measured.push({ name: title, judged, ranks })
      }
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
  const all = measured.flatMap(({ judged }) => judged.filter(({ question }) => question.quote.length > 0))
  const quoted = measured.filter(({ judged }) => judged.some(({ question }) => question.quote.length > 0))
  const summed = [...quoted, ...(quoted.length > 1 ? [{ name: 'all', judged: all }] : [])].map(
    ({ name, judged }) => ({
      name,
      questions: judged.length,
      first: judged.filter(({ rank }) => rank === 1).length / judged.length,
      answered: judged.filter(({ answered }) => answered).length / judged.length,
    }),
  )
  if (measured.length === 0 || options.quiet) return summed
  row('all', all)
  for (const kind of new Set(all.flatMap(({ question }) => question.kind ?? [])))
    row(
      `kind: ${kind}`,
      all.filter(({ question }) => question.kind === kind),
    )
  compared(measured)
  if (options.misses) for (const { name, judged } of measured) missed(name, judged)
  return summed
}

/** For each post about a release, what anybody would ask for it; there is no quote to find. @returns {Question[]} */
function releasesOf(/** @type {string} */ name, /** @type {any} */ archive) {
  /** @type {Map<string, string[]>} */
  const posts = new Map()
  for (const { id, title } of archive.posts) {
    const { project, version } = collections[name]?.release?.exec(title)?.groups ?? {}
    if (!project) continue
    const ask = `what's new in ${project} ${version}`
    posts.set(ask, [...(posts.get(ask) ?? []), id])
  }
  return [...posts].map(([ask, post]) => ({ ask, post, quote: [] }))
}

/** @typedef {Map<string, number[]>} Ranks By the name of an engine, the rank of the first post that answers, question by question. */

/**
 * @param {readonly Peer[]} peers @param {any} archive @param {readonly Question[]} questions @param {string} language
 * @param {Options} options
 */
async function ranksOf(peers, archive, questions, language, options) {
  const documents = archive.posts.map((/** @type {any} */ { id, title, searchText }) => ({
    ...{ id, title },
    text: searchText.map((/** @type {{ text: string }} */ { text }) => text).join('\n'),
  }))
  const asks = questions.map(({ ask }) => ask)
  /** @type {Ranks} */
  const ranks = new Map()
  const keep = (/** @type {string} */ name, /** @type {readonly (readonly number[])[]} */ found) => {
    const rankIn = (/** @type {Question} */ { post }, /** @type {number} */ at) =>
      rank(found[at]?.map((number) => documents[number]?.id) ?? [], post)
    if (found.length > 0) ranks.set(name, questions.map(rankIn))
  }
  keep('SQLite FTS5, title × 3', await fts5(documents, asks, language))
  for (const { name, version, setting, engine } of peers) {
    if (!options.peers && !(name === 'minisearch' && setting === 'as it comes')) continue
    const { find } = await (await engine())(documents)
    keep(`${name} ${version}, ${setting}`, await Promise.all(asks.map(async (ask) => find(ask, 5))))
  }
  if (options.peers) keep('Pagefind, as it comes', await pagefind(documents, asks, language))
  return ranks
}

/** From 1, or infinite. @param {readonly string[]} found @param {string | readonly string[]} post */
function rank(found, post) {
  return found.findIndex((id) => [post].flat().includes(id)) + 1 || Number.POSITIVE_INFINITY
}

function isBrought(/** @type {string} */ name, /** @type {string} */ place, /** @type {Options} */ options) {
  try {
    return collect(name, place, options) > 0
  } catch (error) {
    console.log(`| ${name} | skipped: ${error instanceof Error ? error.message.split('\n')[0] : error} |`)
    return false
  }
}

/** @param {any} engine @param {string} place @returns {Promise<(query: string) => Reply>} */
async function asker({ compile, fromFolder, serve }, place) {
  const { value: snapshot, diagnostics } = await compile(fromFolder(place), { encodings: ['identity'] })
  if (!snapshot) throw new Error(`${place}: ${diagnostics[0]?.message}`)
  const handler = serve(snapshot)
  return (query) => {
    const params = { name: 'search_archive_posts', arguments: { query } }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { body } = handler({
      method: 'POST',
      target: snapshot.mcp.path,
      host: 'localhost',
      contentType: 'application/json',
      accept: 'application/json',
      body: new TextEncoder().encode(JSON.stringify(message)),
    })
    const { result } = JSON.parse(new TextDecoder().decode(body))
    const { structuredContent } = result
    return {
      hits: (structuredContent?.hits ?? []).map(hitOf),
      text: result.content[0].text,
      structured: JSON.stringify(structuredContent ?? {}),
    }
  }
}

/** @param {any} hit @returns {Hit} */
function hitOf({ id, passages, sentence }) {
  return { id, texts: passages ? passages.map((/** @type {any} */ one) => one.text) : [sentence] }
}

/**
 * @typedef {object} Judged
 * @property {Question} question @property {Reply} reply
 * @property {number} rank @property {boolean} first @property {boolean} answered @property {boolean} inText
 * @property {number} text In tokens. @property {number} structured In tokens. @property {number} characters Of the text.
 */

/** @param {Question} question @param {Reply} reply @param {(text: string) => number} size @returns {Judged} */
function judge(question, reply, size) {
  const { hits, text, structured } = reply
  const quotes = [question.quote].flat()
  const says = (/** @type {Hit} */ { texts }) =>
    texts.some((one) => quotes.some((words) => one.includes(words)))
  const plain = text.replaceAll(/[`*_\\]/g, '')
  return {
    ...{ question, reply },
    rank: rank(
      hits.map(({ id }) => id),
      question.post,
    ),
    first: hits.slice(0, 1).some(says),
    answered: hits.some(says),
    inText: quotes.some((words) => text.includes(words) || plain.includes(words.replaceAll(/[`*_\\]/g, ''))),
    text: size(text),
    structured: size(structured),
    characters: text.length,
  }
}

function head() {
  const columns = [
    ...['collection', 'questions', 'hit@1', 'hit@5', 'MRR', 'quote in first hit', 'answered in one call'],
    ...['answered by the text', 'tokens of the text, median', 'p95', 'characters of the text, mean', 'p95'],
    'tokens of the structure, median',
  ]
  print(...columns)
  print(...columns.map(() => '---'))
}

function row(/** @type {string} */ name, /** @type {readonly Judged[]} */ judged) {
  if (judged.length === 0) return
  const of = (/** @type {(one: Judged) => number | boolean} */ what) => share(judged.map(what))
  const isQuoted = judged.some(({ question }) => question.quote.length > 0)
  const quoted = (/** @type {(one: Judged) => boolean} */ what) => (isQuoted ? of(what) : '')
  const at = (/** @type {'text' | 'structured' | 'characters'} */ what, /** @type {number} */ part) =>
    String(judged.map((one) => one[what]).sort((a, b) => a - b)[Math.floor(judged.length * part)])
  print(
    name,
    String(judged.length),
    of(({ rank }) => rank === 1),
    of(({ rank }) => rank <= 5),
    of(({ rank }) => 1 / rank),
    quoted(({ first }) => first),
    quoted(({ answered }) => answered),
    quoted(({ inText }) => inText),
    at('text', 0.5),
    at('text', 0.95),
    String(Math.round(judged.reduce((sum, { characters }) => sum + characters, 0) / judged.length)),
    at('characters', 0.95),
    at('structured', 0.5),
  )
}

/** Citable beside the others: hit@1 and hit@5 of each. @param {readonly { name: string, judged: Judged[], ranks: Ranks }[]} measured */
function compared(measured) {
  const names = [...new Set(measured.flatMap(({ ranks }) => [...ranks.keys()]))]
  const cell = (/** @type {readonly number[]} */ ranks) =>
    ranks.length === 0 ? '' : `${share(ranks.map((one) => one === 1))} ${share(ranks.map((one) => one <= 5))}`
  const whole = measured.filter(({ judged }) => judged.some(({ question }) => question.quote.length > 0))
  console.log()
  print('collection: hit@1 hit@5', 'Citable', ...names)
  print(...Array.from({ length: names.length + 2 }, () => '---'))
  for (const [name, rows] of [...measured.map((one) => [one.name, [one]]), ['all', whole]]) {
    const own = rows.flatMap(({ judged }) => judged.map(({ rank }) => rank))
    print(name, cell(own), ...names.map((peer) => cell(rows.flatMap(({ ranks }) => ranks.get(peer) ?? []))))
  }
}

/** What was asked and not answered, or answered by another post than the first, and what was shown instead. */
function missed(/** @type {string} */ name, /** @type {readonly Judged[]} */ judged) {
  for (const { question, reply, rank, answered } of judged) {
    const isQuoted = question.quote.length > 0
    if (rank === 1 && (answered || !isQuoted)) continue
    const verdict = isQuoted ? `, ${answered ? 'answered' : 'not answered'}` : ''
    console.log(`\n${name}${question.kind ? `, ${question.kind}` : ''}: ${question.ask}`)
    console.log(`  expected ${[question.post].flat().join(' or ')}: rank ${rank}${verdict}`)
    if (isQuoted) console.log(`  which says: ${[question.quote].flat().join(' | ')}`)
    for (const [at, { id, texts }] of reply.hits.entries())
      console.log(`  ${at + 1} ${id}: ${texts.join(' … ').replaceAll('\n', ' ').slice(0, 300)}`)
  }
}

function share(/** @type {readonly (number | boolean)[]} */ rows) {
  const sum = rows.reduce((/** @type {number} */ sum, one) => sum + Number(one), 0)
  return (sum / rows.length).toFixed(3).replace(/^0/, '')
}

function print(/** @type {readonly string[]} */ ...cells) {
  console.log(`| ${cells.join(' | ')} |`)
}

/** As a language model counts: OpenAI's o200k, the nearest that is public. */
async function tokenizer() {
  const module = `${root}tools/node_modules/gpt-tokenizer/esm/encoding/o200k_base.js`
  if (!existsSync(module))
    throw new Error('Tokens cannot be counted: `npm ci --prefix tools` installs what counts them.')
  const { countTokens } = await import(pathToFileURL(module).href)
  return (/** @type {string} */ text) => countTokens(text)
}
