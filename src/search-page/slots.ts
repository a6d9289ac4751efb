/**
 * What is left open in a sealed page of results: the words that were asked for, the query of its address, and the results. Each form
 * escapes them in its own way.
 */
export type Slot = 'words' | 'query' | 'results'

/** Between noncharacters, which Unicode keeps for such marks: no escaping changes them, and no text has them. */
export function slot(name: Slot): string {
  return `\ufdd0${name}\ufdd1`
}

const slots = /\ufdd0(words|query|results)\ufdd1/

/** A text with slots, cut at them once. */
export function fillable(text: string): (values: Readonly<Record<Slot, string>>) => string {
  const parts = text.split(slots)
  // `split` puts what the group matched, the name of a slot, between the parts.
  return (values) => parts.map((part, at) => (at % 2 === 1 ? values[part as Slot] : part)).join('')
}
