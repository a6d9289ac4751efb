// Whether one call of the search tool answers a question: asked of the endpoint itself, over real collections.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { otherPeers } from './answer-peers.mjs'
import { collect, questionsOf } from './answers/collect.mjs'
import { collections } from './answers/collections.mjs'
import { root } from './processes.mjs'
import { sources } from './sources.mjs'

/** @typedef {import('./answers/collect.mjs').Question} Question */
/** @typedef {{ id: string, texts: readonly string[] }} Hit What a hit is, and what it says. */
/** @typedef {{ hits: readonly Hit[], text: string, structured: string }} Reply */

/** @typedef {{ name: string, version: string, setting: string, engine: () => Promise<import('./search-quality.mjs').Engine> }} Peer */

/**
 * Prints a row for each collection that can be had, and one for all questions together; then how often each peer finds the post first.
 * @param {string | undefined} cache Where packages are kept.
 * @param {readonly Peer[] | undefined} peers
 */
export async function answers(cache, peers = []) {
  const engine = await sources(`export { compile, folder, readArchive } from './src/compile.ts'
    export { serve } from './src/serve.ts'
    export { questions } from './test/search/questions.ts'`)
  const dir = mkdtempSync(join(tmpdir(), 'citable-answers-'))
  const encode = await tokenizer()
  /** @type {Judged[]} */
  const all = []
  /** @type {Map<string, boolean[]>} */
  const firsts = new Map()
  head()
  try {
    const own = { name: 'archive', place: join(root, 'archive'), questions: engine.questions }
    const others = Object.keys(collections).flatMap((name) => bring(name, join(dir, name), cache))
    for (const { name, place, questions } of [own, ...others]) {
      const ask = await asker(engine, place)
      const judged = questions.map((question) => judge(question, ask(question.ask), encode))
      all.push(...judged)
      row(name, judged)
      for (const [peer, right] of await peersOn(peers, engine, place, questions))
        firsts.set(peer, [...(firsts.get(peer) ?? []), ...right])
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
  row('all', all)
  const share = (/** @type {readonly boolean[]} */ rows) =>
    (rows.filter(Boolean).length / rows.length).toFixed(3)
  for (const [peer, right] of firsts) print(peer, String(right.length), share(right).replace(/^0/, ''))
}

/**
 * Whether the first post that each peer finds is one that answers.
 * @param {readonly Peer[]} peers @param {any} engine @param {string} place @param {readonly Question[]} questions
 */
async function peersOn(peers, { folder, readArchive }, place, questions) {
  if (peers.length === 0) return []
  const { value: archive } = await readArchive(folder(place))
  const documents = archive.posts.map((/** @type {any} */ { id, title, searchText }) => ({
    ...{ id, title },
    text: searchText.map((/** @type {{ text: string }} */ { text }) => text).join('\n'),
  }))
  /** @type {[string, boolean[]][]} */
  const found = []
  for (const { name, version, setting, engine } of peers) {
    const { find } = await (await engine())(documents)
    /** @type {boolean[]} */
    const right = []
    for (const { ask, post } of questions) {
      const [first] = await find(ask, 1)
      right.push([post].flat().includes(documents[first ?? -1]?.id))
    }
    found.push([`${name} ${version}, ${setting}`, right])
  }
  for (const [name, firstsOf] of Object.entries(otherPeers)) {
    const asks = questions.map(({ ask }) => ask)
    const firsts = await firstsOf(documents, asks)
    if (firsts.length === 0) continue
    found.push([
      name,
      questions.map(({ post }, at) => [post].flat().includes(documents[firsts[at] ?? -1]?.id)),
    ])
  }
  return found
}

function bring(
  /** @type {string} */ name,
  /** @type {string} */ place,
  /** @type {string | undefined} */ cache,
) {
  try {
    collect(name, place, cache)
    return [{ name, place, questions: questionsOf(name) }]
  } catch (error) {
    console.log(`| ${name} | skipped: ${error instanceof Error ? error.message.split('\n')[0] : error} |`)
    return []
  }
}

/** @param {any} engine @param {string} place @returns {Promise<(query: string) => Reply>} */
async function asker({ compile, folder, serve }, place) {
  const { value: snapshot, diagnostics } = await compile(folder(place), { encodings: ['identity'] })
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
 * @typedef {{ rank: number, first: boolean, answered: boolean, inText: boolean, text: number, structured: number }} Judged
 * `rank` is from 1, or infinite; sizes are in tokens.
 */

/** @param {Question} question @param {Reply} reply @param {(text: string) => number} size @returns {Judged} */
function judge({ post, quote }, { hits, text, structured }, size) {
  const posts = [post].flat()
  const quotes = [quote].flat()
  const says = (/** @type {Hit} */ { texts }) =>
    texts.some((one) => quotes.some((words) => one.includes(words)))
  const rank = hits.findIndex(({ id }) => posts.includes(id)) + 1
  const plain = text.replaceAll(/[`*_\\]/g, '')
  return {
    rank: rank || Number.POSITIVE_INFINITY,
    first: hits.slice(0, 1).some(says),
    answered: hits.some(says),
    inText: quotes.some((words) => text.includes(words) || plain.includes(words.replaceAll(/[`*_\\]/g, ''))),
    text: size(text),
    structured: size(structured),
  }
}

function head() {
  print(
    'collection',
    'questions',
    'hit@1',
    'hit@5',
    'MRR',
    'quote in first hit',
    'answered in one call',
    'answered by the text',
    'tokens of the text, median',
    'p95',
    'tokens of the structure, median',
  )
  print(...Array.from({ length: 11 }, () => '---'))
}

function row(/** @type {string} */ name, /** @type {readonly Judged[]} */ judged) {
  const share = (/** @type {(one: Judged) => number | boolean} */ of) =>
    (judged.reduce((sum, one) => sum + Number(of(one)), 0) / judged.length).toFixed(3).replace(/^0/, '')
  const at = (/** @type {'text' | 'structured'} */ what, /** @type {number} */ part) =>
    String(judged.map((one) => one[what]).sort((a, b) => a - b)[Math.floor(judged.length * part)])
  print(
    name,
    String(judged.length),
    share(({ rank }) => rank === 1),
    share(({ rank }) => rank <= 5),
    share(({ rank }) => 1 / rank),
    share(({ first }) => first),
    share(({ answered }) => answered),
    share(({ inText }) => inText),
    at('text', 0.5),
    at('text', 0.95),
    at('structured', 0.5),
  )
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
