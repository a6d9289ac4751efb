import type { Checked } from '../base/diagnostics.ts'
import type { ParsedValue, Part, Plain } from './locate.ts'
import type { TextFile } from '../base/text-file.ts'

/** A key a line. One that is indented goes on with the one before it. Several authors are separated by semicolons, or else by commas. */
function readMetadataLines(_: TextFile, lines: string, start: number): Checked<ParsedValue> {
  const parts = new Map<string, Part>()
  for (const { index, groups } of lines.matchAll(line)) {
    const { mark = '', key = '', gap = '', written = '' } = groups ?? {}
    const text = written.replace(/\s+/g, ' ').trim()
    const keyOffset = start + index + mark.length
    const offset = keyOffset + key.length + gap.length
    if (text !== '') parts.set(key, { ...located(key, text, offset), keyOffset })
  }
  const value: Plain = Object.fromEntries(Array.from(parts, ([key, part]) => [key, part.value]))
  return { value: { value, offset: start, parts }, diagnostics: [] }
}

function located(key: string, text: string, offset: number): ParsedValue {
  if (!/^authors$/i.test(key)) return { value: text, offset, parts: new Map() }
  const names = text.split(text.includes(';') ? /\s*;\s*/ : /\s*,\s*/)
  const each = names.map((value): Part => ({ value, offset, keyOffset: offset, parts: new Map() }))
  return {
    value: names,
    offset,
    parts: new Map(Array.from(each.entries(), ([nth, one]) => [String(nth), one])),
  }
}

const line =
  /^(?<mark>(?:[ \t]*\.\.[ \t]+)?)(?<key>[A-Za-z][\w-]*)(?<gap>[ \t]*::?[ \t]*)(?<written>.*(?:\n[ \t]+(?!\.\.)\S.*)*)$/gm

/** They are not between marks: they end with the first empty line, or the file. */
const emptyLine = /^[ \t]*$|(?![\s\S])/m

/** Keys a line at the top of a file, in each of the ways that they are written. */
export const metadataNotations = [
  // `Title: …`, as MultiMarkdown has it, or `title:: …`, as Logseq does: a title, and one key or more a line after it.
  {
    opening:
      /^(?=title[ \t]*::?[ \t]*\S.*\n(?:(?:[A-Za-z][\w-]*[ \t]*:|[ \t]+\S).*(?:\n|$))+(?:[ \t]*\n|$))/i,
    closing: emptyLine,
    read: readMetadataLines,
  },
  // `.. title: …`, which are comments to reStructuredText; in markdown one of HTML is around them.
  { opening: /^(?=\.\.[ \t]+[A-Za-z][\w-]*:(?!:))/, closing: emptyLine, read: readMetadataLines },
  {
    opening: /^<!--[ \t]*\n?(?=[ \t]*\.\.[ \t]+[A-Za-z][\w-]*:(?!:))/,
    closing: /-->/,
    read: readMetadataLines,
  },
] as const
