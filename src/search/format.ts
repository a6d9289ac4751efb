/**
 * The binary format of the index, which is read in place. Numbers are little-endian, 32 bits unless noted. A varint has seven bits per
 * byte, low bits first. An entry is the number of a term in the lexicon. Tables marked + have one more row, for the end.
 *
 *     head       magic, version; counts of documents, entries, units and tokens; byte lengths of the last four sections
 *     entries +  start in the lexicon, start of postings
 *     ids        the id of each entry in `tokens`: 1 for the most frequent term
 *     documents+ first unit, start of texts, first token
 *     units +    first token; signature; number of its heading in the document, or 0 (16 bits); kind (8 bits)
 *     tokens     for each unit: the ids of its terms in order, including stop words (16 bits)
 *     lexicon    the terms in UTF-8, sorted by byte, without separators
 *     postings   for each entry: a varint count of documents; for each, a varint delta and the impact (8 bits)
 *     texts      for each document: the texts of its units, as written by `texts.ts`
 *     languages  language codes, separated by spaces, that of most documents first
 */
export const indexMagic = 0x58444943 // "CIDX"
export const indexVersion = 7
export const headLength = 10

/** `columns` is the header of a table; `figure` is an alt text, a credit or a progress bar, which no passage quotes. */
export const bodyKinds = ['prose', 'columns', 'table', 'code', 'heading', 'figure'] as const

export type BodyKind = (typeof bodyKinds)[number]

/** The searched parts of a post, in the order in which a match is looked up. */
export const searchedParts = ['body', 'summary', 'title', 'tags', 'date'] as const

export type SearchedPart = (typeof searchedParts)[number]

/** An anchor follows its heading and has no tokens. The last four kinds follow the body. */
export const unitKinds = [...bodyKinds, 'anchor', 'summary', 'title', 'tags', 'date'] as const
export type UnitKind = (typeof unitKinds)[number]

/** An escape in `tokens`: the id follows in two numbers, the lower half first. No term has this id. */
export const rareTerm = 0xffff

/** The numbers that an id takes in `tokens`. */
export const slotsOf = (id: number): 1 | 3 => (id > rareTerm ? 3 : 1)

export const documentWidth = 12
export const unitWidth = 11
export const maxHeadings = 0xffff

/**
 * Returns a term's bit in the signatures of units, which is set by chance in one unit of eight: most units are skipped by one test. The
 * most frequent terms are in too many units to filter by, and have no bit.
 */
export const signatureOf = (id: number): number => (id < 128 ? 0 : 1 << (id & 31))

/** In characters. A limit, so that minified code does not slow down queries. */
export const maxUnitLength = 1000
