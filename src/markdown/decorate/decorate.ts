import type { Markdown } from '../markdown.ts'
import { setDirections } from './directions.ts'
import { setFigure } from './figures.ts'
import { setTable } from './tables.ts'

/**
 * What a page puts around the things of a body, besides what markdown says: the frames of code, tables and pictures, links to
 * headings, the direction of a text. It is written to the tokens and read by the renderer, which is then done with them.
 */
export class Decorations {
  /** How often each has been asked for. */
  readonly #labels = new Map<string, number>()
  #images = 0

  constructor(parsed: Markdown) {
    const { tokens, texts } = parsed
    let heading = ''
    for (let at = 0; at < tokens.length; at++) {
      const type = tokens[at]?.type
      if (type === 'inline') setFigure(tokens, at)
      else if (type === 'heading_open') heading = texts[at + 1] ?? ''
      else if (type === 'table_open') setTable(parsed, at, heading, (text) => this.label(text))
    }
    setDirections(parsed)
  }

  /** A name for something that no other thing on the page has. */
  label(text: string): string {
    let nth = (this.#labels.get(text) ?? 0) + 1
    while (nth > 1 && this.#labels.has(`${text} (${nth})`)) nth++
    this.#labels.set(text, nth)
    if (nth === 1) return text
    return this.label(`${text} (${nth})`)
  }

  /** What an image has besides its own attributes. The first is likely to be seen at once; the others are loaded when they are near. */
  image(): string {
    return this.#images++ === 0 ? '' : ' loading="lazy" decoding="async"'
  }
}
