import { isOfPairs, normalise, partsOf, termOf, tokens } from './analyse.ts'
import { bytesOf, documentsWith, entriesNear, entriesWithPrefix, findEntry } from './lexicon.ts'
import type { Index } from './load.ts'
import { guessing, longestQuery, mostTerms, workLimits } from './tuning.ts'

/** A query as it was understood, ready to be answered. */
export interface Question {
  /** At most 32, so that one integer can say which of them a document has. */
  readonly terms: readonly QuestionTerm[]
  /** Of several words each, by their numbers in `terms`. */
  readonly phrases: readonly (readonly number[])[]
  /** A bit for each term that was in quotes by itself. */
  readonly quotedWords: number
  /** Words that stood side by side, by their numbers in `terms`. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly dropped: readonly string[]
}

export interface QuestionTerm {
  /** As it was asked for. */
  readonly word: string
  /** The entries of the lexicon that stand for it; several when the word itself occurs nowhere. */
  readonly entries: readonly number[]
  readonly found: 'as-is' | 'by-prefix' | 'by-spelling' | 'nowhere'
  /** √idf: what it makes a sentence worth. */
  readonly root: number
  /** What a match counts: the idf, or less when it is a guess. */
  readonly weight: number
  /** How many it has in all. */
  readonly postings: number
}

/** Undefined when there is nothing in it to look for. Only `"…"` is syntax; everything else is words. */
export function readQuestion(index: Index, query: string): Question | undefined {
  const { words, quotes } = split(normalise(query.slice(0, longestQuery)).text.slice(0, longestQuery))
  const telling = words.filter((word) => !stopWords.has(word))
  const kept = telling.length > 0 || quotes.length > 0 ? telling : words
  const reader = new QuestionReader(index)
  const phrases = quotes.map((list) => list.flatMap((token) => reader.exactly(token, list.length === 1)))
  const loose = kept.flatMap((word) => reader.freely(word))
  if (reader.terms.length === 0) return undefined
  const numbers = mostTelling(reader.terms, new Set(phrases.flat()))
  const read = (list: readonly number[]) => list.flatMap((term) => numbers.get(term) ?? [])
  const pairs = [loose, ...phrases].map(read).flatMap(neighbours)
  const dropped = [...words.filter((word) => !kept.includes(word)), ...reader.dropped]
  const notRead = reader.terms.filter((_, term) => !numbers.has(term)).map(({ word }) => word)
  return {
    terms: reader.terms.filter((_, term) => numbers.has(term)),
    phrases: phrases.filter(({ length }) => length > 1).map(read),
    quotedWords: bitsOf(read(phrases.filter(({ length }) => length === 1).flat())),
    pairs: [...new Map(pairs.map((pair) => [pair.join(), pair])).values()],
    dropped: [...new Set([...dropped, ...notRead])],
  }
}

/**
 * The terms that are worth their postings: all in quotes, and of the others the rarest, which decide nearly everything. Gives for each
 * of them its number among them.
 */
function mostTelling(terms: readonly QuestionTerm[], quoted: ReadonlySet<number>): Map<number, number> {
  const chosen = new Set(quoted)
  const others = [...terms.entries()].filter(([term]) => !quoted.has(term))
  let words = 0
  let left: number = workLimits.postings
  for (const [term, { postings }] of others.sort(([, x], [, y]) => y.weight - x.weight)) {
    if (words > 0 && postings > 0 && (words === workLimits.words || postings > left)) break
    chosen.add(term)
    words += postings > 0 ? 1 : 0
    left -= postings
  }
  return new Map([...chosen].sort((x, y) => x - y).map((term, number) => [term, number]))
}

export function bitsOf(terms: readonly number[]): number {
  return terms.reduce((bits, term) => bits | (1 << term), 0)
}

/** Takes up words one by one, each distinct term once. */
class QuestionReader {
  readonly terms: QuestionTerm[] = []
  readonly dropped: string[] = []
  readonly #index: Index
  readonly #numbers = new Map<string, number>()
  #guesses = guessing.words
  #spellings: number

  constructor(index: Index) {
    this.#index = index
    this.#spellings = Math.max(1, Math.floor(guessing.entriesCompared / Math.max(1, index.entries)))
  }

  /** A word in quotes stands for itself. In a phrase that goes for a character, too, which ends a run of pairs there. */
  exactly(token: string, alone: boolean): number[] {
    const name = termOf(token)
    if (alone && isCharacter(token)) return this.#asPrefix(token)
    return this.#take(token, name, () => this.#asIs(token, name) ?? this.#term(token, [], 'nowhere'))
  }

  freely(token: string): number[] {
    const name = termOf(token)
    if (isCharacter(token)) return this.#asPrefix(token)
    const asIs = this.#asIs(token, name)
    const parts = asIs ? [] : partsOf(token)
    if (parts.length > 0) return parts.flatMap((part) => this.freely(part))
    return this.#take(token, name, () => asIs ?? this.#guess(token, name))
  }

  #take(token: string, name: string, read: () => QuestionTerm): number[] {
    const known = this.#numbers.get(name)
    if (known !== undefined) return [known]
    if (this.terms.length === mostTerms) {
      this.dropped.push(token)
      return []
    }
    this.#numbers.set(name, this.terms.length)
    return [this.terms.push(read()) - 1]
  }

  #asIs(token: string, name: string): QuestionTerm | undefined {
    const entry = findEntry(this.#index, name)
    return entry === undefined ? undefined : this.#term(token, [entry], 'as-is')
  }

  /** Scripts without spaces are indexed in pairs: a character alone is the beginning of some. */
  #asPrefix(character: string): number[] {
    const read = () => this.#term(character, entriesWithPrefix(this.#index, character), 'as-is')
    return this.#take(character, `${character}*`, read)
  }

  #guess(token: string, name: string): QuestionTerm {
    const guessable = token.length >= guessing.shortest && token > ':' && !isOfPairs(token)
    if (!guessable || this.#guesses-- <= 0) return this.#term(token, [], 'nowhere')
    // More than twice as long a word is rarely what was meant.
    const longer = entriesWithPrefix(this.#index, token, bytesOf(token).length * 2)
    if (longer.length > 0) return this.#term(token, longer, 'by-prefix')
    // What is left of federation is one letter from fewer: a short stem of a long word says too little.
    const isMostlyEnding = name.length < 6 && token.length - name.length > 3
    const near = !isMostlyEnding && this.#spellings-- > 0 ? entriesNear(this.#index, name) : []
    return this.#term(token, near, 'by-spelling')
  }

  /** Several terms for one word are taken as one term that is in all their documents. */
  #term(word: string, entries: readonly number[], found: QuestionTerm['found']): QuestionTerm {
    const total = this.#index.documents
    const sum = entries.reduce((count, entry) => count + documentsWith(this.#index, entry), 0)
    const documents = Math.min(sum, total)
    const idf = Math.log(1 + (total - documents + 0.5) / (documents + 0.5))
    return {
      word,
      entries,
      found: entries.length > 0 ? found : 'nowhere',
      root: Math.sqrt(idf),
      weight: found === 'as-is' ? idf : idf * guessing.weight,
      postings: sum,
    }
  }
}

function neighbours(terms: readonly number[]): [number, number][] {
  return terms.slice(1).map((term, at) => [terms[at] ?? term, term])
}

function split(text: string): { words: string[]; quotes: string[][] } {
  const words: string[] = []
  const quotes: string[][] = []
  const parts = text.split('"')
  for (const [at, part] of parts.entries()) {
    // The last part has no closing mark.
    const quoted = at % 2 === 1 && at < parts.length - 1
    const list: string[] = []
    tokens(part, quoted, (token) => void list.push(token))
    if (!quoted) words.push(...list)
    else if (list.length > 0) quotes.push(withoutTail(list))
  }
  return { words, quotes }
}

/** The character that ends a run of pairs may go on in a text. */
function withoutTail(list: string[]): string[] {
  return list.length > 1 && isCharacter(list.at(-1) ?? '') ? list.slice(0, -1) : list
}

function isCharacter(token: string): boolean {
  return isOfPairs(token) && token.length === ((token.codePointAt(0) ?? 0) < 0x10000 ? 1 : 2)
}

/**
 * Words that say nothing about what a text is on. They are indexed, for phrases, and left out of a query unless nothing
 * else is in it. The list follows Snowball's for English, with
 * `can`, `will`, `may`, `must` and `shall` besides.
 */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its ' +
    'itself they them their theirs themselves what which who whom this that these those am is are was were be been being ' +
    'have has had having do does did doing would should could ought ' +
    "i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll " +
    "she'll we'll they'll isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't " +
    "shouldn't can't cannot couldn't mustn't let's that's who's what's here's there's when's where's why's how's " +
    'a an the and but if or because as until while of at by for with about against between into through during before after ' +
    'above below to from up down in out on off over under again further then once here there when where why how all any both ' +
    'each few more most other some such no nor not only own same so than too very can will may must shall'
  ).split(' '),
)
