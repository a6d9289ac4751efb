import type { Edit } from '../edits.ts'

/** Puts a mark before each line between two tags, at the indentation of the opening one. */
export function ledLines(source: string, from: number, to: number, lead: string): Edit[] {
  const lineStart = source.lastIndexOf('\n', from - 1) + 1
  const indent = /^[ \t]*/.exec(source.slice(lineStart, from))?.[0].length ?? 0
  const edits: Edit[] = []
  const inside = source.slice(from, to)
  if (!inside.startsWith('\n')) edits.push({ start: from, end: from, text: lead })
  const end = from + inside.trimEnd().length
  for (let at = source.indexOf('\n', from); at !== -1 && at < end; at = source.indexOf('\n', at + 1)) {
    const spaces = /^[ \t]*/.exec(source.slice(at + 1, at + 1 + indent))?.[0].length ?? 0
    edits.push({ start: at + 1 + spaces, end: at + 1 + spaces, text: lead })
  }
  return edits
}
