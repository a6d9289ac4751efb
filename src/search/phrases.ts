import { uint8At } from './bytes.ts'
import { rareTerm, signatureOf } from './format.ts'
import type { Index } from './load.ts'
import type { Question } from './question.ts'
import { workLimits } from './tuning.ts'

/** The phrases of a question, looked for among the tokens of units. */
export class Phrases {
  readonly #index: Index
  readonly #phrases: readonly Phrase[]
  /** For each id which of the groups of phrases begins with it, from 1. */
  readonly #groupOfId: Uint8Array
  readonly #groups: Phrase[][] = []
  /** The work so far: a step for each unit and token that was read, and eight for each phrase that was tried at a token. */
  steps = 0

  constructor(index: Index, { phrases, terms }: Question) {
    this.#index = index
    // A word that occurs nowhere makes its phrase impossible. Every other word of one is one entry of the lexicon.
    const known = phrases.map((phrase) => phrase.flatMap((term) => terms[term]?.entries ?? []))
    const possible = known.filter(({ length }, number) => length === phrases[number]?.length)
    this.#phrases = possible.map((entries) => {
      const ids = entries.map((entry) => index.idOf(entry))
      return { ids, signature: ids.reduce((bits, id) => bits | signatureOf(id), 0) }
    })
    this.#groupOfId = new Uint8Array(this.#phrases.length > 0 ? index.entries + 2 : 0)
    for (const phrase of this.#phrases) {
      const [first = 0] = phrase.ids
      const group = this.#groups[uint8At(this.#groupOfId, first) - 1]
      if (group) group.push(phrase)
      else this.#groupOfId[first] = this.#groups.push([phrase])
    }
  }

  /** Undefined when the steps do not suffice to tell. */
  isIn(document: number): boolean | undefined {
    const end = this.#index.firstUnit(document + 1)
    for (let unit = this.#index.firstUnit(document); unit < end; unit++) {
      if (this.steps > workLimits.phrases.steps) return undefined
      this.steps++
      if (this.countIn(unit) > 0) return true
    }
    return false
  }

  /** How often any of them is in a unit. */
  countIn(unit: number): number {
    const index = this.#index
    const groupOfId = this.#groupOfId
    if (!this.#isPossibleIn(unit)) return 0
    const start = index.firstToken(unit)
    const end = index.firstToken(unit + 1)
    this.steps += end - start
    let count = 0
    for (let at = start; at < end; at++) {
      let id = index.token(at)
      if (id === rareTerm) {
        id = index.rareId(at)
        at += 2
      }
      const group = uint8At(groupOfId, id)
      if (group !== 0) count += this.#countAfter(at, end, this.#groups[group - 1] ?? [])
    }
    return count
  }

  #isPossibleIn(unit: number): boolean {
    const has = this.#index.signatureOf(unit)
    for (const { signature } of this.#phrases) if ((has & signature) === signature) return true
    return false
  }

  /** How many phrases of a group go on after the word they begin with. */
  #countAfter(at: number, end: number, group: readonly Phrase[]): number {
    this.steps += 8 * group.length
    let count = 0
    for (const { ids } of group) if (this.#goesOn(at + 1, end, ids)) count++
    return count
  }

  /** No phrase goes on into the next unit. */
  #goesOn(start: number, end: number, ids: readonly number[]): boolean {
    let at = start
    for (let word = 1; word < ids.length; word++) {
      if (at >= end) return false
      let id = this.#index.token(at)
      if (id === rareTerm) {
        id = this.#index.rareId(at)
        at += 2
      }
      if (id !== ids[word]) return false
      at++
    }
    return true
  }
}

interface Phrase {
  readonly ids: readonly number[]
  /** The bits that a unit which has it has in its signature. */
  readonly signature: number
}
