import { emptyBytes } from '../base/digest.ts'
import { mapCollectingMissing } from '../base/bytes-missing.ts'
import type { Language } from './language.ts'
import { searchLanguage } from './languages.ts'
import { bytesIn, type PagedBytes } from './bytes.ts'
import {
  documentWidth,
  headLength,
  indexMagic,
  rareTerm,
  type UnitKind,
  unitKinds,
  unitWidth,
  indexVersion,
} from './format.ts'
import { decodeUtf8, encodeUtf8 } from '../base/utf8.ts'

/** Returns the markdown twin of a document, which its texts refer to. */
type SourceOf = (document: number) => Uint8Array

/** An open index, read in place. Sections are DataViews: no alignment, explicit byte order, and out-of-bounds reads throw. */
export class Index {
  readonly documents: number
  readonly entries: number
  readonly lexicon: DataView
  readonly postings: DataView
  readonly sourceOf: SourceOf
  readonly languages: readonly Language[]
  readonly #starts: DataView
  readonly #ids: DataView
  readonly #documents: DataView
  readonly #units: DataView
  readonly #tokens: DataView
  readonly #texts: DataView
  /** Terms at regular intervals of a remote lexicon: a lookup loads what is between two of them. */
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
    this.fences = fences.map((fence) => encodeUtf8(fence))
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

  /** Loads the lexicon between two entries at once. */
  requireEntries(from: number, to: number): void {
    bytesIn(this.#starts, from * 8, (to + 1) * 8)
    bytesIn(this.lexicon, this.lexiconStart(from), this.lexiconStart(to))
  }

  /** Loads the id and postings of an entry at once. */
  requireEntry(entry: number): void {
    const postings = () => bytesIn(this.postings, this.postingsStart(entry), this.postingsStart(entry + 1))
    mapCollectingMissing([() => this.idOf(entry), postings], (read) => read())
  }

  /** Loads the units and tokens of a document at once. */
  requireDocument(document: number): void {
    const ranges = [
      [this.#units, this.firstUnit(document) * unitWidth, (this.firstUnit(document + 1) + 1) * unitWidth],
      [this.#tokens, this.tokensStart(document) * 2, this.tokensStart(document + 1) * 2],
    ] as const
    mapCollectingMissing(ranges, ([section, from, to]) => bytesIn(section, from, to))
  }

  /** Returns where an entry starts; it ends where the next one starts. */
  lexiconStart(entry: number): number {
    return this.#starts.getUint32(entry * 8, true)
  }

  postingsStart(entry: number): number {
    return this.#starts.getUint32(entry * 8 + 4, true)
  }

  idOf(entry: number): number {
    return this.#ids.getUint32(entry * 4, true)
  }

  /** Returns a document's first unit; it ends at the first unit of the next. */
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

  /** Returns the number of the heading above a unit, from 1, or 0. A heading counts as under itself. */
  headingNumber(unit: number): number {
    return this.#units.getUint16(unit * unitWidth + 8, true)
  }

  kindOf(unit: number): UnitKind {
    const kind = unitKinds[this.#units.getUint8(unit * unitWidth + 10)]
    if (kind === undefined) throw new RangeError(`unit ${unit} has an unknown kind`)
    return kind
  }

  token(at: number): number {
    return this.#tokens.getUint16(at * 2, true)
  }

  /** Returns the id of a term in `tokens`; the next follows after `slotsOf(id)`. */
  idAt(at: number): number {
    const id = this.token(at)
    return id === rareTerm ? this.#tokens.getUint32(at * 2 + 2, true) : id
  }

  tokensStart(document: number): number {
    return this.#documents.getUint32(document * documentWidth + 8, true)
  }

  tokensIn(document: number): number {
    return this.tokensStart(document + 1) - this.tokensStart(document)
  }
}

/** Opens an index without copying. Throws if it is incomplete; damage within a section throws when it is read. */
export function openIndex(bytes: Uint8Array, sourceOf: SourceOf = () => emptyBytes): Index {
  const head = readHead(bytes)
  const { documents, entries, units, sizes } = head
  const index = new Index(bytes, head, head.languages.map(searchLanguage), sourceOf)
  const whole =
    index.lexiconStart(entries) === sizes.lexicon &&
    index.postingsStart(entries) === sizes.postings &&
    index.firstUnit(documents) === units &&
    index.textsStart(documents) === sizes.texts &&
    index.tokensStart(documents) * 2 === sizes.tokens &&
    index.firstToken(units) * 2 === sizes.tokens
  if (!whole) throw badIndex('has inconsistent offsets')
  return index
}

export interface IndexHead extends ReturnType<typeof readHead> {
  readonly fences?: readonly string[]
}

export function readHead(bytes: Uint8Array) {
  if (bytes.length < headLength * 4) throw badIndex('is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, headLength * 4)
  const number = (at: number) => view.getUint32(at * 4, true)
  if (number(0) !== indexMagic) throw badIndex('has the wrong magic number')
  if (number(1) !== indexVersion) throw badIndex(`has version ${number(1)}, expected ${indexVersion}`)
  const [documents, entries, units] = [number(2), number(3), number(4)]
  /** In bytes. */
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
  if (total !== bytes.length) throw badIndex('has the wrong length')
  const languages = decodeUtf8(bytes.subarray(total - sizes.languages)).split(' ')
  return { documents, entries, units, sizes, languages }
}

function badIndex(problem: string): Error {
  return new Error(`the search index ${problem}; build it again`)
}
