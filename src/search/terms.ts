import { longestTerm, separators, termOf, tokens } from './analyse.ts'
import { int32At, itemAt, uint8At } from './bytes.ts'
import { normalise } from './normalise.ts'

/**
 * Numbers the terms of texts. A text is cut into runs where no token goes on, and nearly every run has come before: it is known by its
 * letters then, and no string is made of it, normalised, cut into tokens and stemmed.
 */
export class TermReader {
  /** Every term that was read; its number is its position. */
  readonly vocabulary: string[] = []
  readonly #numbers = new Map<string, number>()
  /** The letters of the known runs, one run after another; after them those of the run that is being read. */
  #letters = new Uint8Array(1 << 10)
  /** For each known run and one more: where its letters start. */
  #starts = new Int32Array(firstRuns + 1)
  #hashes = new Int32Array(firstRuns)
  /** For each known run: the number of its term; or, below zero, which of the lists it has, counted from -1. */
  #values = new Int32Array(firstRuns)
  readonly #lists: (readonly number[])[] = []
  #known = 0
  /** The known runs by their hashes, counted from 1; 0 where there is none. */
  #slots = new Int32Array(firstRuns * 2)
  #terms = new Int32Array(1 << 7)
  #count = 0

  /** Reads a text of so many bytes; one more is written after them. */
  read(text: string, bytes: Uint8Array, length: number): void {
    const used = int32At(this.#starts, this.#known)
    while (used + length > this.#letters.length) this.#letters = larger(this.#letters)
    bytes[length] = space
    for (let at = 0; at < length; ) at = this.#readRun(text, bytes, length, at) + 1
  }

  /** After each unit. */
  endUnit(): void {
    this.#add(-1)
  }

  /** The terms that were read since the last time, with -1 after each unit. */
  take(): Int32Array {
    const taken = this.#terms.slice(0, this.#count)
    this.#count = 0
    return taken
  }

  /** Reads the run that starts at a byte, and returns where it ends. */
  #readRun(text: string, bytes: Uint8Array, length: number, start: number): number {
    const letters = this.#letters
    const first = int32At(this.#starts, this.#known)
    let hash = 0
    let last = first
    let at = start
    for (let letter = letterAt(bytes, at); letter !== 0; ) {
      const next = letterAt(bytes, ++at)
      // At the end of a run it is the end of a sentence, and part of no token.
      if (letter === fullStop && next === 0) break
      letters[last++] = letter
      hash = mixed(hash, letter)
      letter = next
    }
    if (last === first) return at
    const run = this.#find(hash, first, last)
    if (run === undefined) {
      const isAscii = length === text.length
      const found = isAscii ? text.slice(start, at) : decoder.decode(bytes.subarray(start, at))
      const numbers = this.#analyse(found)
      this.#addAll(numbers)
      if (last - first <= longestTerm) this.#learn(hash, last, numbers)
    } else {
      const value = int32At(this.#values, run)
      if (value >= 0) this.#add(value)
      else this.#addAll(itemAt(this.#lists, -1 - value))
    }
    return at
  }

  /** The known run that has the letters from `first` to `last`. */
  #find(hash: number, first: number, last: number): number | undefined {
    const letters = this.#letters
    const starts = this.#starts
    const slots = this.#slots
    for (let probe = 0; probe < mostProbes; probe++) {
      const run = int32At(slots, slotOf(hash, probe, slots.length)) - 1
      if (run < 0) return undefined
      if (this.#hashes[run] !== hash) continue
      let known = int32At(starts, run)
      if (int32At(starts, run + 1) - known !== last - first) continue
      let at = first
      for (; at < last && letters[at] === letters[known]; at++) known++
      if (at === last) return run
    }
    return undefined
  }

  #analyse(run: string): readonly number[] {
    // What most are is a token as it is.
    const [word] = plainWord.exec(run) ?? []
    if (word) return [this.#numberOf(termOf(word.toLowerCase()))]
    const found: number[] = []
    tokens(normalise(run).text, true, (token) => void found.push(this.#numberOf(termOf(token))))
    return found
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.vocabulary.length)
    return this.vocabulary.push(term) - 1
  }

  /** Keeps the run that was read last, if a slot near to where it belongs is free. */
  #learn(hash: number, last: number, numbers: readonly number[]): void {
    if (this.#known === this.#values.length) this.#grow()
    if (!this.#place(this.#known, hash)) return
    const [only] = numbers
    const isOne = only !== undefined && numbers.length === 1
    this.#hashes[this.#known] = hash
    this.#values[this.#known] = isOne ? only : -this.#lists.push(numbers)
    this.#starts[++this.#known] = last
  }

  #place(run: number, hash: number): boolean {
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = slotOf(hash, probe, this.#slots.length)
      if (this.#slots[slot] !== 0) continue
      this.#slots[slot] = run + 1
      return true
    }
    return false
  }

  #grow(): void {
    this.#starts = larger(this.#starts)
    this.#hashes = larger(this.#hashes)
    this.#values = larger(this.#values)
    this.#slots = new Int32Array(this.#slots.length * 2)
    for (let run = 0; run < this.#known; run++) this.#place(run, int32At(this.#hashes, run))
  }

  #addAll(numbers: readonly number[]): void {
    for (const number of numbers) this.#add(number)
  }

  #add(number: number): void {
    if (this.#count === this.#terms.length) this.#terms = larger(this.#terms)
    this.#terms[this.#count++] = number
  }
}

/** Few, so that the tables have grown before the engine makes machine code of this, which then need not be made again. */
export const firstRuns = 1 << 7
/** No choice of words makes the search for one longer: a run for which there is no slot is read again each time it comes. */
const mostProbes = 16
const plainWord = new RegExp(`^[a-z0-9]{1,${longestTerm}}(?=\\.?$)`, 'i')
const decoder = new TextDecoder()
const [space, fullStop] = [0x20, 0x2e] as const

/** What each byte is in a run: 0 if it is in none, and lower case. A NUL is as good as any control: no token has one. */
const letterOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  if (separators.includes(character)) return 0
  return byte < 0x80 ? character.toLowerCase().charCodeAt(0) || 1 : byte
})

function letterAt(bytes: Uint8Array, at: number): number {
  return uint8At(letterOf, uint8At(bytes, at))
}

/** The hash of a run with one letter more. */
export function mixed(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193)
}

export function slotOf(hash: number, probe: number, slots: number): number {
  return ((hash ^ (hash >>> 15)) + probe) & (slots - 1)
}

function larger<List extends Uint8Array | Int32Array>(list: List): List {
  const longer = new (list.constructor as new (length: number) => List)(list.length * 2)
  longer.set(list)
  return longer
}
