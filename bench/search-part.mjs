import { answers } from './answers.mjs'
import { load } from './search-engine.mjs'
import { speed } from './search-speed.mjs'
import { atLeast, atMost } from './report.mjs'

/** @import { Plan } from './run.mjs' */
/** @import { Section } from './report.mjs' */

/** In milliseconds. */
const goals = [
  { posts: 100, p50: 0.15, worst: 5 },
  { posts: 1000, p50: 0.3, worst: 5 },
  { posts: 10_000, p50: 0.6, worst: 5 },
]

/** How fast search is, and how often one call of its tool answers. @param {Plan} plan @returns {Promise<Section>} */
export async function searchPart({ quick, say }) {
  const engine = await load()
  const rows = []
  for (const { posts, p50, worst } of quick ? goals.slice(0, 1) : goals) {
    say(`${posts} posts`)
    const found = speed(engine, posts)
    const row = (
      /** @type {string} */ what,
      /** @type {number} */ ms,
      /** @type {number | undefined} */ goal,
    ) => {
      const met = goal === undefined ? ['', ''] : [`< ${goal} ms`, atMost(ms, goal)]
      rows.push([`${what}, ${posts} posts`, `${ms.toFixed(3)} ms`, ...met])
    }
    row('median query', found.p50, p50)
    row('99th of 100 queries', found.p99, undefined)
    row('slowest of ten hard queries, CPU time', found.worst, worst)
    rows.push([`index, ${posts} posts`, `${(found.size / 1e6).toFixed(1)} MB`, '', ''])
  }
  say('questions')
  const only = quick ? ['archive'] : undefined
  for (const { name, questions, first, answered } of await answers({ only, quiet: true }, [])) {
    const goal = name === 'all' ? 0.75 : 0.65
    rows.push([`${name}: first hit of ${questions} questions`, first.toFixed(3), '', ''])
    rows.push([`${name}: answered in one call`, answered.toFixed(3), `≥ ${goal}`, atLeast(answered, goal)])
  }
  return {
    title: 'Search',
    note: `Queries of one to five words for five hits with passages, on generated archives. Questions are those of \`test/search/questions.ts\` on this archive and of \`bench/answers\` on
collections from Debian and npm, written before anything was searched for: one is answered if a passage that the call of \`search_archive_posts\` returned holds words marked
beforehand. What was learned from them is in [0019](../docs/decisions/0019-words-and-passages.md).`,
    head: ['what', 'measured', 'goal', 'met'],
    rows,
  }
}
