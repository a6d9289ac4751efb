/** What can be quoted from a body: a sentence, a row of a table, a line of code, a heading, what a picture shows. */
export const bodyKinds = ['prose', 'table', 'code', 'heading', 'figure'] as const

export type BodyKind = (typeof bodyKinds)[number]

/** The parts of a post that are searched, in the order in which a match is looked for. */
export const searchedParts = ['body', 'summary', 'title', 'tags', 'date'] as const

export type SearchedPart = (typeof searchedParts)[number]
