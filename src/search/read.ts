import { type BodyKind, longestUnit, mostHeadings, type UnitKind, unitKinds } from './format.ts'
import { longestTerm, normalise, separators, termsOf, tokens } from './analyse.ts'
import { ByteWriter } from './bytes.ts'
import type { Language } from './language.ts'
import { languageNamed, languageOfText } from './languages.ts'
import { TextWriter } from './texts.ts'

/** A post as the engine reads it. It has no id: documents are numbered as they come, newest first. */
export interface SearchDocument {
  readonly title: string
  readonly tags: readonly string[]
  /** By sentence. */
  readonly summary: readonly string[]
  /** The body, in order. */
  readonly units: readonly SearchUnit[]
  /** When it was published, as people write it. */
  readonly date?: string
  /** The code of the archive's language; English if it is left out. */
  readonly language?: string
  /** The bytes in which most of this is found again, when the index is opened with them; all of it is kept without. */
  readonly source?: Uint8Array
}

/** What can be quoted from a body: a sentence, a table row, a line of code, a heading, what a picture shows. */
export interface SearchUnit {
  readonly kind: BodyKind
  readonly text: string
  /** The fragment of the heading it stands under; a heading's own; '' above the first. */
  readonly anchor: string
}

/** A document as numbers and bytes: all that an index takes of it. */
export interface IndexPart {
  /** The terms of its units in order, with -1 after each unit; each term is its position in the vocabulary. */
  readonly terms: Int32Array
  /** For each unit its kind, by its position in `unitKinds`, and the number of its heading. */
  readonly kinds: Uint8Array
  readonly headings: Uint16Array
  readonly texts: Uint8Array
  /** The code of the language that its words were taken to be of. */
  readonly language: string
  /** Every term of the reader that made it, which goes on to grow. */
  readonly vocabulary: readonly string[]
}

/** The same parts with one vocabulary, of the terms in them alone, to be stored apart from their readers. */
export function withSharedVocabulary(parts: readonly IndexPart[]): IndexPart[] {
  const shared: string[] = []
  const numbers = new Map<string, number>()
  const numbersOf = new Map<readonly string[], Int32Array>()
  return parts.map(({ terms, vocabulary, ...part }) => {
    const known = numbersOf.get(vocabulary) ?? new Int32Array(vocabulary.length).fill(-1)
    numbersOf.set(vocabulary, known)
    const numberOf = (term: number): number => {
      const text = vocabulary[term] ?? ''
      const number = numbers.get(text) ?? shared.push(text) - 1
      numbers.set(text, number)
      known[term] = number
      return number
    }
    const renumbered = terms.map((term) => {
      if (term < 0) return term
      const number = known[term] as number
      return number < 0 ? numberOf(term) : number
    })
    return { ...part, terms: renumbered, vocabulary: shared }
  })
}

const emptyBytes = new Uint8Array(0)
const utf8 = new TextEncoder()
const decoder = new TextDecoder()

/** Makes parts of documents, in any order and anywhere: none depends on another. */
export class DocumentReader {
  readonly #terms = new TermReader()
  readonly vocabulary = this.#terms.vocabulary
  /** One text at a time: a new array for each would cost more than the rest. */
  readonly #bytes = new Uint8Array(3 * longestUnit)

  read(document: SearchDocument): IndexPart {
    const { title, tags, summary, units, date, source = emptyBytes } = document
    const language = languageIn(document)
    this.#terms.setLanguage(language)
    const kinds: number[] = []
    const headings: number[] = []
    const numbersOfHeadings = new Map<string, number>()
    const bytes = new ByteWriter()
    const texts = new TextWriter(bytes, source)
    let headingCount = 0
    const write = (kind: UnitKind, text: string, anchor = '') => {
      for (const piece of pieces(text)) {
        if (kind === 'heading' && headingCount < mostHeadings) numbersOfHeadings.set(anchor, ++headingCount)
        headings.push(numbersOfHeadings.get(anchor) ?? 0)
        kinds.push(unitKinds.indexOf(kind))
        const length = utf8.encodeInto(piece, this.#bytes).written
        texts.write(kind, piece, this.#bytes, length)
        // As it is read from the bytes again: without halves of characters.
        const isAscii = length === piece.length
        const read = isAscii ? piece : decoder.decode(this.#bytes.subarray(0, length))
        if (kind !== 'anchor') this.#terms.read(read)
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
      vocabulary: this.vocabulary,
    }
  }
}

function languageIn({ units, title, language = 'en' }: SearchDocument): string {
  const prose = units.filter(({ kind }) => kind === 'prose').slice(0, 20)
  return languageOfText([title, ...prose.map(({ text }) => text)].join(' '), language)
}

/** The text in pieces of at most the longest unit, cut between words where there are any. */
function pieces(text: string): readonly string[] {
  if (text.length <= longestUnit) return [text]
  const cut: string[] = []
  let rest = text
  while (rest.length > longestUnit) {
    const space = rest.lastIndexOf(' ', longestUnit)
    const unit = rest.charCodeAt(longestUnit - 1)
    const end = space > 0 ? space : unit >= 0xd800 && unit < 0xdc00 ? longestUnit - 1 : longestUnit
    cut.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...cut, rest]
}

/**
 * Numbers the terms of texts. A text is cut into runs where no token goes on. Nearly every run has come before, and is not normalised, cut
 * into tokens and stemmed again.
 */
export class TermReader {
  /** Every term that was read; its number is its position. */
  readonly vocabulary: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #runsOf = new Map<string, Map<string, Run>>()
  #runs = new Map<string, Run>()
  #language: Language = languageNamed('en')
  #terms: number[] = []
  /** Of the unit that is being read: they come after all its words, which stay side by side. */
  #forms: number[] = []

  setLanguage(code: string): void {
    this.#language = languageNamed(code)
    this.#runs = this.#runsOf.get(code) ?? new Map<string, Run>()
    this.#runsOf.set(code, this.#runs)
  }

  read(text: string): void {
    for (const piece of text.split(separators)) {
      // There a full stop is the end of a sentence, and a comma that of a clause.
      const run = piece.endsWith('.') || piece.endsWith(',') ? piece.slice(0, -1) : piece
      if (run === '') continue
      let known = this.#runs.get(run)
      if (!known) {
        known = this.#analyse(run)
        if (run.length <= longestTerm) this.#runs.set(run, known)
      }
      for (const number of known) {
        if (number >= 0) this.#terms.push(number)
        else this.#forms.push(-1 - number)
      }
    }
  }

  endUnit(): void {
    for (const form of this.#forms) this.#terms.push(form)
    this.#terms.push(-1)
    if (this.#forms.length > 0) this.#forms = []
  }

  /** The terms that were read since the last time, with -1 after each unit. */
  take(): Int32Array {
    const taken = Int32Array.from(this.#terms)
    this.#terms = []
    return taken
  }

  #analyse(run: string): Run {
    const found: number[] = []
    tokens(normalise(run).text, (token, _start, _end, isForm) => {
      for (const [at, term] of termsOf(token, this.#language).entries()) {
        const number = this.#numberOf(term)
        found.push(isForm || at > 0 ? -1 - number : number)
      }
      return false
    })
    return found
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.vocabulary.length)
    return this.vocabulary.push(term) - 1
  }
}

/** The numbers of its terms; those of other forms of its names are below zero. */
type Run = readonly number[]
