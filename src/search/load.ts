import { type Language, languageNamed } from './languages.ts'
import { headLength, magic, type UnitKind, unitKinds, unitWidth, version } from './format.ts'

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
  readonly #texts: Uint8Array

  constructor(
    bytes: Uint8Array,
    { documents, entries, sizes }: ReturnType<typeof readHead>,
    sourceOf: SourceOf,
  ) {
    let at = 0
    const next = (size: number) => {
      at += size
      return new DataView(bytes.buffer, bytes.byteOffset + at - size, size)
    }
    this.documents = documents
    this.entries = entries
    this.sourceOf = sourceOf
    next(sizes.head)
    this.#starts = next(sizes.starts)
    this.#ids = next(sizes.ids)
    this.#documents = next(sizes.documents)
    this.#units = next(sizes.units)
    this.#tokens = next(sizes.tokens)
    this.lexicon = next(sizes.lexicon)
    this.postings = next(sizes.postings)
    this.#texts = bytes.subarray(at, at + sizes.texts)
    const codes = utf8.decode(bytes.subarray(at + sizes.texts, at + sizes.texts + sizes.languages))
    this.languages = codes.split(' ').map(languageNamed)
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
    return this.#documents.getUint32(document * 8, true)
  }

  textsStart(document: number): number {
    return this.#documents.getUint32(document * 8 + 4, true)
  }

  textsOf(document: number): Uint8Array {
    return this.#texts.subarray(this.textsStart(document), this.textsStart(document + 1))
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

  tokensIn(document: number): number {
    return this.firstToken(this.firstUnit(document + 1)) - this.firstToken(this.firstUnit(document))
  }
}

/** Copies nothing. Throws when the bytes are not a whole index; damage inside a section is found when it is read there. */
export function openIndex(bytes: Uint8Array, sourceOf: SourceOf = () => emptyBytes): Index {
  const head = readHead(bytes)
  const { documents, entries, units, sizes } = head
  const index = new Index(bytes, head, sourceOf)
  const whole =
    index.lexiconStart(entries) === sizes.lexicon &&
    index.postingsStart(entries) === sizes.postings &&
    index.firstUnit(documents) === units &&
    index.textsStart(documents) === sizes.texts &&
    index.firstToken(units) * 2 === sizes.tokens
  if (!whole) throw malformed('points outside itself')
  return index
}

const emptyBytes = new Uint8Array(0)
const utf8 = new TextDecoder()

function readHead(bytes: Uint8Array) {
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
    documents: (documents + 1) * 8,
    units: (units + 1) * unitWidth,
    tokens: number(5) * 2,
    lexicon: number(6),
    postings: number(7),
    texts: number(8),
    languages: number(9),
  }
  const total = Object.values(sizes).reduce((sum, size) => sum + size)
  if (total !== bytes.length) throw malformed('is not as long as it says')
  return { documents, entries, units, sizes }
}

function malformed(what: string): Error {
  return new Error(`the search index ${what}; build it again`)
}
