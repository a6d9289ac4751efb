/** The best of the documents offered so far: a heap with the worst of them on top. Of equals the first offered is better. */
export class Best {
  readonly #most: number
  readonly #scores: Float64Array
  readonly #heap: number[] = []
  /** What a score must be above to get in. */
  bar: number

  constructor(most: number, scores: Float64Array) {
    this.#most = most
    this.#scores = scores
    this.bar = most > 0 ? -Infinity : Infinity
  }

  /** Documents above the bar are offered in ascending order. */
  offer(document: number): void {
    const heap = this.#heap
    if (heap.length < this.#most) this.#rise(heap.push(document) - 1)
    else {
      heap[0] = document
      this.#sink()
    }
    if (heap.length === this.#most) this.bar = this.#scores[heap[0] ?? 0] ?? 0
  }

  /** Best first. */
  sorted(): number[] {
    return this.#heap.toSorted((x, y) => (this.#isWorse(x, y) ? 1 : -1))
  }

  #isWorse(one: number, other: number): boolean {
    const difference = (this.#scores[one] ?? 0) - (this.#scores[other] ?? 0)
    return difference < 0 || (difference === 0 && one > other)
  }

  #rise(from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isWorse(this.#heap[at] ?? 0, this.#heap[parent] ?? 0)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #sink(): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      const left = at * 2 + 1
      const right = left + 1
      let worst = at
      if (left < heap.length && this.#isWorse(heap[left] ?? 0, heap[worst] ?? 0)) worst = left
      if (right < heap.length && this.#isWorse(heap[right] ?? 0, heap[worst] ?? 0)) worst = right
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one] ?? 0
    this.#heap[one] = this.#heap[other] ?? 0
    this.#heap[other] = kept
  }
}
