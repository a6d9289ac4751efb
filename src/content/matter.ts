import type { Checked } from '../base/diagnostics.ts'
import { refused, type TextFile } from '../base/text-file.ts'
import { readExportedValues, readScriptMatter } from './js-values.ts'
import { groupOf, leaf, type ParsedValue, type ParsedPart, readYaml } from './yaml.ts'
import { readToml } from './toml.ts'

/** Parsed front matter, empty if the file has none, and the offset of the body. */
export type Matter = { readonly root: ParsedValue; readonly bodyStart: number }

const metadataKey = String.raw`[A-Za-z][\w-]*`
const blanks = String.raw`[ \t]*`
const endOfLine = String.raw`(?:\n|$)`

/** Lines of metadata without marks around them, up to the first empty line. */
const metadataOpenings = [
  // MultiMarkdown's `Title: …`: a title and at least one more key, in any order.
  String.raw`^(?=${metadataKey}${blanks}::?${blanks}\S.*\n` +
    String.raw`(?:(?:${metadataKey}${blanks}:|[ \t]+\S).*${endOfLine})+${blanks}${endOfLine})` +
    String.raw`(?=(?:.*\S.*\n)*?title${blanks}:)`,
  // `title:: …` (Logseq, Dataview).
  String.raw`^(?=(?:${metadataKey}::[ \t]+\S.*${endOfLine})+${blanks}${endOfLine})`,
  // `.. title: …`, which reStructuredText reads as comments.
  String.raw`^(?=\.\.[ \t]+${metadataKey}:(?!:))`,
].map((opening) => new RegExp(opening, 'i'))

/** Front matter formats. JSON is read as YAML. */
const matterFormats = [
  { opening: /^---(?:js|javascript)[ \t]*\n/, closing: /^---[ \t]*$/m, read: readScriptMatter },
  { opening: /^---(?:[ \t]*|json|yaml|yml)[ \t]*\n/, closing: /^(?:---|\.\.\.)[ \t]*$/m, read: readYaml },
  { opening: /^---toml[ \t]*\n/, closing: /^---[ \t]*$/m, read: readToml },
  { opening: /^\+\+\+[ \t]*\n/, closing: /^\+\+\+[ \t]*$/m, read: readToml },
  { opening: /^;;;[ \t]*\n/, closing: /^;;;[ \t]*$/m, read: readYaml },
  ...metadataOpenings.map((opening) => ({
    opening,
    closing: /^[ \t]*$|(?![\s\S])/m,
    read: readMetadataLines,
  })),
  // The same in an HTML comment.
  {
    opening: /^<!--[ \t]*\n?(?=[ \t]*\.\.[ \t]+[A-Za-z][\w-]*:(?!:))/,
    closing: /-->/,
    read: readMetadataLines,
  },
]

export function readMatter(file: TextFile): Checked<Matter> {
  const matter = readWrittenMatter(file)
  const exported = file.path.endsWith('.mdx') ? readExportedValues(file) : undefined
  if (!exported || !matter.value) return matter
  const { root, bodyStart } = matter.value
  const parts = new Map([...(exported.value?.parts ?? []), ...root.parts])
  const diagnostics = [...matter.diagnostics, ...exported.diagnostics]
  return { value: { root: groupOf(parts, root.offset), bodyStart }, diagnostics }
}

/** Accepted as a closing line if there is no proper one. */
const longLine = /^-{4,}[ \t]*$/m
/** Characters to search for the first key. */
const keySearchLength = 1_000
const noMatter = groupOf(new Map(), 0)

function readWrittenMatter(file: TextFile): Checked<Matter> {
  const { text } = file
  const blank = /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0
  const opened = text.slice(blank)
  const json = blank === 0 ? jsonEnd(text) : undefined
  if (json !== undefined) return matterBefore(readYaml(file, text.slice(0, json), 0), nextLine(text, json))
  for (const { opening, closing, read } of matterFormats) {
    const openingLength = opening.exec(opened)?.[0].length
    if (openingLength === undefined) continue
    const start = blank + openingLength
    // A line of hyphens may be a thematic break. After blank lines or unclosed, it is front matter only if a key follows.
    const hasKey = /^\s*(?:\.\.[ \t]+)?["\w.-]+[ \t]*[:=]/.test(text.slice(start, start + keySearchLength))
    if (blank > 0 && !hasKey) break
    const end = closing.exec(text.slice(start)) ?? (hasKey ? longLine.exec(text.slice(start)) : null)
    if (end) {
      const parsed = read(file, text.slice(start, start + end.index), start)
      return matterBefore(parsed, nextLine(text, start + end.index + end[0].length))
    }
    if (!hasKey) break
    const message = 'The front matter is not closed.'
    const hint = `End it with a line that is only \`${opened.slice(0, 3)}\`.`
    return matterBefore(refused(file, blank, 'front-matter-syntax', message, hint), text.length)
  }
  return { value: { root: noMatter, bodyStart: 0 }, diagnostics: [] }
}

/** The body can be read even if the front matter is broken. */
function matterBefore({ value, diagnostics }: Checked<ParsedValue>, bodyStart: number): Checked<Matter> {
  return { value: { root: value ?? noMatter, bodyStart }, diagnostics }
}

/** Returns the end of a leading JSON object, if its closing brace ends a line. A string ends with its line. */
function jsonEnd(text: string): number | undefined {
  if (!/^\{\s*["}]/.test(text)) return undefined
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}]/g)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0)
      return /^[ \t]*(?:\n|$)/.test(text.slice(index + 1)) ? index + 1 : undefined
  }
  return undefined
}

function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  return newline === -1 ? text.length : newline + 1
}

/** `.. key: value`, `key:: value`, and indented lines that continue the value. */
const metadataLine = new RegExp(
  String.raw`^(?<mark>(?:${blanks}\.\.[ \t]+)?)(?<key>${metadataKey})(?<gap>${blanks}::?${blanks})` +
    String.raw`(?<value>.*(?:\n[ \t]+(?!\.\.)\S.*)*)$`,
  'gm',
)

/** Reads one key per line; indented lines continue the value. Authors are separated by semicolons, or else by commas. */
function readMetadataLines(_: TextFile, lines: string, start: number): Checked<ParsedValue> {
  const parts = new Map<string, ParsedPart>()
  for (const { index, groups } of lines.matchAll(metadataLine)) {
    const { mark = '', key = '', gap = '', value = '' } = groups ?? {}
    const text = value.replace(/\s+/g, ' ').trim()
    const keyOffset = start + index + mark.length
    const offset = keyOffset + key.length + gap.length
    if (text !== '') parts.set(key, { ...metadataValue(key, text, offset), keyOffset })
  }
  return { value: groupOf(parts, start), diagnostics: [] }
}

function metadataValue(key: string, text: string, offset: number): ParsedValue {
  if (!/^authors$/i.test(key)) return leaf(text, offset)
  const names = text.split(text.includes(';') ? /\s*;\s*/ : /\s*,\s*/)
  const parts = names.map((name) => ({ ...leaf(name, offset), keyOffset: offset }))
  return groupOf(new Map(parts.map((part, nth) => [String(nth), part])), offset, true)
}
