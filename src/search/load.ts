import { headLength, magic, rareTerm, unitWidth, version } from './format.ts'
import { Matches, type Readable, rareSlot, unitEnd } from './matches.ts'

/** An index that is open: views of its block as `format.ts` has it, and the memory that every query uses again. */
export interface Index extends Readable {
  readonly documents: number
  readonly terms: number
  /** Pairs: where a term starts in the lexicon, and where its postings do. */
  readonly termStarts: Uint32Array
  readonly lexicon: Uint8Array
  readonly postings: Uint8Array
  readonly text: Uint8Array
  /** For each document its score for the query being answered, and a bit for each term it has. */
  readonly scores: Float64Array
  readonly masks: Int32Array
  readonly matches: Matches
}

/** Copies nothing, unless numbers stand where this machine cannot read them. Throws when the bytes are not a whole index. */
export function openIndex(bytes: Uint8Array): Index {
  if (bytes.length < headLength * 4) throw malformed('is too short')
  const head = numbersIn(bytes.subarray(0, headLength * 4))
  const [found, edition, documents = 0, terms = 0, unitCount = 0, tokenCount = 0, ...lengths] = head
  if (found !== magic) throw malformed('does not begin as one')
  if (edition !== version) throw malformed(`is of version ${edition}, not ${version}`)
  const numbers = [headLength, (terms + 1) * 2, terms, documents + 1, (unitCount + 1) * unitWidth].map(
    (count) => count * 4,
  )
  const sizes = [...numbers, tokenCount * 2, ...lengths]
  if (sizes.reduce((sum, size) => sum + size) !== bytes.length) throw malformed('is not as long as it says')

  let at = 0
  const sections = sizes.map((size) => {
    at += size
    return bytes.subarray(at - size, at)
  })
  const nothing = new Uint8Array(0)
  const [, starts = nothing, names = nothing, firsts = nothing, heads = nothing, stream = nothing] = sections
  const [lexicon = nothing, postings = nothing, text = nothing] = sections.slice(6)
  const termStarts = numbersIn(starts)
  const documentStarts = numbersIn(firsts)
  const units = numbersIn(heads)
  const ids = numbersIn(names)
  const slots = new Uint8Array(Math.max(terms, rareTerm) + 2)
  slots[0] = unitEnd
  slots[rareTerm] = rareSlot
  const whole =
    endsWith(termStarts, lexicon.length, postings.length) &&
    endsWith(documentStarts, unitCount) &&
    endsWith(units, text.length, 0, tokenCount, 0)
  if (!whole) throw malformed('points outside itself')

  const scores = new Float64Array(documents)
  const masks = new Int32Array(documents)
  const tokens = halvesIn(stream)
  return {
    ...{ documents, terms, termStarts, ids, documentStarts, units, tokens },
    ...{ lexicon, postings, text, scores, masks, slots, matches: new Matches() },
  }
}

function malformed(what: string): Error {
  return new Error(`the search index ${what}; build it again`)
}

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** The bytes themselves where this machine can read numbers of that size there; else a copy where it can. */
function readable(bytes: Uint8Array, size: number): Uint8Array {
  if (littleEndian && bytes.byteOffset % size === 0) return bytes
  // Not `slice`, which on a Buffer copies nothing.
  const copy = new Uint8Array(bytes)
  if (!littleEndian) for (let at = 0; at < copy.length; at += size) copy.subarray(at, at + size).reverse()
  return copy
}

function numbersIn(section: Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = readable(section, 4)
  return new Uint32Array(buffer, byteOffset, length >>> 2)
}

function halvesIn(section: Uint8Array): Uint16Array {
  const { buffer, byteOffset, length } = readable(section, 2)
  return new Uint16Array(buffer, byteOffset, length >>> 1)
}

/** Checked at the ends alone, for looking at every number takes longer than everything else; readers keep to their section. */
function endsWith(numbers: Uint32Array, ...last: readonly number[]): boolean {
  return last.every((number, at) => numbers.at(at - last.length) === number)
}
