/**
 * The index as one block of bytes, which is opened by looking at it and not by decoding it. Numbers are little-endian; a varint has
 * seven bits a byte, low bits first. A term of the lexicon is an entry, known by its number.
 *
 *     head       magic, version, how many documents, entries and units; how many tokens; the bytes of the last four sections
 *     entries    for each entry and one more: where it starts in the lexicon, where its postings start
 *     ids        for each entry: its id among the tokens, the most frequent term first, from 1
 *     documents  for each document and one more: its first unit, where its texts start, its first token
 *     units      for each unit and one more: its first token; its signature; which of the document's headings it stands under, from 1,
 *                or 0 for none, in 16 bits; its kind, in 8
 *     tokens     for each unit: the ids of its terms in order, stop words too
 *     lexicon    the terms in UTF-8, sorted by byte, without anything between them
 *     postings   for each entry: a varint of how many documents have it, then for each a varint step from the last and the impact
 *     texts      for each document: the texts of its units, as `texts.ts` writes them
 *     languages  the codes of the languages that its words are of, with spaces between them
 *
 * All up to the units are of 32 bits if nothing else is said, the tokens of 16.
 */
export const magic = 0x58444943 // "CIDX"
export const version = 6
export const headLength = 10

/** What can be quoted from a body: a sentence, a row of a table, a line of code, a heading, what a picture shows. */
export const bodyKinds = ['prose', 'table', 'code', 'heading', 'figure'] as const

export type BodyKind = (typeof bodyKinds)[number]

/** The parts of a post that are searched, in the order in which a match is looked for. */
export const searchedParts = ['body', 'summary', 'title', 'tags', 'date'] as const

export type SearchedPart = (typeof searchedParts)[number]

/** A heading is followed by its anchor, which has no tokens. The last four are not of the body, and come after it. */
export const unitKinds = [...bodyKinds, 'anchor', 'summary', 'title', 'tags', 'date'] as const
export type UnitKind = (typeof unitKinds)[number]

/** Among the tokens: the id follows in two numbers, the lower half first. No term has this id; frequent ones have smaller. */
export const rareTerm = 0xffff

export const documentWidth = 12
export const unitWidth = 11
export const mostHeadings = 0xffff

/**
 * A bit that a unit has in its signature when it has the term, and one time in eight when it has not: most units are passed over
 * by one look. The most frequent terms are in too many units to tell them apart, and have no bit.
 */
export function signatureOf(id: number): number {
  return id < 128 ? 0 : 1 << (id & 31)
}

/** No unit is longer, in characters, so that no line of minified code makes a query slow. */
export const longestUnit = 1000
