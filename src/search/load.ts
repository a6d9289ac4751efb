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

/** An open index. Where an entry, document or unit starts, the one before it ends. */
export interface Index extends Pick<IndexHead, 'documents' | 'entries'> {
  readonly languages: readonly Language[]
  readonly lexicon: DataView
  readonly postings: DataView
  readonly sourceOf: SourceOf
  /** Terms at regular intervals of a remote lexicon: a lookup loads what is between two of them. */
  readonly fences: readonly Uint8Array[]
  lexiconStart(entry: number): number
  postingsStart(entry: number): number
  idOf(entry: number): number
  firstUnit(document: number): number
  textsStart(document: number): number
  tokensStart(document: number): number
  firstToken(unit: number): number
  signatureOf(unit: number): number
  /** The number of the heading above a unit, from 1, or 0. A heading counts as under itself. */
  headingNumber(unit: number): number
  kindOf(unit: number): UnitKind
  /** Returns the id of a term in `tokens`; the next follows after `slotsOf(id)`. */
  idAt(at: number): number
  textsOf(document: number): Uint8Array
  tokensIn(document: number): number
  /** Loads the lexicon between two entries at once. */
  requireEntries(from: number, to: number): void
  /** Loads the id and postings of an entry at once. */
  requireEntry(entry: number): void
  /** Loads the units and tokens of a document at once. */
  requireDocument(document: number): void
}

/** Reads an index in place. Sections are DataViews: no alignment, explicit byte order, and out-of-bounds reads throw. */
export function readIndex(
  bytes: Uint8Array | PagedBytes,
  { documents, entries, sizes, fences = [] }: IndexHead,
  languages: readonly Language[],
  sourceOf: SourceOf,
): Index {
  let end = 0
  const next = (size: number) => {
    const start = end
    end += size
    return bytes instanceof Uint8Array
      ? new DataView(bytes.buffer, bytes.byteOffset + start, size)
      : bytes.view(start, size)
  }
  next(sizes.head)
  const starts = next(sizes.starts)
  const ids = next(sizes.ids)
  const documentTable = next(sizes.documents)
  const units = next(sizes.units)
  const tokens = next(sizes.tokens)
  const lexicon = next(sizes.lexicon)
  const postings = next(sizes.postings)
  const texts = next(sizes.texts)
  const index: Index = {
    documents,
    entries,
    languages,
    lexicon,
    postings,
    sourceOf,
    fences: fences.map((fence) => encodeUtf8(fence)),
    lexiconStart: (entry) => starts.getUint32(entry * 8, true),
    postingsStart: (entry) => starts.getUint32(entry * 8 + 4, true),
    idOf: (entry) => ids.getUint32(entry * 4, true),
    firstUnit: (document) => documentTable.getUint32(document * documentWidth, true),
    textsStart: (document) => documentTable.getUint32(document * documentWidth + 4, true),
    tokensStart: (document) => documentTable.getUint32(document * documentWidth + 8, true),
    firstToken: (unit) => units.getUint32(unit * unitWidth, true),
    signatureOf: (unit) => units.getInt32(unit * unitWidth + 4, true),
    headingNumber: (unit) => units.getUint16(unit * unitWidth + 8, true),
    kindOf(unit) {
      const kind = unitKinds[units.getUint8(unit * unitWidth + 10)]
      if (kind === undefined) throw new RangeError(`unit ${unit} has an unknown kind`)
      return kind
    },
    idAt(at) {
      const id = tokens.getUint16(at * 2, true)
      return id === rareTerm ? tokens.getUint32(at * 2 + 2, true) : id
    },
    textsOf: (document) => bytesIn(texts, index.textsStart(document), index.textsStart(document + 1)),
    tokensIn: (document) => index.tokensStart(document + 1) - index.tokensStart(document),
    requireEntries(from, to) {
      bytesIn(starts, from * 8, (to + 1) * 8)
      bytesIn(lexicon, index.lexiconStart(from), index.lexiconStart(to))
    },
    requireEntry(entry) {
      const postingsOf = () => bytesIn(postings, index.postingsStart(entry), index.postingsStart(entry + 1))
      mapCollectingMissing([() => index.idOf(entry), postingsOf], (read) => read())
    },
    requireDocument(document) {
      const ranges = [
        [units, index.firstUnit(document) * unitWidth, (index.firstUnit(document + 1) + 1) * unitWidth],
        [tokens, index.tokensStart(document) * 2, index.tokensStart(document + 1) * 2],
      ] as const
      mapCollectingMissing(ranges, ([section, from, to]) => bytesIn(section, from, to))
    },
  }
  return index
}

/** Opens an index without copying. Throws if it is incomplete; damage within a section throws when it is read. */
export function openIndex(bytes: Uint8Array, sourceOf: SourceOf = () => emptyBytes): Index {
  const head = readHead(bytes)
  const { documents, entries, units, sizes } = head
  const index = readIndex(bytes, head, head.languages.map(searchLanguage), sourceOf)
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

export interface IndexHead {
  readonly documents: number
  readonly entries: number
  readonly units: number
  /** Of the sections, in bytes. */
  readonly sizes: Readonly<Record<SectionName, number>>
  readonly languages: readonly string[]
  readonly fences?: readonly string[]
}

type SectionName =
  | ('head' | 'starts' | 'ids' | 'documents' | 'units' | 'tokens' | 'lexicon')
  | ('postings' | 'texts' | 'languages')

export function readHead(bytes: Uint8Array): IndexHead {
  if (bytes.length < headLength * 4) throw badIndex('is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, headLength * 4)
  const number = (at: number) => view.getUint32(at * 4, true)
  if (number(0) !== indexMagic) throw badIndex('has the wrong magic number')
  if (number(1) !== indexVersion) throw badIndex(`has version ${number(1)}, expected ${indexVersion}`)
  const [documents, entries, units] = [number(2), number(3), number(4)]
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

const badIndex = (problem: string): Error => new Error(`the search index ${problem}; build it again`)
