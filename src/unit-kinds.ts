/** What can be quoted from a body: a sentence, a row of a table, a line of code, a heading, what a picture shows. */
export const bodyKinds = ['prose', 'table', 'code', 'heading', 'figure'] as const

export type BodyKind = (typeof bodyKinds)[number]
