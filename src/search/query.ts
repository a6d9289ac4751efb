import { isUnspaced, partsOf, termOf, tokens } from './analyse.ts'
import { documentsWith, findTerm, termsNear, termsWithPrefix } from './lexicon.ts'
import type { Index } from './load.ts'
import { normalise } from './normalise.ts'
import { stopWords } from './stop-words.ts'

/** A query as it was understood, ready to be answered. */
export interface Question {
  /** At most 32, so that one integer can say which of them a document has. */
  readonly terms: readonly QuestionTerm[]
  /** Of several words each, as places in `terms`. */
  readonly phrases: readonly (readonly number[])[]
  /** A bit for each term that was in quotes by itself. */
  readonly quotedWords: number
  /** Places in `terms` of words that stood side by side. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly dropped: readonly string[]
}

export interface QuestionTerm {
  /** As it was asked for. */
  readonly word: string
  /** The terms of the lexicon that stand for it; several when the word itself occurs nowhere. */
  readonly places: readonly number[]
  readonly found: 'as-is' | 'by-prefix' | 'by-spelling' | 'nowhere'
  /** √idf: what it makes a sentence worth. */
  readonly root: number
  /** What a match counts: the idf, or less when it is a guess. */
  readonly weight: number
}

const longestQuery = 1024
const mostTerms = 32
/** Spellings are looked up in the whole lexicon, so only so many times for one query. */
const mostGuesses = 4
const guessWeight = 0.5

/** Undefined when there is nothing in it to look for. Only `"…"` is syntax; everything else is words. */
export function readQuery(index: Index, query: string): Question | undefined {
  const { words, quotes } = split(normalise(query.slice(0, longestQuery)).text.slice(0, longestQuery))
  const telling = words.filter((word) => !stopWords.has(word))
  const kept = telling.length > 0 || quotes.length > 0 ? telling : words
  const reader = new Reader(index)
  const phrases = quotes.map((list) => list.flatMap((token) => reader.exactly(token, list.length === 1)))
  const places = kept.flatMap((word) => reader.freely(word))
  if (reader.terms.length === 0) return undefined
  const pairs = [places, ...phrases].flatMap(neighbours)
  const dropped = words.filter((word) => !kept.includes(word))
  return {
    terms: reader.terms,
    phrases: phrases.filter(({ length }) => length > 1),
    quotedWords: phrases.reduce(
      (bits, phrase) => (phrase.length === 1 ? bits | (1 << (phrase[0] ?? 0)) : bits),
      0,
    ),
    pairs: pairs.filter(
      ([one, other], at) => pairs.findIndex((pair) => pair[0] === one && pair[1] === other) === at,
    ),
    dropped: [...new Set([...dropped, ...reader.dropped])],
  }
}

/** Takes up words one by one, each distinct term once. */
class Reader {
  readonly terms: QuestionTerm[] = []
  readonly dropped: string[] = []
  readonly #index: Index
  readonly #places = new Map<string, number>()
  #guesses = mostGuesses

  constructor(index: Index) {
    this.#index = index
  }

  /** A word in quotes stands for itself. In a phrase that goes for a character, too, which ends a run of pairs there. */
  exactly(token: string, alone: boolean): number[] {
    const name = termOf(token)
    return this.#take(token, name, () => this.#asIs(token, name, alone) ?? this.#term(token, [], 'nowhere'))
  }

  freely(token: string): number[] {
    const name = termOf(token)
    const asIs = this.#asIs(token, name, true)
    const parts = asIs ? [] : partsOf(token)
    if (parts.length > 0) return parts.flatMap((part) => this.freely(part))
    return this.#take(token, name, () => asIs ?? this.#guess(token, name))
  }

  #take(token: string, name: string, read: () => QuestionTerm): number[] {
    const known = this.#places.get(name)
    if (known !== undefined) return [known]
    if (this.terms.length === mostTerms) {
      this.dropped.push(token)
      return []
    }
    this.#places.set(name, this.terms.length)
    return [this.terms.push(read()) - 1]
  }

  #asIs(token: string, name: string, alone: boolean): QuestionTerm | undefined {
    // Scripts without spaces are indexed in pairs: a character alone is the beginning of some.
    if (alone && isCharacter(token)) return this.#term(token, termsWithPrefix(this.#index, token), 'as-is')
    const place = findTerm(this.#index, name)
    return place === undefined ? undefined : this.#term(token, [place], 'as-is')
  }

  #guess(token: string, name: string): QuestionTerm {
    const guessable = token.length > 2 && token > ':' && !isUnspaced(token) && this.#guesses-- > 0
    if (!guessable) return this.#term(token, [], 'nowhere')
    const longer = termsWithPrefix(this.#index, token)
    if (longer.length > 0) return this.#term(token, longer, 'by-prefix')
    const near = termsNear(this.#index, name)
    return this.#term(token, near, 'by-spelling')
  }

  /** Several terms for one word are taken as one term that is in all their documents. */
  #term(word: string, places: readonly number[], found: QuestionTerm['found']): QuestionTerm {
    const total = this.#index.documents
    const sum = places.reduce((count, place) => count + documentsWith(this.#index, place), 0)
    const documents = Math.min(sum, total)
    const idf = Math.log(1 + (total - documents + 0.5) / (documents + 0.5))
    return {
      word,
      places,
      found: places.length > 0 ? found : 'nowhere',
      root: Math.sqrt(idf),
      weight: found === 'as-is' ? idf : idf * guessWeight,
    }
  }
}

function neighbours(places: readonly number[]): [number, number][] {
  return places.slice(1).map((place, at) => [places[at] ?? place, place])
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
  return isUnspaced(token) && token.length === ((token.codePointAt(0) ?? 0) < 0x10000 ? 1 : 2)
}
