/** One tag of a template language, as written in a body: a Hugo or Zola shortcode, a Liquid tag, an MDX component. */
export interface Tag {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly kind: 'open' | 'close' | 'alone'
  /** Values without a name, in order. */
  readonly positional: readonly string[]
  readonly named: ReadonlyMap<string, string>
}

/** What reaches from a tag to its counterpart; a tag alone when `close` is undefined. */
export interface Element {
  readonly open: Tag
  readonly close: Tag | undefined
}

/** Tags of one name that are open at once. */
const deepest = 10

const argument =
  /(?:([A-Za-z_][\w.:-]*)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`,=]+)),?/g

/** `a "b c" name="value" other=3`: what shortcodes and tags are given. A backslash keeps the character after it. */
export function readArguments(text: string): Pick<Tag, 'positional' | 'named'> {
  const positional: string[] = []
  const named = new Map<string, string>()
  for (const [, name, double, single, back, bare] of text.matchAll(argument)) {
    const quoted = double ?? single
    const value = quoted === undefined ? (back ?? bare ?? '') : quoted.replace(/\\(.)/g, '$1')
    if (name === undefined) positional.push(value)
    else named.set(name, value)
  }
  return { positional, named }
}

/**
 * Tags with their counterparts. A closing tag belongs to the nearest open one of its name; what was opened within and never closed
 * is alone. Every tag is looked at a bounded number of times: an opening one leaves its list once.
 */
export function pairTags(tags: readonly Tag[]): Element[] {
  const closes = new Map<Tag, Tag>()
  const open = new Map<string, Tag[]>()
  for (const tag of tags) {
    if (tag.kind === 'open') {
      const waiting = open.get(tag.name) ?? []
      // Deeper ones close nothing: each level costs a reading of all that is within.
      if (waiting.length === deepest) waiting.shift()
      waiting.push(tag)
      open.set(tag.name, waiting)
    } else if (tag.kind === 'close') {
      const opening = open.get(tag.name)?.pop()
      if (opening) closes.set(opening, tag)
    }
  }
  const paired = new Set(closes.values())
  return tags.filter((tag) => !paired.has(tag)).map((tag) => ({ open: tag, close: closes.get(tag) }))
}

/** What a tag within a sentence is about, or the sentence would have a hole: `Thanks to <Mention name="Ada" />.` */
export function labelWithin(source: string, { start, end, named }: Tag): string {
  const [[name, value] = ['', ''], ...others] = named
  if (others.length > 0 || !labels.has(name)) return ''
  return isAloneInLine(source, start, end) ? '' : value
}

/** Whether a line has nothing else in it. */
export function isAloneInLine(source: string, start: number, end: number): boolean {
  const isSpace = (at: number) => source[at] === ' ' || source[at] === '\t'
  let [before, after] = [start - 1, end]
  while (isSpace(before)) before--
  while (isSpace(after)) after++
  return [before, after].every((at) => lineEnds.has(source[at]))
}

const lineEnds: ReadonlySet<string | undefined> = new Set(['\n', '\r', undefined])
const labels: ReadonlySet<string> = new Set(['name', 'label', 'text', 'title', 'term', 'children'])
