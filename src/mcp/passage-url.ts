import { textFragment } from '../base/text-fragment.ts'
import type { Passage } from '../search/passages.ts'

/**
 * The address of a passage on its page: of its section, and for a browser that knows how, of the very words. Rows and code are not on the
 * page as they are quoted.
 */
export function passageUrl(page: string, { parts: [first], anchor }: Passage, longest = Infinity): string {
  const words = first?.form === 'prose' ? first.text.replace(/^…|…$/g, '') : ''
  const directive = words === '' ? '' : textFragment(words)
  const fragment = encodeURIComponent(anchor) + (directive.length > longest ? '' : directive)
  return fragment === '' ? page : `${page}#${fragment}`
}
