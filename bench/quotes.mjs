// Which rule chooses the sentence that a person would quote, when the post is already known.
//   node bench/quotes.mjs    every question of test/search/questions.ts, put to the units of its own post in archive/
import { join } from 'node:path'
import { root } from './processes.mjs'
import { sources } from './sources.mjs'

/** @typedef {{ kind: 'prose' | 'table' | 'code' | 'heading' | 'figure', text: string }} Unit */
/** @typedef {{ ask: string, post: string | readonly string[], quote: string | readonly string[] }} Question */
/** @typedef {{ id: string, title: string, summary: string, tags: readonly string[], searchText: readonly Unit[] }} Post */
/** A unit as the rules see it: how many tokens it has, and how often each term is among them.
 * @typedef {Unit & { length: number, counts: Map<string, number> }} Read */
/** What a unit is worth for the terms of a question; the first of those that are worth most is chosen, if it is worth anything.
 * @typedef {(unit: Read, terms: readonly string[]) => number} Worth */

const {
  fromFolder,
  kindWeights,
  normalise,
  formsOf,
  questions,
  readArchive,
  stopWords,
  strangers,
  termOf,
  tokens,
  unitsOf: makeUnits,
} = await sources(`export { fromFolder } from './src/compile.ts'
    export { readArchive } from './src/build/read-archive.ts'
    export { unitsOf } from './src/markdown/units.ts'
    export { formsOf, tokens } from './src/search/analyse.ts'
    import { termsOf } from './src/search/analyse.ts'
    import { searchLanguage } from './src/search/languages.ts'
    export const stopWords = searchLanguage('en').stopWords()
    export const termOf = (token: string) => termsOf(token, searchLanguage('en'))[0]
    export { normalise } from './src/search/analyse.ts'
    export { kindWeights } from './src/search/tuning.ts'
    export { questions, strangers } from './test/search/questions.ts'`)
const { value: archive } = await readArchive(fromFolder(join(root, 'archive')))
/** @type {Post[]} */
const posts = archive?.posts ?? []
/** @type {Map<string, Read[]>} */
const unitsOf = new Map(posts.map(({ id, searchText: blocks }) => [id, makeUnits(blocks).map(read)]))
const everyUnit = [...unitsOf.values()].flat()
const average = everyUnit.reduce((sum, { length }) => sum + length, 0) / everyUnit.length
const idfOverUnits = rarity(everyUnit.map(({ counts }) => new Set(counts.keys())))
const idfOverPosts = rarity(
  posts.map(({ title, summary, tags, searchText: blocks }) => {
    const texts = [title, summary, ...tags, ...blocks.map(({ text }) => text)]
    return new Set(texts.flatMap((text) => termsOf(text)))
  }),
)

const factors = Object.fromEntries(Object.entries(kindWeights).map(([kind, { passage }]) => [kind, passage]))
/** @type {Worth} */
const engine = ({ kind, counts }, terms) =>
  factors[kind] *
  total(terms, counts, (term, count) => Math.sqrt(idfOverPosts(term)) * (1 + (count - 1) / 10))

/** @type {[name: string, worth: Worth][]} */
const rules = [
  ['first unit with a term', ({ counts }, terms) => (terms.some((term) => counts.has(term)) ? 1 : 0)],
  ['most distinct terms', ({ counts }, terms) => total(terms, counts, () => 1)],
  ['BM25 over units', bm25],
  ['sum of idf', ({ counts }, terms) => total(terms, counts, idfOverPosts)],
  ['sum of idf, kinds', ({ kind, counts }, terms) => factors[kind] * total(terms, counts, idfOverPosts)],
  ['sum of √idf, repeats, kinds (in use)', engine],
  ['the same, divided by length', (unit, terms) => engine(unit, terms) / unit.length],
]

/** @type {Question[]} */
const asked = questions
const problems = asked.filter((question) => rightUnits(question).length === 0)
if (problems.length > 0) {
  console.error('No unit of the post has the words to be quoted:')
  for (const { ask, post, quote } of problems)
    console.error(`  ${post}: ${ask} → ${[quote].flat().join(' | ')}`)
  process.exit(1)
}
/** What a choice at random would get. */
const chance = (/** @type {readonly Question[]} */ some) =>
  some.reduce((sum, question) => sum + rightUnits(question).length / ownUnits(question).length, 0)
/** @type {Question[]} */
const hard = strangers
const easy = asked.filter((question) => !hard.includes(question))
/** @type {(worth: Worth) => (question: Question) => boolean} */
const gets = (worth) => (question) => isRight(choose(worth, question), question)
const inUse = gets(engine)
const rows = rules.map(([name, worth]) => {
  const here = gets(worth)
  const only = asked.filter((question) => here(question) && !inUse(question)).length
  const lost = asked.filter((question) => !here(question) && inUse(question)).length
  return {
    name,
    right: [hard, easy, asked].map((some) => some.filter(here).length),
    only,
    lost,
    isInUse: worth === engine,
  }
})
const ofKind = Object.keys(factors).map(
  (kind) => `${everyUnit.filter((unit) => unit.kind === kind).length} ${kind}`,
)
console.log(`${posts.length} posts, ${everyUnit.length} units: ${ofKind.join(', ')}`)
const several = asked.filter((question) => rightUnits(question).length > 1).length
console.log(`${asked.length} questions, ${several} of them with more than one right unit\n`)
console.log(
  `| Rule | A stranger's words, of ${hard.length} | The archive's terms, of ${easy.length} | All ${asked.length} |\n|---|---|---|---|`,
)
const random = [hard, easy, asked].map((some) => chance(some).toFixed(1))
const lines = [...rows, { name: 'any unit at random, expected', right: random }]
for (const { name, right } of lines) console.log(`| ${name} | ${right.join(' | ')} |`)
console.log('\n| Rule | Right where the rule in use is wrong | Wrong where it is right |\n|---|---|---|')
for (const row of rows) if (!row.isInUse) console.log(`| ${row.name} | ${row.only} | ${row.lost} |`)

/** @returns {string[]} every term of a text, as the index keeps them */
function termsOf(/** @type {string} */ text) {
  return wordsOf(text, true).map(termOf)
}

function wordsOf(/** @type {string} */ text, /** @type {boolean} */ everything) {
  /** @type {string[]} */
  const found = []
  const add = (
    /** @type {string} */ token,
    /** @type {number} */ _start,
    /** @type {number} */ _end,
    /** @type {boolean} */ isForm,
  ) => {
    if (everything || !isForm) found.push(token)
  }
  tokens(normalise(text).text, add)
  return found
}

/** @returns {Read} */
function read(/** @type {Unit} */ { kind, text }) {
  const terms = termsOf(text)
  const counts = new Map()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { kind, text, length: terms.length, counts }
}

/** The distinct terms of a question. Stop words count only where there is nothing else; an unknown `a.b` is `a` and `b`. */
function questionTerms(/** @type {string} */ ask) {
  const words = wordsOf(ask, false)
  const telling = words.filter((word) => !stopWords.has(word))
  const parted = (telling.length > 0 ? telling : words).flatMap((word) => {
    const parts = idfOverPosts.knows(termOf(word)) ? [] : formsOf(word)
    return parts.length > 0 ? parts : [word]
  })
  return [...new Set(parted.map((word) => /** @type {string} */ (termOf(word))))]
}

/** The idf of a term, by how many of the sets have it. */
function rarity(/** @type {readonly ReadonlySet<string>[]} */ sets) {
  const having = new Map()
  for (const set of sets) for (const term of set) having.set(term, (having.get(term) ?? 0) + 1)
  const idf = (/** @type {string} */ term) => {
    const count = having.get(term) ?? 0
    return Math.log(1 + (sets.length - count + 0.5) / (count + 0.5))
  }
  return Object.assign(idf, { knows: (/** @type {string} */ term) => having.has(term) })
}

/**
 * A sum over the terms that a unit has.
 * @param {readonly string[]} terms
 * @param {ReadonlyMap<string, number>} counts
 * @param {(term: string, count: number) => number} worth
 */
function total(terms, counts, worth) {
  return terms.reduce((sum, term) => sum + (counts.has(term) ? worth(term, counts.get(term) ?? 0) : 0), 0)
}

/** @type {Worth} */
function bm25({ length, counts }, terms) {
  const k1 = 1.2
  const b = 0.75
  const damping = k1 * (1 - b + (b * length) / average)
  return total(terms, counts, (term, count) => (idfOverUnits(term) * count * (k1 + 1)) / (count + damping))
}

/** @returns {Read | undefined} */
function choose(/** @type {Worth} */ worth, /** @type {Question} */ question) {
  const terms = questionTerms(question.ask)
  let best
  let most = 0
  for (const unit of ownUnits(question)) {
    const value = worth(unit, terms)
    if (value > most) [best, most] = [unit, value]
  }
  return best
}

function isRight(/** @type {Unit | undefined} */ unit, /** @type {Question} */ { quote }) {
  return unit !== undefined && [quote].flat().some((words) => unit.text.includes(words))
}

/** The units of its post that hold the words to be quoted. */
function rightUnits(/** @type {Question} */ question) {
  return ownUnits(question).filter((unit) => isRight(unit, question))
}

/** Of the post that answers it; of several, the first. */
function ownUnits(/** @type {Question} */ { post }) {
  return unitsOf.get([post].flat()[0] ?? '') ?? []
}
