import { mapCollectingMissing } from '../base/bytes-missing.ts'
import type { Language } from './language.ts'
import { languageNamed } from './languages.ts'
import { bytesIn, type PagedBytes } from './bytes.ts'
import { documentWidth, headLength, magic, type UnitKind, unitKinds, unitWidth, version } from './format.ts'

/** The bytes that the texts of a document refer to: its markdown twin. */
type SourceOf = (document: number) => Uint8Array

/**
 * An index that is open: its block of bytes, read in place and never written to. Every section is a DataView, which needs no
 * alignment, knows the order of bytes, and throws when it is read outside its ends instead of giving something.
 */
export class Index {
  readonly documents: number
  readonly entries: number
  readonly lexicon: DataView
  readonly postings: DataView
  readonly sourceOf: SourceOf
  /** Of its words. */
  readonly languages: readonly Language[]
  readonly #starts: DataView
  readonly #ids: DataView
  readonly #documents: DataView
  readonly #units: DataView
  readonly #tokens: DataView
  readonly #texts: DataView
  /** Every so many entries the term, where the lexicon is elsewhere: a look-up loads what is between two of them. */
  readonly fences: readonly Uint8Array[]

  constructor(
    bytes: Uint8Array | PagedBytes,
    { documents, entries, sizes, fences = [] }: IndexHead,
    languages: readonly Language[],
    sourceOf: SourceOf,
  ) {
    let at = 0
    const next = (size: number) => {
      at += size
      if (!(bytes instanceof Uint8Array)) return bytes.view(at - size, size)
      return new DataView(bytes.buffer, bytes.byteOffset + at - size, size)
    }
    this.documents = documents
    this.entries = entries
    this.languages = languages
    this.sourceOf = sourceOf
    this.fences = fences.map((fence) => encoder.encode(fence))
    next(sizes.head)
    this.#starts = next(sizes.starts)
    this.#ids = next(sizes.ids)
    this.#documents = next(sizes.documents)
    this.#units = next(sizes.units)
    this.#tokens = next(sizes.tokens)
    this.lexicon = next(sizes.lexicon)
    this.postings = next(sizes.postings)
    this.#texts = next(sizes.texts)
  }

  /** Has all of it loaded at once that is read of these entries to find one of them. */
  requireEntries(from: number, to: number): void {
    bytesIn(this.#starts, from * 8, (to + 1) * 8)
    bytesIn(this.lexicon, this.lexiconStart(from), this.lexiconStart(to))
  }

  /** The same of one that was found: its id and its postings. */
  requireEntry(entry: number): void {
    const postings = () => bytesIn(this.postings, this.postingsStart(entry), this.postingsStart(entry + 1))
    mapCollectingMissing([() => this.idOf(entry), postings], (read) => read())
  }

  /** And of a document: its units and tokens. */
  requireDocument(document: number): void {
    const [unit, token] = [this.firstUnit(document), this.tokensStart(document)]
    const [units, tokens] = [this.firstUnit(document + 1) + 1, this.tokensStart(document + 1)]
    mapCollectingMissing(
      [
        () => bytesIn(this.#units, unit * unitWidth, units * unitWidth),
        () => bytesIn(this.#tokens, token * 2, tokens * 2),
      ],
      (read) => read(),
    )
  }

  /** Where an entry starts in the lexicon; it ends where the next one starts. */
  lexiconStart(entry: number): number {
    return this.#starts.getUint32(entry * 8, true)
  }

  postingsStart(entry: number): number {
    return this.#starts.getUint32(entry * 8 + 4, true)
  }

  idOf(entry: number): number {
    return this.#ids.getUint32(entry * 4, true)
  }

  /** A document's first unit. That of the next one is where it ends. */
  firstUnit(document: number): number {
    return this.#documents.getUint32(document * documentWidth, true)
  }

  textsStart(document: number): number {
    return this.#documents.getUint32(document * documentWidth + 4, true)
  }

  textsOf(document: number): Uint8Array {
    return bytesIn(this.#texts, this.textsStart(document), this.textsStart(document + 1))
  }

  firstToken(unit: number): number {
    return this.#units.getUint32(unit * unitWidth, true)
  }

  signatureOf(unit: number): number {
    return this.#units.getInt32(unit * unitWidth + 4, true)
  }

  /** Which of its document's headings a unit stands under, from 1; 0 for none. A heading stands under itself. */
  headingNumber(unit: number): number {
    return this.#units.getUint16(unit * unitWidth + 8, true)
  }

  kindOf(unit: number): UnitKind {
    const kind = unitKinds[this.#units.getUint8(unit * unitWidth + 10)]
    if (kind === undefined) throw new RangeError(`unit ${unit} has a kind that does not exist`)
    return kind
  }

  token(at: number): number {
    return this.#tokens.getUint16(at * 2, true)
  }

  /** The id of a rare term: it follows the token that stands for all of them. */
  rareId(at: number): number {
    return (this.token(at + 1) | (this.token(at + 2) << 16)) >>> 0
  }

  tokensStart(document: number): number {
    return this.#documents.getUint32(document * documentWidth + 8, true)
  }

  tokensIn(document: number): number {
    return this.tokensStart(document + 1) - this.tokensStart(document)
  }
}

/** Copies nothing. Throws when the bytes are not a whole index; damage inside a section is found when it is read there. */
export function openIndex(bytes: Uint8Array, sourceOf: SourceOf = () => emptyBytes): Index {
  const head = readHead(bytes)
  const { documents, entries, units, sizes } = head
  const index = new Index(bytes, head, head.languages.map(languageNamed), sourceOf)
  const whole =
    index.lexiconStart(entries) === sizes.lexicon &&
    index.postingsStart(entries) === sizes.postings &&
    index.firstUnit(documents) === units &&
    index.textsStart(documents) === sizes.texts &&
    index.tokensStart(documents) * 2 === sizes.tokens &&
    index.firstToken(units) * 2 === sizes.tokens
  if (!whole) throw malformed('points outside itself')
  return index
}

const emptyBytes = new Uint8Array(0)
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What must be known of an index before any of it is read. */
export interface IndexHead extends ReturnType<typeof readHead> {
  readonly fences?: readonly string[]
}

export function readHead(bytes: Uint8Array) {
  if (bytes.length < headLength * 4) throw malformed('is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, headLength * 4)
  const number = (at: number) => view.getUint32(at * 4, true)
  if (number(0) !== magic) throw malformed('does not begin as one')
  if (number(1) !== version) throw malformed(`is of version ${number(1)}, not ${version}`)
  const [documents, entries, units] = [number(2), number(3), number(4)]
  /** Of the sections, in bytes. */
  const sizes = {
    head: headLength * 4,
    starts: (entries + 1) * 8,
    ids: entries * 4,
    documents: (documents + 1) * documentWidth,
    units: (units + 1) * unitWidth,
    tokens: number(5) * 2,
    lexicon: number(6),
    postings: number(7),
    texts: number(8),
    languages: number(9),
  }
  const total = Object.values(sizes).reduce((sum, size) => sum + size)
  if (total !== bytes.length) throw malformed('is not as long as it says')
  const languages = decoder.decode(bytes.subarray(total - sizes.languages)).split(' ')
  return { documents, entries, units, sizes, languages }
}

function malformed(what: string): Error {
  return new Error(`the search index ${what}; build it again`)
}
