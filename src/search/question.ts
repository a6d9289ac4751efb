import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { asPrefix, formsOf, isOfPairs, normalise, prefixesOf, termsOf, tokens, versionIn } from './analyse.ts'
import { fold, type Language, newest } from './language.ts'
import {
  bytesOf,
  documentsWith,
  entriesEndingWith,
  entriesNear,
  entriesWithPrefix,
  findEntry,
  textOfEntry,
} from './lexicon.ts'
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
  /** Whether it asks for what is newest. */
  readonly isForNewest: boolean
}

export interface QuestionTerm {
  /** As it was asked for. */
  readonly word: string
  /** The entries of the lexicon that stand for it; several when the word itself occurs nowhere, or in several languages. */
  readonly entries: readonly number[]
  /** Those that have it in them, and count less: of longer versions, and of words that are joined with it. */
  readonly partial: readonly number[]
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
  const text = normalise(query.slice(0, longestQuery)).text.slice(0, longestQuery)
  const withoutTime = text.replaceAll(newest, ' ')
  const { words, joined, quotes } = split(/[\p{L}\p{N}]/u.test(withoutTime) ? withoutTime : text)
  const isStopWord = (word: string) => index.languages.some(({ stopWords }) => stopWords.has(fold(word)))
  const telling = words.filter((word) => !isStopWord(word))
  const kept = telling.length > 0 || quotes.length > 0 ? telling : words
  const reader = new QuestionReader(index)
  mapCollectingMissing([...kept, ...quotes.flat(), ...joined], (word) => reader.need(word))
  const phrases = quotes.map((list) => list.flatMap((token) => reader.exactly(token, list.length === 1)))
  const loose = kept.flatMap((word) => reader.freely(word))
  for (const name of joined) reader.ifKnown(name)
  reader.dropLoneGuesses()
  if (reader.terms.length === 0) return undefined
  const numbers = mostTelling(reader.terms, new Set(phrases.flat()))
  const read = (list: readonly number[]) => list.flatMap((term) => numbers.get(term) ?? [])
  const pairs = [loose, ...phrases].map(read).flatMap(neighbours)
  const dropped = [...words.filter((word) => !kept.includes(word)).map(fold), ...reader.dropped]
  const notRead = reader.terms.filter((_, term) => !numbers.has(term)).map(({ word }) => word)
  return {
    terms: reader.terms.filter((_, term) => numbers.has(term)),
    phrases: phrases.filter(({ length }) => length > 1).map(read),
    quotedWords: bitsOf(read(phrases.filter(({ length }) => length === 1).flat())),
    pairs: [...new Map(pairs.map((pair) => [pair.join(), pair])).values()],
    dropped: [...new Set([...dropped, ...notRead])],
    isForNewest: withoutTime !== text,
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
  readonly #names = new Map<string, readonly string[]>()
  #guesses = guessing.words
  #spellings: number
  #compoundLookups = guessing.words

  constructor(index: Index) {
    this.#index = index
    this.#spellings = Math.max(1, Math.floor(guessing.entriesCompared / Math.max(1, index.entries)))
  }

  /** What has to be loaded for several words is, by this, asked for at once. */
  need(token: string): void {
    for (const entry of this.#find(this.#namesOf(token))) this.#index.requireEntry(entry)
  }

  /** A word in quotes stands for itself. In a phrase that goes for a character, too, which ends a run of pairs there. */
  exactly(token: string, alone: boolean): number[] {
    if (alone && isCharacter(token)) return this.#asPrefix(token)
    return this.#take(token, () => this.#asIs(token) ?? this.#term(token, [], [], 'nowhere'))
  }

  freely(token: string): number[] {
    if (isCharacter(token)) return this.#asPrefix(token)
    const asIs = this.#asIs(token)
    const parts = asIs ? [] : this.#partsOf(token)
    if (parts.length > 0) return parts.flatMap((part) => this.freely(part))
    return this.#take(token, () => asIs ?? this.#guess(token))
  }

  /** Takes up a word if it occurs anywhere. */
  ifKnown(token: string): void {
    const asIs = this.#asIs(token)
    if (asIs) this.#take(token, () => asIs)
  }

  /** Where no word occurs as it is and one is like no other, what is like the others would be nonsense. */
  dropLoneGuesses(): void {
    const is = (found: QuestionTerm['found']) => this.terms.some((term) => term.found === found)
    if (is('as-is') || !is('nowhere')) return
    for (const [at, term] of this.terms.entries())
      this.terms[at] = { ...term, entries: [], partial: [], found: 'nowhere', postings: 0 }
  }

  /** The forms under which a word may be kept, of all languages that the archive has. */
  #namesOf(token: string): readonly string[] {
    const known = this.#names.get(token)
    if (known) return known
    const names = [...new Set(this.#index.languages.flatMap((language) => termsOf(token, language)))]
    this.#names.set(token, names)
    return names
  }

  #find(names: readonly string[]): number[] {
    return names.flatMap((name) => findEntry(this.#index, name) ?? [])
  }

  /** Of a name with dots or capitals in it, and of a word that is joined of two which the archive has. */
  #partsOf(token: string): readonly string[] {
    const parts = formsOf(token).filter((part) => !part.endsWith('*'))
    if (parts.length > 0) return parts
    for (const language of this.#index.languages.filter(({ traits }) => traits.hasCompounds))
      for (let at = token.length - shortestPart; at >= shortestPart; at--) {
        const tail = token.slice(at)
        const head = this.#headIn(token.slice(0, at), language)
        if (head !== undefined && this.#find(termsOf(tail, language)).length > 0) return [head, tail]
      }
    return []
  }

  /** What is before the letters by which words are joined, if it is a word. */
  #headIn(head: string, language: Language): string | undefined {
    return linkingElements
      .map((link) => (head.endsWith(link) ? head.slice(0, head.length - link.length) : ''))
      .find((one) => one.length >= shortestPart - 1 && this.#find(termsOf(one, language)).length > 0)
  }

  #take(token: string, read: () => QuestionTerm, name = this.#namesOf(token).join(' ')): number[] {
    const known = this.#numbers.get(name)
    if (known !== undefined) return [known]
    if (this.terms.length === mostTerms) {
      this.dropped.push(token)
      return []
    }
    this.#numbers.set(name, this.terms.length)
    return [this.terms.push(read()) - 1]
  }

  #asIs(token: string): QuestionTerm | undefined {
    const names = this.#namesOf(token)
    const entries = this.#find(names)
    const partial = /^[vV]?\d/.test(token)
      ? this.#versionsLike(token, entries)
      : this.#compoundsWith(token, names)
    return entries.length + partial.length === 0 ? undefined : this.#term(token, entries, partial, 'as-is')
  }

  /** `1.18` is found in `1.18.2`, too; and `1.18.2`, where it is nowhere, in any 1.18. */
  #versionsLike(token: string, entries: readonly number[]): number[] {
    const version = versionIn(token)
    if (version === token && !token.includes('.')) return []
    const longer = this.#find([asPrefix(version)])
    if (entries.length + longer.length > 0) return longer
    const nearest = [version.replace(/(?:\.0)+$/, ''), ...prefixesOf(version).slice(1).reverse()]
    return nearest.map((one) => this.#find([one, asPrefix(one)])).find(({ length }) => length > 0) ?? []
  }

  /** Compounds that end with it, after another word of the archive. */
  #compoundsWith(token: string, names: readonly string[]): number[] {
    const index = this.#index
    const languages = index.languages.filter(({ traits }) => traits.hasCompounds)
    if (languages.length === 0 || token.length < shortestPart || this.#compoundLookups-- <= 0) return []
    const isCompound = (entry: number, name: string) => {
      const text = textOfEntry(index, entry)
      const rest = text.endsWith(name) ? text.slice(0, -name.length) : ''
      return languages.some((language) => this.#headIn(rest, language) !== undefined)
    }
    const found = names.flatMap((name) =>
      name.length < shortestPart
        ? []
        : entriesEndingWith(index, name).filter((entry) => isCompound(entry, name)),
    )
    return [...new Set(found)].slice(0, guessing.byPrefix)
  }

  /** Scripts without spaces are indexed in pairs: a character alone is the beginning of some. */
  #asPrefix(character: string): number[] {
    const read = () => this.#term(character, entriesWithPrefix(this.#index, character), [], 'as-is')
    return this.#take(character, read, `${character}*`)
  }

  #guess(token: string): QuestionTerm {
    const word = fold(token)
    const [name = word] = this.#namesOf(token)
    const guessable = word.length >= guessing.shortest && word > ':' && !isOfPairs(word)
    if (!guessable || this.#guesses-- <= 0) return this.#term(token, [], [], 'nowhere')
    // More than twice as long a word is rarely what was meant.
    const longer = entriesWithPrefix(this.#index, word, bytesOf(word).length * 2)
    if (longer.length > 0) return this.#term(token, longer, [], 'by-prefix')
    // What is left of federation is one letter from fewer: a short stem of a long word says too little.
    const isMostlyEnding = name.length < 6 && word.length - name.length > 3
    const spelled = isMostlyEnding ? [] : [...new Set([name, word])]
    const near = spelled
      .map((one) => (this.#spellings-- > 0 ? entriesNear(this.#index, one) : []))
      .find(({ length }) => length > 0)
    return this.#term(token, near ?? [], [], 'by-spelling')
  }

  /** Several terms for one word are taken as one term that is in all their documents. */
  #term(
    token: string,
    entries: readonly number[],
    partial: readonly number[],
    found: QuestionTerm['found'],
  ): QuestionTerm {
    const total = this.#index.documents
    mapCollectingMissing([...entries, ...partial], (entry) => this.#index.requireEntry(entry))
    const sum = (list: readonly number[]) =>
      list.reduce((count, entry) => count + documentsWith(this.#index, entry), 0)
    const documents = Math.min(sum(entries.length > 0 ? entries : partial), total)
    const idf = Math.log(1 + (total - documents + 0.5) / (documents + 0.5))
    return {
      word: token.toLowerCase(),
      entries,
      partial,
      found: entries.length + partial.length > 0 ? found : 'nowhere',
      root: Math.sqrt(idf),
      weight: found === 'as-is' ? idf : idf * guessing.weight,
      postings: sum(entries) + sum(partial),
    }
  }
}

/** Of a word that is joined with another, in letters. */
const shortestPart = 4
/** What words are joined by in German, Dutch and the Nordic languages; the longest first. */
const linkingElements = ['es', 'en', 'er', 's', 'n', 'e', '']

function neighbours(terms: readonly number[]): [number, number][] {
  return terms.slice(1).map((term, at) => [terms[at] ?? term, term])
}

/** The words, the names that were written in several, and what is in quotes. */
function split(text: string): { words: string[]; joined: string[]; quotes: string[][] } {
  const words: string[] = []
  const joined: string[] = []
  const quotes: string[][] = []
  const parts = text.split('"')
  for (const [at, part] of parts.entries()) {
    // The last part has no closing mark.
    const quoted = at % 2 === 1 && at < parts.length - 1
    const list: string[] = []
    let last = 0
    tokens(part, (token, start, _end, isForm) => {
      if (!isForm) {
        list.push(token)
        last = start
      } else if (!quoted && start < last) joined.push(token)
      return false
    })
    if (!quoted) words.push(...withoutTails(list))
    else if (list.length > 0) quotes.push(withoutTail(list))
  }
  return { words, joined, quotes }
}

/** The character by which a run of pairs ends is in the pair before it. */
function withoutTails(list: readonly string[]): string[] {
  return list.filter((token, at) => !isCharacter(token) || !list[at - 1]?.endsWith(token))
}

/** The character that ends a run of pairs may go on in a text. */
function withoutTail(list: string[]): string[] {
  return list.length > 1 && isCharacter(list.at(-1) ?? '') ? list.slice(0, -1) : list
}

function isCharacter(token: string): boolean {
  return isOfPairs(token) && token.length === ((token.codePointAt(0) ?? 0) < 0x10000 ? 1 : 2)
}
