import { type IndexedDocument, kinds } from './document.ts'
import type { Index } from './load.ts'
import { longestSentence } from './tuning.ts'

/** Units from one up to another. */
export interface UnitRange {
  readonly from: number
  readonly to: number
}

/** Takes stretches out of a document, none of them twice. */
export class UnitRanges {
  readonly #index: Index
  readonly #document: IndexedDocument
  readonly #worth: ReadonlyMap<number, number>
  readonly #taken = new Set<number>()

  constructor(
    index: Index,
    document: IndexedDocument,
    choices: readonly { readonly unit: number; readonly worth: number }[],
  ) {
    this.#index = index
    this.#document = document
    this.#worth = new Map(choices.map(({ unit, worth }) => [unit, worth]))
  }

  /** The stretch around a unit, unless that is in another one already. */
  take(unit: number, room: number): UnitRange | undefined {
    if (this.#taken.has(unit)) return undefined
    const index = this.#index
    const document = this.#document
    const heading = index.headingNumber(unit)
    const isHeading = index.kindOf(unit) === 'heading'
    // A heading is quoted by what is under it, unless that is quoted already; its anchor stands between the two.
    if (isHeading && this.#taken.has(unit + 2)) return undefined
    const below = isHeading && this.#isFree(unit + 2, heading) ? unit + 2 : unit
    const kind = index.kindOf(below)
    const lengthOf = (unit: number) => (this.#isFree(unit, heading) ? document.length(unit) + 1 : Infinity)
    const ofKind = (unit: number) =>
      lengthOf(unit) < Infinity && index.kindOf(unit) === kind ? lengthOf(unit) : Infinity
    let from = below
    let to = below + 1
    let length = document.length(below)
    let hasAnnounced = false
    for (;;) {
      // What a colon announces belongs to it, however little room there is: once, and in prose. In code it announces nothing.
      const announces =
        !hasAnnounced && index.kindOf(to - 1) === 'prose' && document.text(to - 1).endsWith(':')
      const announced = announces ? lengthOf(to) : Infinity
      const next = ofKind(to)
      const before = isHeading ? Infinity : ofKind(from - 1)
      if (announced <= longestSentence) {
        hasAnnounced = true
        length += announced
      } else if (length + next <= room && (length + before > room || this.#isWorthMore(to, from - 1))) {
        length += next
      } else if (length + before <= room) {
        length += before
        from--
        continue
      } else break
      to++
    }
    for (let one = from; one < to; one++) this.#taken.add(one)
    if (isHeading) this.#taken.add(unit)
    return { from, to }
  }

  #isFree(unit: number, heading: number): boolean {
    const { first, end } = this.#document
    if (unit < first || unit >= end || this.#taken.has(unit)) return false
    const kind = this.#index.kindOf(unit)
    return kinds[kind].carriesOn && this.#index.headingNumber(unit) === heading
  }

  #isWorthMore(next: number, before: number): boolean {
    return (this.#worth.get(next) ?? 0) >= (this.#worth.get(before) ?? 0)
  }
}
