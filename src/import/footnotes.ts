import type { Element, ElementContent } from 'hast'
import { element } from './html-tree.ts'

/** An element that becomes the mark of a footnote, `[^1]`. */
export function footnoteMark(number: string): Element {
  return element('a', { dataNumber: number })
}

/** One that becomes its text. */
export function footnoteText(number: string, children: readonly ElementContent[]): Element {
  return element('section', { dataNumber: number }, children)
}
