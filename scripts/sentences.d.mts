import type { Shell } from './commands.mjs'

/** A number may be marked as one that differs a little between machines: what is written stays if it is within a hundredth. */
export type Value = string | number | { readonly about: number }

/** A sentence or a row of a table, with # where each of the values stands. */
export type Fact = readonly [sentence: string, ...values: Value[]]

/** Measures the figures of one post. */
export type Facts = (shell: Shell) => Promise<readonly Fact[]>

export const sentences: Readonly<Record<string, Facts>>
