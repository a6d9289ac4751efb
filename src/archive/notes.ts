import { withoutEnding } from '../content/layout.ts'

/** What is asked of a resolver to find a note by its name: whoever keeps what a body has asked of it keeps this, too. */
export const noteNamed = (name: string) => `[[${name}]]`

/** The name in such a question. */
export function noteIn(href: string): string | undefined {
  return /^\[\[(.*)\]\]$/.exec(href)?.[1]
}

/** Every file by each end of its path, in small letters: of a document without its ending. Of two of one name the first counts. */
export function namesIn(
  paths: Iterable<string>,
  documents: ReadonlyMap<string, string>,
): Map<string, string> {
  const named = new Map<string, string>()
  for (const path of paths) {
    const name = (documents.has(path) ? withoutEnding(path) : path).toLowerCase()
    const steps = name.split('/')
    for (let first = steps.length - 1; first >= 0; first--) {
      const end = steps.slice(first).join('/')
      if (!named.has(end)) named.set(end, path)
    }
  }
  return named
}
