import type { Checked } from '../base/diagnostics.ts'
import type { Located, Part, Plain } from './locate.ts'
import type { TextFile } from '../base/text-file.ts'

/**
 * `Title: …` and further keys a line at the top of a file, as Pelican and MultiMarkdown have them, or `title:: …`, as Logseq does. A line that is indented goes on with the one
 * before it. Several authors are separated by semicolons, or else by commas.
 */
export function readMetadataLines(_: TextFile, lines: string, start: number): Checked<Located> {
  const parts = new Map<string, Part>()
  for (const { index, groups } of lines.matchAll(line)) {
    const { key = '', gap = '', written = '' } = groups ?? {}
    const text = written.replace(/\s+/g, ' ').trim()
    const keyOffset = start + index
    const offset = keyOffset + key.length + gap.length
    if (text !== '') parts.set(key, { ...located(key, text, offset), keyOffset })
  }
  const value: Plain = Object.fromEntries(Array.from(parts, ([key, part]) => [key, part.value]))
  return { value: { value, offset: start, parts }, diagnostics: [] }
}

function located(key: string, text: string, offset: number): Located {
  if (!/^authors$/i.test(key)) return { value: text, offset, parts: new Map() }
  const names = text.split(text.includes(';') ? /\s*;\s*/ : /\s*,\s*/)
  const each = names.map((value): Part => ({ value, offset, keyOffset: offset, parts: new Map() }))
  return {
    value: names,
    offset,
    parts: new Map(Array.from(each.entries(), ([nth, one]) => [String(nth), one])),
  }
}

const line = /^(?<key>[A-Za-z][\w-]*)(?<gap>[ \t]*::?[ \t]*)(?<written>.*(?:\n[ \t]+\S.*)*)$/gm

/** A title, and one key or more a line after it, up to the first empty line. */
export const metadataOpening =
  /^(?=title[ \t]*::?[ \t]*\S.*\n(?:(?:[A-Za-z][\w-]*[ \t]*:|[ \t]+\S).*(?:\n|$))+(?:[ \t]*\n|$))/i
