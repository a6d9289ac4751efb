import { emptyBytes } from '../base/digest.ts'
import { type BodyKind, maxUnitLength, maxHeadings, type UnitKind, unitKinds } from './format.ts'
import { longestTerm, normalise, tokenSeparators, termsOf, tokens } from './analyse.ts'
import { ByteWriter } from './bytes.ts'
import { int32At } from './checked.ts'
import type { Language } from './language.ts'
import { searchLanguage, languageOfText } from './languages.ts'
import { textWriter } from './texts.ts'
import { decodeUtf8 } from '../base/utf8.ts'

/** A post as input for the index. Documents are numbered in order, newest first. */
export interface SearchDocument {
  readonly title: string
  readonly tags: readonly string[]
  /** Sentences. */
  readonly summary: readonly string[]
  readonly units: readonly SearchUnit[]
  /** The publication date, as readers write it. */
  readonly date?: string
  /** The code of the archive's language. Default: English. */
  readonly language?: string
  /** Bytes that contain most of the text and are available when the index is opened. Omit to store all text in the index. */
  readonly source?: Uint8Array
}

/** A quotable part of a body: a sentence, table row, line of code, heading or image description. */
export interface SearchUnit {
  readonly kind: BodyKind
  readonly text: string
  /** The fragment of its heading, or '' above the first. */
  readonly anchor: string
}

/** The analyzed form of one document. */
export interface IndexPart {
  /** Terms in order, as positions in the vocabulary, with -1 after each unit. */
  readonly terms: Int32Array
  /** For each unit, the position of its kind in `unitKinds`. */
  readonly kinds: Uint8Array
  /** For each unit, the number of its heading. */
  readonly headings: Uint16Array
  readonly texts: Uint8Array
  /** Length of the document's source in bytes. */
  readonly sourceLength: number
  /** The code of the detected language. */
  readonly language: string
  /** All terms of the reader, shared between its parts. It grows as the reader continues. */
  readonly vocabulary: readonly string[]
}

export const isIndexed = (text: IndexPart | readonly unknown[]): text is IndexPart => !Array.isArray(text)

/** Numbers terms from 0, in the order of their first use. */
export class TermNumbers {
  /** A term's number is its position. */
  readonly terms: string[] = []
  readonly #numbers = new Map<string, number>()

  of(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.terms.length)
    return this.terms.push(term) - 1
  }
}

/** Rewrites parts to one vocabulary that contains only their terms, to store them. */
export function withSharedVocabulary(parts: readonly IndexPart[]): IndexPart[] {
  const shared = new TermNumbers()
  const mappings = new Map<readonly string[], Int32Array>()
  return parts.map(({ terms, vocabulary, ...part }) => {
    const mapping = mappings.get(vocabulary) ?? new Int32Array(vocabulary.length).fill(-1)
    mappings.set(vocabulary, mapping)
    const renumbered = terms.map((term) => {
      if (term < 0) return term
      if (int32At(mapping, term) < 0) mapping[term] = shared.of(vocabulary[term] ?? '')
      return int32At(mapping, term)
    })
    return { ...part, terms: renumbered, vocabulary: shared.terms }
  })
}

/** Analyzes documents. Parts do not depend on each other, so several readers can share the work. */
export class DocumentReader {
  readonly #terms = new TermReader()
  readonly vocabulary = this.#terms.vocabulary.terms
  /** Reused for each text: allocating it would cost more than the rest. */
  readonly #bytes = new Uint8Array(3 * maxUnitLength)
  readonly #utf8 = new TextEncoder()

  read(document: SearchDocument): IndexPart {
    const { title, tags, summary, units, date, source = emptyBytes } = document
    const sentences = units.filter(({ kind }) => kind === 'prose').slice(0, 20)
    const sample = [title, ...sentences.map(({ text }) => text)].join(' ')
    const language = languageOfText(sample, document.language ?? 'en')
    this.#terms.setLanguage(language)
    const kinds: number[] = []
    const headings: number[] = []
    const headingNumbers = new Map<string, number>()
    const bytes = new ByteWriter()
    const writeText = textWriter(bytes, source)
    let headingCount = 0
    const write = (kind: UnitKind, text: string, anchor = '') => {
      for (const piece of pieces(text)) {
        if (kind === 'heading' && headingCount < maxHeadings) headingNumbers.set(anchor, ++headingCount)
        headings.push(headingNumbers.get(anchor) ?? 0)
        kinds.push(unitKinds.indexOf(kind))
        const length = this.#utf8.encodeInto(piece, this.#bytes).written
        writeText(kind, piece, this.#bytes, length)
        // The text as it will be decoded: without lone surrogates.
        const isAscii = length === piece.length
        const decoded = isAscii ? piece : decodeUtf8(this.#bytes.subarray(0, length))
        if (kind !== 'anchor') this.#terms.read(decoded)
        this.#terms.endUnit()
        if (kind === 'heading') write('anchor', anchor)
      }
    }
    for (const { kind, text, anchor } of units) write(kind, text, anchor)
    for (const sentence of summary) write('summary', sentence)
    write('title', title)
    for (const tag of tags) write('tags', tag)
    if (date) write('date', date)
    return {
      language,
      terms: this.#terms.take(),
      kinds: new Uint8Array(kinds),
      headings: new Uint16Array(headings),
      texts: bytes.written().slice(),
      sourceLength: source.length,
      vocabulary: this.vocabulary,
    }
  }
}

/** Splits a text into pieces of at most `maxUnitLength`, between words if possible. */
function pieces(text: string): readonly string[] {
  if (text.length <= maxUnitLength) return [text]
  const cut: string[] = []
  let rest = text
  while (rest.length > maxUnitLength) {
    const space = rest.lastIndexOf(' ', maxUnitLength)
    const unit = rest.charCodeAt(maxUnitLength - 1)
    const end = space > 0 ? space : unit >= 0xd800 && unit < 0xdc00 ? maxUnitLength - 1 : maxUnitLength
    cut.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...cut, rest]
}

const [dot, comma] = ['.', ','].map((mark) => mark.charCodeAt(0))
const isSeparator = Uint8Array.from({ length: 128 }, (_, code) =>
  tokenSeparators.test(String.fromCharCode(code)) ? 1 : 0,
)

/** Text between separators, and its terms. */
interface Run {
  readonly text: string
  /** Term numbers. A negative one, as -1 - number, is an alternative form. */
  readonly terms: readonly number[]
}

interface KnownRuns {
  readonly all: Map<string, Run>
  /** The latest of each hash. */
  readonly recent: (Run | undefined)[]
}

/** A power of two. */
const recentRuns = 2 ** 15

const newRuns = (): KnownRuns => ({ all: new Map(), recent: new Array(recentRuns).fill(undefined) })

/**
 * Converts texts to term numbers. Splits a text into runs at separators and keeps the terms of each run, since most runs repeat. The latest
 * of each hash is found without making a string of it, in a third of the time.
 */
export class TermReader {
  readonly vocabulary = new TermNumbers()
  readonly #runsOf = new Map<string, KnownRuns>()
  #runs = newRuns()
  #language: Language = searchLanguage('en')
  #terms: number[] = []
  /** Alternative forms in the current unit. They follow all its words, which stay adjacent. */
  #forms: number[] = []

  setLanguage(code: string): void {
    this.#language = searchLanguage(code)
    this.#runs = this.#runsOf.get(code) ?? newRuns()
    this.#runsOf.set(code, this.#runs)
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const start = at
      let [hash, hashBefore, last] = [0, 0, 0]
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (isSeparator[code] === 1) break
        hashBefore = hash
        hash = (Math.imul(hash, 31) + code) | 0
        last = code
      }
      // A final period or comma is punctuation.
      const isEnded = last === dot || last === comma
      const end = isEnded ? at - 1 : at
      if (end > start) this.#readRun(text, start, end, isEnded ? hashBefore : hash)
    }
  }

  #readRun(text: string, start: number, end: number, hash: number): void {
    const slot = (hash ^ (hash >>> 15)) & (recentRuns - 1)
    const { recent } = this.#runs
    let run = recent[slot]
    if (!run || run.text.length !== end - start || !text.startsWith(run.text, start)) {
      run = this.#runOf(text.slice(start, end))
      recent[slot] = run
    }
    for (const number of run.terms) {
      if (number >= 0) this.#terms.push(number)
      else this.#forms.push(-1 - number)
    }
  }

  #runOf(text: string): Run {
    const known = this.#runs.all.get(text)
    if (known) return known
    const run = { text, terms: this.#analyse(text) }
    if (text.length <= longestTerm) this.#runs.all.set(text, run)
    return run
  }

  endUnit(): void {
    for (const form of this.#forms) this.#terms.push(form)
    this.#terms.push(-1)
    if (this.#forms.length > 0) this.#forms = []
  }

  /** Returns the terms since the last call, with -1 after each unit. */
  take(): Int32Array {
    const taken = new Int32Array(this.#terms)
    this.#terms = []
    return taken
  }

  #analyse(run: string): readonly number[] {
    const found: number[] = []
    tokens(normalise(run).text, (token, _start, _end, isForm) => {
      for (const [at, term] of termsOf(token, this.#language).entries()) {
        const number = this.vocabulary.of(term)
        found.push(isForm || at > 0 ? -1 - number : number)
      }
    })
    return found
  }
}
