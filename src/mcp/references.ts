/**
 * What a stretch of markdown needs to be read alone: the definitions of the links that it refers to by a name, as `[the rule][rule]`
 * or `[rule]`, if they are elsewhere in the post. They are lines of their own, and add no words.
 */
export function definitionsFor(stretch: string, whole: string): string {
  const wanted = new Set([...stretch.matchAll(label)].map(([, name = '']) => normal(name)))
  if (wanted.size === 0) return ''
  const found: string[] = []
  for (const [line, name = ''] of whole.matchAll(definition)) {
    // Of several definitions of a name the first counts (CommonMark §4.7).
    if (wanted.delete(normal(name)) && !stretch.includes(line)) found.push(line.trim())
  }
  return found.join('\n')
}

/** Brackets with no address after them; a footnote is no link. */
const label = /\[(?!\^)([^[\]]{1,999})\](?!\()/g
const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,999})\]:[ \t]*\S.*$/gm

/** Names are the same in any letter case, and with any space in them (CommonMark §6.3). */
function normal(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
