import type { Syntax as GeneratorSyntax } from '../../content/generators.ts'

/** What posts may hold besides markdown, by the generator they were written for. */
export type Syntax = GeneratorSyntax | 'html'

/** Something that has no meaning in markdown. Its tags are gone; what was between them is kept. */
export interface Untranslated {
  readonly offset: number
  readonly syntax: Syntax | 'box' | 'wordpress'
  /** As written, in short. */
  readonly written: string
  /** Whether there was anything between its tags. */
  readonly hasText: boolean
}

/** As written, in one line of a message. */
export function inShort(written: string): string {
  const line = written.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
