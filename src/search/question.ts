import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { fold } from '../base/letters.ts'
import { asPrefix, formsOf, isOfPairs, normalise, prefixesOf, termsOf, tokens, versionIn } from './analyse.ts'
import type { Language, TimeWords } from './language.ts'
import {
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
  readonly match: 'exact' | 'prefix' | 'spelling' | 'none'
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
  // Quotes first: what is in them is no word about time.
  const quoted = Array.from(text.matchAll(/"([^"]*)"/g), ([, phrase = '']) => wordsIn(phrase).words)
  const unquoted = text.replaceAll(/"[^"]*"/g, '"')
  const without = (rest: string, kind: TimeWords) =>
    index.languages.reduce((left, { time }) => left.replaceAll(time()[kind], ' '), rest)
  const withoutNewest = without(unquoted, 'newest')
  const isForNewest = withoutNewest !== unquoted
  const isForThisYear = without(unquoted, 'thisYear') !== unquoted
  const undated = without(withoutNewest, 'thisYear')
  const { words: all, joined } = wordsIn(isForNewest ? without(undated, 'medium') : undated)
  // The last character of a run is already in the pair before it.
  const words = all.filter((word, at) => !isCharacter(word) || !all[at - 1]?.endsWith(word))
  // A phrase does not end with it: a text may continue the run.
  const quotes = quoted
    .map((list) => (list.length > 1 && isCharacter(list.at(-1) ?? '') ? list.slice(0, -1) : list))
    .filter(({ length }) => length > 0)
  const stopWords = index.languages[0]?.stopWords()
  const contentWords = words.filter((word) => !stopWords?.has(fold(word)))
  const isByTime = isForNewest || isForThisYear
  const kept = contentWords.length > 0 || quotes.length > 0 || isByTime ? contentWords : words
  const reader = questionReader(index)
  mapCollectingMissing([...kept, ...quotes.flat(), ...joined], (word) => reader.load(word))
  const phrases = quotes.map((list) => list.flatMap((word) => reader.exactly(word, list.length === 1)))
  const loose = kept.flatMap((word) => reader.freely(word))
  for (const name of joined) reader.ifKnown(name)
  reader.dropLoneGuesses()
  if (reader.terms.length === 0 && !isByTime) return undefined
  const numbers = selectTerms(reader.terms, new Set(phrases.flat()))
  const read = (list: readonly number[]) => list.flatMap((term) => numbers.get(term) ?? [])
  const pairs = [loose, ...phrases]
    .map(read)
    .flatMap((list) => list.slice(1).map((term, at): [number, number] => [list[at] ?? term, term]))
  const notRead = reader.terms.filter((_, term) => !numbers.has(term)).map(({ word }) => word)
  const stopped = words.filter((word) => !kept.includes(word)).map(fold)
  return {
    terms: reader.terms.filter((_, term) => numbers.has(term)),
    phrases: phrases.filter(({ length }) => length > 1).map(read),
    quotedWords: bitsOf(read(phrases.filter(({ length }) => length === 1).flat())),
    pairs: [...new Map(pairs.map((pair) => [pair.join(), pair])).values()],
    dropped: [...new Set([...stopped, ...reader.dropped, ...notRead])],
    // This year's posts on no subject are listed by date.
    isForNewest: isForNewest || reader.terms.length === 0,
    isForThisYear,
  }
}

/** Splits a text into words, and forms that join several of them. */
function wordsIn(text: string) {
  const words: string[] = []
  const joined: string[] = []
  let last = 0
  tokens(text, (token, start, _end, isForm) => {
    if (isForm && start < last) joined.push(token)
    if (isForm) return
    words.push(token)
    last = start
  })
  return { words, joined }
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

export const bitsOf = (terms: readonly number[]): number =>
  terms.reduce((bits, term) => bits | (1 << term), 0)

/** The shortest part of a compound, in letters. */
const shortestPart = 4
/** Linking elements of compounds in German, Dutch and the Nordic languages, longest first. */
const linkingElements = ['es', 'en', 'er', 's', 'n', 'e', '']

/** Collects the distinct terms of a query. */
function questionReader(index: Index) {
  const terms: QuestionTerm[] = []
  const dropped: string[] = []
  const compounding = index.languages.filter(({ data }) => data().facts.hasCompounds)
  const numbers = new Map<string, number>()
  let guesses: number = guessing.words
  let spellings = Math.max(1, Math.floor(guessing.entriesCompared / Math.max(1, index.entries)))
  let compoundLookups: number = guessing.words
  return { terms, dropped, load, exactly, freely, ifKnown, dropLoneGuesses }

  /** Loads the entries of a word in advance, so that several words load at once. */
  function load(token: string): void {
    for (const entry of find(namesOf(token))) index.requireEntry(entry)
  }

  /** Adds a quoted word without guessing. Alone, a single character is a prefix; in a phrase it ends a run of pairs. */
  function exactly(token: string, alone: boolean): number[] {
    if (alone && isCharacter(token)) return asPrefixOf(token)
    return take(token, () => asIs(token) ?? termFor(token, 'none'))
  }

  function freely(token: string): number[] {
    if (isCharacter(token)) return asPrefixOf(token)
    const known = asIs(token)
    const parts = known ? [] : partsOf(token)
    if (parts.length > 0) return parts.flatMap(freely)
    return take(token, () => known ?? guess(token))
  }

  /** Adds a word if it is in the lexicon. */
  function ifKnown(token: string): void {
    const known = asIs(token)
    if (known) take(token, () => known)
  }

  /** Drops all guesses if no word matches exactly and one has no match at all: the results would be nonsense. */
  function dropLoneGuesses(): void {
    const has = (match: QuestionTerm['match']) => terms.some((term) => term.match === match)
    if (has('exact') || !has('none')) return
    for (const [at, term] of terms.entries())
      terms[at] = { ...term, entries: [], partial: [], match: 'none', postings: 0 }
  }

  /** Returns the index terms of a word in all languages of the archive. */
  function namesOf(token: string): readonly string[] {
    return [...new Set(index.languages.flatMap((language) => termsOf(token, language)))]
  }

  function find(names: readonly string[]): number[] {
    return names.flatMap((name) => findEntry(index, name) ?? [])
  }

  /** Splits a name with dots or capitals, or a compound of two known words. */
  function partsOf(token: string): readonly string[] {
    const parts = formsOf(token).filter((part) => !part.endsWith('*'))
    if (parts.length > 0) return parts
    for (const language of compounding)
      for (let at = token.length - shortestPart; at >= shortestPart; at--) {
        const tail = token.slice(at)
        const head = headIn(token.slice(0, at), language)
        if (head !== undefined && find(termsOf(tail, language)).length > 0) return [head, tail]
      }
    return []
  }

  /** Returns the first part of a compound without its linking element, if it is a known word. */
  function headIn(head: string, language: Language): string | undefined {
    return linkingElements
      .map((link) => (head.endsWith(link) ? head.slice(0, head.length - link.length) : ''))
      .find((word) => word.length >= shortestPart - 1 && find(termsOf(word, language)).length > 0)
  }

  function take(token: string, read: () => QuestionTerm, name = namesOf(token).join(' ')): number[] {
    const known = numbers.get(name)
    if (known !== undefined) return [known]
    if (terms.length === mostTerms) {
      dropped.push(token)
      return []
    }
    numbers.set(name, terms.length)
    return [terms.push(read()) - 1]
  }

  function asIs(token: string): QuestionTerm | undefined {
    const names = namesOf(token)
    const entries = find(names)
    const partial = /^[vV]?\d/.test(token) ? versionsLike(token, entries) : compoundsWith(token, names)
    return entries.length + partial.length === 0 ? undefined : termFor(token, 'exact', entries, partial)
  }

  /** `1.18` also matches `1.18.2`; an unknown `1.18.2` matches any 1.18. */
  function versionsLike(token: string, entries: readonly number[]): number[] {
    const version = versionIn(token)
    if (version === token && !token.includes('.')) return []
    const longer = find([asPrefix(version)])
    if (entries.length + longer.length > 0) return longer
    const nearest = [version.replace(/(?:\.0)+$/, ''), ...prefixesOf(version).slice(1).reverse()]
    return nearest.map((near) => find([near, asPrefix(near)])).find(({ length }) => length > 0) ?? []
  }

  /** Returns compounds of another known word and this one. */
  function compoundsWith(token: string, names: readonly string[]): number[] {
    if (compounding.length === 0 || token.length < shortestPart || compoundLookups-- <= 0) return []
    const isCompound = (entry: number, name: string) => {
      const head = textOfEntry(index, entry).slice(0, -name.length)
      return compounding.some((language) => headIn(head, language) !== undefined)
    }
    const compounds = names
      .filter((name) => name.length >= shortestPart)
      .flatMap((name) => entriesEndingWith(index, name).filter((entry) => isCompound(entry, name)))
    return [...new Set(compounds)].slice(0, guessing.byPrefix)
  }

  /** Unspaced scripts are indexed in pairs, so a single character is a prefix. */
  function asPrefixOf(character: string): number[] {
    const read = () => termFor(character, 'exact', entriesWithPrefix(index, character))
    return take(character, read, `${character}*`)
  }

  function guess(token: string): QuestionTerm {
    const word = fold(token)
    const [name = word] = namesOf(token)
    const guessable = word.length >= guessing.shortest && word > ':' && !isOfPairs(word)
    if (!guessable || guesses-- <= 0) return termFor(token, 'none')
    // A word more than twice as long is rarely meant.
    const longer = entriesWithPrefix(index, word, 2)
    if (longer.length > 0) return termFor(token, 'prefix', longer)
    // A short stem of a long word is too close to others: that of `federation` is one letter from `fewer`.
    const isMostlyEnding = name.length < 6 && word.length - name.length > 3
    const near = (isMostlyEnding ? [] : [...new Set([name, word])])
      .map((spelling) => (spellings-- > 0 ? entriesNear(index, spelling) : []))
      .find(({ length }) => length > 0)
    return termFor(token, 'spelling', near)
  }

  /** Treats several entries as one term that occurs in all their documents. */
  function termFor(
    token: string,
    match: QuestionTerm['match'],
    entries: readonly number[] = [],
    partial: readonly number[] = [],
  ): QuestionTerm {
    mapCollectingMissing([...entries, ...partial], (entry) => index.requireEntry(entry))
    const sum = (list: readonly number[]) =>
      list.reduce((count, entry) => count + documentsWith(index, entry), 0)
    const documents = Math.min(sum(entries.length > 0 ? entries : partial), index.documents)
    const idf = Math.log(1 + (index.documents - documents + 0.5) / (documents + 0.5))
    return {
      word: token.toLowerCase(),
      entries,
      partial,
      match: entries.length + partial.length > 0 ? match : 'none',
      root: Math.sqrt(idf),
      weight: match === 'exact' ? idf : idf * guessing.weight,
      postings: sum(entries) + sum(partial),
    }
  }
}

const isCharacter = (token: string): boolean => isOfPairs(token) && [...token].length === 1
