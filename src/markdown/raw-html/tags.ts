/** A tag of HTML as it is written in markdown. Offsets are within the text that was given. */
export interface WrittenTag {
  readonly name: string
  readonly kind: 'open' | 'close'
  /** Written `<name/>`; browsers take no notice of it, but the author means that nothing is in it. */
  readonly closesItself: boolean
  readonly start: number
  readonly end: number
  readonly attributes: readonly Attribute[]
}

export interface Attribute {
  /** In lower case. */
  readonly name: string
  /** As written, without its quotes. */
  readonly value: string
  readonly start: number
  /** Where the value is written, without its quotes; empty when it has none. */
  readonly valueStart: number
  readonly valueEnd: number
}

/**
 * The tags of a piece of HTML, by CommonMark's grammar for them. What it finds is told to the author and settles links; what a page
 * may show is decided by the sanitiser, which reads as browsers do.
 */
export function writtenTags(html: string): WrittenTag[] {
  const tags: WrittenTag[] = []
  let done = 0
  for (const { 0: mark, index: start } of html.matchAll(/<!--|<\/?[A-Za-z]/g)) {
    if (start < done) continue
    if (mark === '<!--') {
      const end = html.indexOf('-->', start + 4)
      if (end === -1) break
      done = end + 3
      continue
    }
    const tag = readTag(html, start)
    if (!tag) continue
    tags.push(tag)
    done = tag.end
    // What is in these is no HTML until they are closed, or to the end.
    if (tag.kind === 'open' && (tag.name === 'script' || tag.name === 'style')) {
      const close = html.slice(done).search(tag.name === 'script' ? /<\/script/i : /<\/style/i)
      if (close === -1) break
      done += close
    }
  }
  return tags
}

const opening = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y
const attribute = /\s+([A-Za-z_:@][\w.:@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y
const ending = /\s*\/?>/y

function readTag(html: string, start: number): WrittenTag | undefined {
  opening.lastIndex = start
  const [head, slash, name = ''] = opening.exec(html) ?? []
  if (head === undefined) return undefined
  const attributes: Attribute[] = []
  let at = start + head.length
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(html)
    if (!found) break
    const [whole, key = '', double, single, bare] = found
    const value = double ?? single ?? bare ?? ''
    const valueEnd = at + whole.length - (double === undefined && single === undefined ? 0 : 1)
    const nameStart = at + whole.indexOf(key)
    attributes.push({
      name: key.toLowerCase(),
      value,
      start: nameStart,
      valueStart: valueEnd - value.length,
      valueEnd,
    })
    at += whole.length
  }
  ending.lastIndex = at
  const [end] = ending.exec(html) ?? []
  if (end === undefined) return undefined
  return {
    name: name.toLowerCase(),
    kind: slash ? 'close' : 'open',
    closesItself: end.includes('/'),
    start,
    end: ending.lastIndex,
    attributes,
  }
}
