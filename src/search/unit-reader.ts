import { type UnitKind, unitKinds } from './format.ts'
import { type Index, rareSlot, unitEnd } from './load.ts'

/** Where in a document terms of the query stand: the unit, the place among its tokens, the term. In order. */
export interface Matches {
  units: Uint32Array
  places: Uint16Array
  terms: Uint8Array
  count: number
}

/** Used again for every document. */
const matches: Matches = {
  units: new Uint32Array(1 << 12),
  places: new Uint16Array(1 << 12),
  terms: new Uint8Array(1 << 12),
  count: 0,
}

/** All matches in a document; they are good until the next are asked for. Units are counted over all documents. */
export function matchesIn({ tokens, slots, documentStarts }: Index, document: number): Matches {
  // Integers of 32 bits, which the loop is fast with. The end of a unit has a slot, too: one test passes over any other term.
  const end = Math.min(documentStarts[document * 2 + 3] ?? 0, tokens.length) | 0
  let at = Math.min(documentStarts[document * 2 + 1] ?? 0, tokens.length) | 0
  let unit = (documentStarts[document * 2] ?? 0) | 0
  let start = at
  matches.count = 0
  while (at < end) {
    let slot = slots[tokens[at++] ?? 0] ?? 0
    if (slot === 0) continue
    if (slot === unitEnd) {
      start = at
      unit++
      continue
    }
    if (slot === rareSlot) {
      slot = slots[((tokens[at] ?? 0) | ((tokens[at + 1] ?? 0) << 16)) >>> 0] ?? 0
      at += 2
      start += 2
      if (slot === 0 || slot >= rareSlot) continue
    }
    note(unit, at - start - 1, slot - 1)
  }
  return matches
}

function note(unit: number, place: number, term: number): void {
  const { count } = matches
  if (count === matches.units.length) grow()
  matches.units[count] = unit
  matches.places[count] = place
  matches.terms[count] = term
  matches.count = count + 1
}

function grow(): void {
  const { units, places, terms } = matches
  matches.units = new Uint32Array(units.length * 2)
  matches.places = new Uint16Array(units.length * 2)
  matches.terms = new Uint8Array(units.length * 2)
  matches.units.set(units)
  matches.places.set(places)
  matches.terms.set(terms)
}

/** Whether a phrase begins at a match. */
export function isPhrase(
  { units, places, terms, count }: Matches,
  at: number,
  phrase: readonly number[],
): boolean {
  if (at + phrase.length > count) return false
  for (let word = 0; word < phrase.length; word++) {
    const there = at + word
    if (
      terms[there] !== phrase[word] ||
      units[there] !== units[at] ||
      places[there] !== (places[at] ?? 0) + word
    )
      return false
  }
  return true
}

export function kindOf({ units }: Index, unit: number): UnitKind {
  return unitKinds[(units[unit * 2 + 1] ?? 0) & 7] ?? 'prose'
}

export function textOf({ units, text }: Index, unit: number): string {
  return decoder.decode(text.subarray(units[unit * 2] ?? 0, units[unit * 2 + 2] ?? 0))
}

/** The heading a unit stands under, and its anchor, which follows it. */
export function headingOf(index: Index, unit: number): { heading: string; anchor: string } {
  const number = (index.units[unit * 2 + 1] ?? 0) >>> 3
  return number === 0
    ? { heading: '', anchor: '' }
    : { heading: textOf(index, number - 1), anchor: textOf(index, number) }
}

const decoder = new TextDecoder()
