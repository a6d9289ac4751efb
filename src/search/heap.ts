import { numberAt } from './bytes.ts'
import type { Scores } from './query.ts'

/** Documents by score, and equals by number, with the best of them on top, or the worst. */
export class Heap {
  readonly #scores: Scores
  readonly #sign: 1 | -1
  readonly #list: number[]

  constructor(scores: Scores, top: 'best' | 'worst', documents: readonly number[] = []) {
    this.#scores = scores
    this.#sign = top === 'best' ? 1 : -1
    this.#list = [...documents]
    for (let at = (documents.length >> 1) - 1; at >= 0; at--) this.#sink(at)
  }

  get size(): number {
    return this.#list.length
  }

  /** In no order. */
  get documents(): readonly number[] {
    return this.#list
  }

  get top(): number {
    return numberAt(this.#list, 0)
  }

  /** Adds a document; of more than so many, the one on top goes, or this one if it would be there. */
  keep(document: number, most: number): void {
    if (this.#list.length < most) this.#add(document)
    else if (most > 0 && this.#isAbove(this.top, document)) this.#replaceTop(document)
  }

  takeTop(): number {
    const { top } = this
    const last = this.#list.pop() ?? top
    if (this.#list.length > 0) this.#replaceTop(last)
    return top
  }

  #add(document: number): void {
    this.#list.push(document)
    let at = this.#list.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isAbove(document, numberAt(this.#list, parent))) break
      this.#list[at] = numberAt(this.#list, parent)
      at = parent
    }
    this.#list[at] = document
  }

  #replaceTop(document: number): void {
    this.#list[0] = document
    this.#sink(0)
  }

  #sink(from: number): void {
    const list = this.#list
    const document = numberAt(list, from)
    let at = from
    for (;;) {
      let child = at * 2 + 1
      if (child >= list.length) break
      if (child + 1 < list.length && this.#isAbove(numberAt(list, child + 1), numberAt(list, child))) child++
      if (!this.#isAbove(numberAt(list, child), document)) break
      list[at] = numberAt(list, child)
      at = child
    }
    list[at] = document
  }

  #isAbove(one: number, other: number): boolean {
    const difference = this.#scores.of(one) - this.#scores.of(other)
    return (difference === 0 ? other - one : difference) * this.#sign > 0
  }
}
