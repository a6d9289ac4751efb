/** One picture of a `srcset`, and where its address is in it. */
export interface Candidate {
  readonly url: string
  readonly start: number
  readonly end: number
}

/** The pictures of a `srcset`, as HTML divides it: an address ends at a space, and at commas only when they end it. */
export function candidates(srcset: string): Candidate[] {
  const found: Candidate[] = []
  const next = /[\s,]*([^\s,]\S*)/y
  for (let match = next.exec(srcset); match; match = next.exec(srcset)) {
    const written = match[1] ?? ''
    const end = next.lastIndex
    const start = end - written.length
    const url = written.replace(/,+$/, '')
    found.push({ url, start, end: start + url.length })
    if (url.length < written.length) continue
    const comma = srcset.indexOf(',', end)
    if (comma === -1) break
    next.lastIndex = comma
  }
  return found
}
