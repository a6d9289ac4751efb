import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { asPrefix, formsOf, isOfPairs, normalise, prefixesOf, termsOf, tokens, versionIn } from './analyse.ts'
import { fold, type Language, type TimeWords } from './language.ts'
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

/** A parsed query. */
export interface Question {
  /** At most 32, so that a document's terms fit into one integer. */
  readonly terms: readonly QuestionTerm[]
  /** Quoted phrases of several words, as indexes into `terms`. */
  readonly phrases: readonly (readonly number[])[]
  /** A bit for each term that was quoted alone. */
  readonly quotedWords: number
  /** Adjacent words, as indexes into `terms`. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly dropped: readonly string[]
  /** Whether it asks for the newest posts. Without terms, for the newest of all. */
  readonly isForNewest: boolean
  readonly isForThisYear: boolean
}

export interface QuestionTerm {
  /** As in the query. */
  readonly word: string
  /** Its lexicon entries; several for a guess, or in several languages. */
  readonly entries: readonly number[]
  /** Entries that contain it and count less: longer versions and compounds. */
  readonly partial: readonly number[]
  readonly found: 'as-is' | 'by-prefix' | 'by-spelling' | 'nowhere'
  /** √idf, its weight in a passage. */
  readonly root: number
  /** Its weight in a document: the idf, or less for a guess. */
  readonly weight: number
  /** The number of postings of all its entries. */
  readonly postings: number
}

/** Parses a query. Returns undefined if it has no words. Only `"…"` is syntax. */
export function readQuestion(index: Index, query: string): Question | undefined {
  const text = normalise(query.slice(0, longestQuery)).text.slice(0, longestQuery)
  const { quoted, unquoted } = quotesIn(text)
  const { rest, isForNewest, isForThisYear } = readTime(unquoted, index.languages)
  const { words, joined, quotes } = split(rest, quoted)
  const stopWords = index.languages[0]?.stopWords
  const contentWords = words.filter((word) => !stopWords?.has(fold(word)))
  const isByTime = isForNewest || isForThisYear
  const kept = contentWords.length > 0 || quotes.length > 0 || isByTime ? contentWords : words
  const reader = new QuestionReader(index)
  mapCollectingMissing([...kept, ...quotes.flat(), ...joined], (word) => reader.load(word))
  const phrases = quotes.map((list) => list.flatMap((token) => reader.exactly(token, list.length === 1)))
  const loose = kept.flatMap((word) => reader.freely(word))
  for (const name of joined) reader.ifKnown(name)
  reader.dropLoneGuesses()
  if (reader.terms.length === 0 && !isByTime) return undefined
  const numbers = selectTerms(reader.terms, new Set(phrases.flat()))
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
    // This year's posts on no subject are listed by date.
    isForNewest: isForNewest || reader.terms.length === 0,
    isForThisYear,
  }
}

/** Reads and removes words about time, in the archive's languages. In questions about time, words of the medium say nothing. */
function readTime(parts: readonly string[], languages: readonly Language[]) {
  const without = (list: readonly string[], kind: TimeWords) =>
    languages.reduce((texts, { time }) => texts.map((text) => text.replaceAll(time[kind], ' ')), list)
  const isIn = (kind: TimeWords) => without(parts, kind).join() !== parts.join()
  const [isForNewest, isForThisYear] = [isIn('newest'), isIn('thisYear')]
  const undated = without(without(parts, 'newest'), 'thisYear')
  return { rest: isForNewest ? without(undated, 'medium') : undated, isForNewest, isForThisYear }
}

/** Splits a query at its quotation marks, before anything else is read. The last part has no closing quote. */
function quotesIn(text: string): { quoted: string[]; unquoted: string[] } {
  const parts = text.split('"')
  const isQuoted = (at: number) => at % 2 === 1 && at < parts.length - 1
  return {
    quoted: parts.filter((_, at) => isQuoted(at)),
    unquoted: parts.filter((_, at) => !isQuoted(at)),
  }
}

/** Selects all quoted terms, and of the others the rarest within the postings limit. Maps each to its new index. */
function selectTerms(terms: readonly QuestionTerm[], quoted: ReadonlySet<number>): Map<number, number> {
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

/** Collects the distinct terms of a query. */
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

  /** Loads the entries of a word in advance, so that several words load at once. */
  load(token: string): void {
    for (const entry of this.#find(this.#namesOf(token))) this.#index.requireEntry(entry)
  }

  /** Adds a quoted word without guessing. Alone, a single character is a prefix; in a phrase it ends a run of pairs. */
  exactly(token: string, alone: boolean): number[] {
    if (alone && isCharacter(token)) return this.#asPrefix(token)
    return this.#take(token, () => this.#asIs(token) ?? this.#term(token, 'nowhere'))
  }

  freely(token: string): number[] {
    if (isCharacter(token)) return this.#asPrefix(token)
    const asIs = this.#asIs(token)
    const parts = asIs ? [] : this.#partsOf(token)
    if (parts.length > 0) return parts.flatMap((part) => this.freely(part))
    return this.#take(token, () => asIs ?? this.#guess(token))
  }

  /** Adds a word if it is in the lexicon. */
  ifKnown(token: string): void {
    const asIs = this.#asIs(token)
    if (asIs) this.#take(token, () => asIs)
  }

  /** Drops all guesses if no word matches exactly and one has no match at all: the results would be nonsense. */
  dropLoneGuesses(): void {
    const is = (found: QuestionTerm['found']) => this.terms.some((term) => term.found === found)
    if (is('as-is') || !is('nowhere')) return
    for (const [at, term] of this.terms.entries())
      this.terms[at] = { ...term, entries: [], partial: [], found: 'nowhere', postings: 0 }
  }

  /** Returns the index terms of a word in all languages of the archive. */
  #namesOf(token: string): readonly string[] {
    const cached = this.#names.get(token)
    if (cached) return cached
    const names = [...new Set(this.#index.languages.flatMap((language) => termsOf(token, language)))]
    this.#names.set(token, names)
    return names
  }

  #find(names: readonly string[]): number[] {
    return names.flatMap((name) => findEntry(this.#index, name) ?? [])
  }

  /** Splits a name with dots or capitals, or a compound of two known words. */
  #partsOf(token: string): readonly string[] {
    const parts = formsOf(token).filter((part) => !part.endsWith('*'))
    if (parts.length > 0) return parts
    for (const language of this.#index.languages.filter(({ data }) => data.hasCompounds))
      for (let at = token.length - shortestPart; at >= shortestPart; at--) {
        const tail = token.slice(at)
        const head = this.#headIn(token.slice(0, at), language)
        if (head !== undefined && this.#find(termsOf(tail, language)).length > 0) return [head, tail]
      }
    return []
  }

  /** Returns the first part of a compound without its linking element, if it is a known word. */
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
    return entries.length + partial.length === 0 ? undefined : this.#term(token, 'as-is', entries, partial)
  }

  /** `1.18` also matches `1.18.2`; an unknown `1.18.2` matches any 1.18. */
  #versionsLike(token: string, entries: readonly number[]): number[] {
    const version = versionIn(token)
    if (version === token && !token.includes('.')) return []
    const longer = this.#find([asPrefix(version)])
    if (entries.length + longer.length > 0) return longer
    const nearest = [version.replace(/(?:\.0)+$/, ''), ...prefixesOf(version).slice(1).reverse()]
    return nearest.map((one) => this.#find([one, asPrefix(one)])).find(({ length }) => length > 0) ?? []
  }

  /** Returns compounds of another known word and this one. */
  #compoundsWith(token: string, names: readonly string[]): number[] {
    const index = this.#index
    const languages = index.languages.filter(({ data }) => data.hasCompounds)
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

  /** Unspaced scripts are indexed in pairs, so a single character is a prefix. */
  #asPrefix(character: string): number[] {
    const read = () => this.#term(character, 'as-is', entriesWithPrefix(this.#index, character))
    return this.#take(character, read, `${character}*`)
  }

  #guess(token: string): QuestionTerm {
    const word = fold(token)
    const [name = word] = this.#namesOf(token)
    const guessable = word.length >= guessing.shortest && word > ':' && !isOfPairs(word)
    if (!guessable || this.#guesses-- <= 0) return this.#term(token, 'nowhere')
    // A word more than twice as long is rarely meant.
    const longer = entriesWithPrefix(this.#index, word, bytesOf(word).length * 2)
    if (longer.length > 0) return this.#term(token, 'by-prefix', longer)
    // A short stem of a long word is too close to others: that of `federation` is one letter from `fewer`.
    const isMostlyEnding = name.length < 6 && word.length - name.length > 3
    const spellings = isMostlyEnding ? [] : [...new Set([name, word])]
    const near = spellings
      .map((one) => (this.#spellings-- > 0 ? entriesNear(this.#index, one) : []))
      .find(({ length }) => length > 0)
    return this.#term(token, 'by-spelling', near)
  }

  /** Treats several entries as one term that occurs in all their documents. */
  #term(
    token: string,
    found: QuestionTerm['found'],
    entries: readonly number[] = [],
    partial: readonly number[] = [],
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

/** The shortest part of a compound, in letters. */
const shortestPart = 4
/** Linking elements of compounds in German, Dutch and the Nordic languages, longest first. */
const linkingElements = ['es', 'en', 'er', 's', 'n', 'e', '']

function neighbours(terms: readonly number[]): [number, number][] {
  return terms.slice(1).map((term, at) => [terms[at] ?? term, term])
}

/** Splits a query into words, joined forms of names, and quoted phrases. */
function split(unquoted: readonly string[], quoted: readonly string[]) {
  const joined: string[] = []
  const wordsIn = (part: string, forms: string[] = []) => {
    const list: string[] = []
    let last = 0
    tokens(part, (token, start, _end, isForm) => {
      if (!isForm) {
        list.push(token)
        last = start
      } else if (start < last) forms.push(token)
    })
    return list
  }
  const words = unquoted.flatMap((part) => withoutTails(wordsIn(part, joined)))
  const quotes = quoted.map((part) => withoutTail(wordsIn(part))).filter(({ length }) => length > 0)
  return { words, joined, quotes }
}

/** Drops the last character of a run of pairs, which is already in the pair before it. */
function withoutTails(list: readonly string[]): string[] {
  return list.filter((token, at) => !isCharacter(token) || !list[at - 1]?.endsWith(token))
}

/** Drops the last character of a phrase, because a text may continue the run. */
function withoutTail(list: string[]): string[] {
  return list.length > 1 && isCharacter(list.at(-1) ?? '') ? list.slice(0, -1) : list
}

function isCharacter(token: string): boolean {
  return isOfPairs(token) && token.length === ((token.codePointAt(0) ?? 0) < 0x10000 ? 1 : 2)
}
