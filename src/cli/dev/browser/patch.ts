import { holdPlace } from './place.ts'

/**
 * Puts what has changed in the text of a page into the page that is open, which is quicker than loading it again, and leaves what is unfolded, selected or
 * scrolled as it is. False when anything else has changed, or what a script must see when it starts: then the page is loaded again.
 */
export function patch(before: string, now: string): boolean {
  const [then, next] = [parsed(before), parsed(now)]
  const text = document.querySelector('main .prose')
  if (!text || !then.text || !next.text || then.around !== next.around) return false
  const [was, is] = [childrenOf(then.text), childrenOf(next.text)]
  // Scripts add to what is in the text, not beside it: the nth thing of the page is the nth that was sent.
  if (text.children.length !== was.length) return false
  const start = sameAtStart(was, is)
  const end = sameAtEnd(was.slice(start), is.slice(start))
  const fresh = [...next.text.children].slice(start, is.length - end)
  if (fresh.some((one) => one.matches(forScripts) || one.querySelector(forScripts) !== null)) return false
  const stale = [...text.children].slice(start, was.length - end)
  const after = text.children[was.length - end] ?? null
  holdPlace(() => {
    for (const one of stale) one.remove()
    for (const one of fresh) text.insertBefore(document.adoptNode(one), after)
  })
  return true
}

/** What has a button of its own. */
const forScripts = 'figure.code, [data-copy]'

/** The text of a page, and all that is seen around it. */
function parsed(page: string) {
  const { head, body } = new DOMParser().parseFromString(page, 'text/html')
  const text = body.querySelector('main .prose')
  const copy = text?.cloneNode(true) as Element | undefined
  text?.replaceChildren()
  const seen = [...head.querySelectorAll('title, style, link[rel=stylesheet]'), body]
  return { text: copy, around: seen.map(({ outerHTML }) => outerHTML).join('\n') }
}

function childrenOf(element: Element): string[] {
  return Array.from(element.children, ({ outerHTML }) => outerHTML)
}

function sameAtStart(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((one, nth) => one !== b[nth])
  return different < 0 ? a.length : different
}

function sameAtEnd(a: readonly string[], b: readonly string[]): number {
  let same = 0
  while (same < Math.min(a.length, b.length) && a.at(-1 - same) === b.at(-1 - same)) same++
  return same
}
