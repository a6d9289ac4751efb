// How fast the search engine finds five hits with passages, on generated archives of posts of 1,000 words.
import { archive, generator, word, zipfian } from './language.mjs'

/**
 * Times in milliseconds, `worst` in time of the processor; the size in bytes.
 * @param {any} engine @param {number} count @returns {{ built: number, size: number, p50: number, p99: number, worst: number }}
 */
export function speed({ buildIndex, openIndex, search }, count) {
  const random = generator(count)
  const zipf = zipfian(50_000, random)
  const documents = [...archive(count, zipf, random)].map((one) => ({ ...one, source: asMarkdown(one) }))
  const started = performance.now()
  const bytes = buildIndex(documents)
  const built = performance.now() - started
  const index = openIndex(bytes, (/** @type {number} */ document) => documents[document]?.source)

  const stopWords = new Set(Array.from({ length: 50 }, (_, rank) => word(rank)))
  const spoken = documents.flatMap(({ title }) => title.split(' ')).filter((one) => !stopWords.has(one))
  const any = () => spoken[Math.floor(random() * spoken.length)]
  const query = () => Array.from({ length: 1 + Math.floor(random() * 5) }, any).join(' ')
  const queries = Array.from({ length: 4000 }, query)
  const times = queries.map((one) => timed(() => search(index, one, { limit: 5 })))
  const warm = times.slice(1000).sort((a, b) => a - b)
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => warm[Math.floor(warm.length * share)])
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
  return { built, size: bytes.length, p50, p99, worst: Math.max(...worst) }
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
