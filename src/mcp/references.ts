/** The definitions of links that refer to them by a name, as `[the rule][rule]` or `[rule]`: each is a line of its own. */
export type Definitions = ReadonlyMap<string, string>

/** Those of a post, found once for all that is quoted from it. */
export function definitionsIn(source: Uint8Array): Definitions {
  const found = new Map<string, string>()
  let start = 0
  let lines = 0
  for (let at = 0; at < source.length && lines < mostDefinitions; at++) {
    const byte = source[at]
    if (byte === newline) start = at + 1
    else if (byte === bracket && start >= 0 && isNamed(source, at)) {
      const line = lineFrom(source, start)
      const name = definition.exec(line)?.[1]
      // Of several definitions of a name the first counts (CommonMark §4.7).
      if (name !== undefined && !found.has(normal(name))) found.set(normal(name), line.trim())
      lines++
    }
    if (byte !== newline && byte !== space) start = -1
  }
  return found
}

/** What a stretch of markdown needs to be read alone: the definitions that it refers to, and does not have. They add no words. */
export function definitionsFor(stretch: string, definitions: () => Definitions): string {
  const wanted = new Set([...stretch.matchAll(label)].map(([, name = '']) => normal(name)))
  if (wanted.size === 0) return ''
  const found = Array.from(definitions()).filter(
    ([name, line]) => wanted.has(name) && !stretch.includes(line),
  )
  return found.map(([, line]) => line).join('\n')
}

/** Whether brackets that open here close on the same line, before a colon. */
function isNamed(source: Uint8Array, open: number): boolean {
  let at = open + 1
  while (at < source.length && source[at] !== newline && source[at] !== bracket && source[at] !== closing)
    at++
  return source[at] === closing && source[at + 1] === colon
}

function lineFrom(source: Uint8Array, start: number): string {
  const line = source.subarray(start, start + longestLine)
  const end = line.indexOf(newline)
  return utf8.decode(end === -1 ? line : line.subarray(0, end))
}

const [bracket, closing, colon, newline, space] = [0x5b, 0x5d, 0x3a, 0x0a, 0x20] as const
/** In bytes. Of a longer one, what is here is as good as none. */
const longestLine = 2048
const mostDefinitions = 5_000
const utf8 = new TextDecoder()

/** Brackets with no address after them; a footnote is no link. */
const label = /\[(?!\^)([^[\]]{1,999})\](?!\()/g
const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,999})\]:[ \t]*\S.*$/

/** Names are the same in any letter case, and with any space in them (CommonMark §6.3). */
function normal(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
