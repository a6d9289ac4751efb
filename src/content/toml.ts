import { parse, TomlDate, TomlError } from 'smol-toml'
import { type Checked, contentLimits } from '../base/diagnostics.ts'
import { groupOf, leaf, type ParsedValue, type ParsedPart } from './yaml.ts'
import { refused, type TextFile } from '../base/text-file.ts'

const tooDeep = `Values are nested more than ${contentLimits.nesting} deep.`

/** Parses TOML at an offset of a file. Scalars stay text, as in YAML: the key decides the type. */
export function readToml(file: TextFile, toml: string, start: number): Checked<ParsedValue> {
  if (toml.length > contentLimits.yamlLength) {
    const message = `The TOML has ${toml.length} characters, more than ${contentLimits.yamlLength}.`
    return refused(file, start, 'file-too-large', message, 'Move long text into the post.')
  }
  try {
    const values = parse(toml, { maxDepth: contentLimits.nesting }) as Record<string, unknown>
    if (isDeeper(values, contentLimits.nesting))
      return refused(file, start, 'front-matter-syntax', tooDeep, 'Quote a key that has dots in it.')
    return { value: locatedValue(values, [], keyOffsets(toml), start), diagnostics: [] }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const lines = toml.split('\n').slice(0, error.line - 1)
    const offset = start + lines.reduce((sum, line) => sum + line.length + 1, 0) + error.column - 1
    const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    const message = reason.includes('nested')
      ? tooDeep
      : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
    return refused(file, offset, 'front-matter-syntax', message, 'Fix the TOML; strings need quotes.')
  }
}

/** The parser counts only brackets and braces; dotted keys and table names nest too. */
function isDeeper(value: unknown, levels: number): boolean {
  if (!isPlainObject(value) && !Array.isArray(value)) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

type Offsets = Map<string, Readonly<Record<'key' | 'value', number>>>

/** The parser gives no positions, so find keys by their lines. A key in an inline table gets the position of its line. */
function keyOffsets(toml: string): Offsets {
  const offsets: Offsets = new Map()
  let table = ''
  for (const { 0: line, index } of toml.matchAll(/^.+$/gm)) {
    if (/^\s*\[/.test(line) && !line.includes('=')) {
      const name = plainKey(line.replace(/#.*$/, '').replace(/[[\]]/g, ''))
      const at = index + line.search(/[^\s[]/)
      if (!offsets.has(name)) offsets.set(name, { key: at, value: at })
      table = `${name}.`
      continue
    }
    const [before, key] = /^[ \t]*([\w."'-]+)[ \t]*=[ \t]*/.exec(line) ?? []
    if (before === undefined || key === undefined) continue
    const path = table + plainKey(key)
    if (!offsets.has(path))
      offsets.set(path, { key: index + line.indexOf(key), value: index + before.length })
  }
  return offsets
}

const plainKey = (key: string) => key.replace(/["'\s]/g, '')

/** A value without a key of its own, such as an item of a list, is located at its parent. */
function locatedValue(
  value: unknown,
  path: readonly string[],
  offsets: Offsets,
  start: number,
  parent = { key: 0, value: 0 },
): ParsedPart {
  const at = offsets.get(path.join('.')) ?? parent
  const [offset, keyOffset] = [start + at.value, start + at.key]
  const isList = Array.isArray(value)
  if (!isPlainObject(value) && !isList) {
    // `toISOString` keeps a TOML date as written: with or without time and offset.
    const typed = value instanceof TomlDate ? value.toISOString() : value
    return { ...leaf(String(typed), offset), typed, keyOffset }
  }
  const parts = new Map<string, ParsedPart>()
  for (const [key, inner] of Object.entries(value))
    parts.set(key, locatedValue(inner, [...path, key], offsets, start, at))
  return { ...groupOf(parts, offset, isList), keyOffset }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
