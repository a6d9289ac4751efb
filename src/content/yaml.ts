import type { Alias, Document, ParsedNode, Scalar, YAMLError, YAMLMap, YAMLSeq } from 'yaml'
import { Composer, CST, isAlias, isMap, isSeq, Lexer, Parser, Schema, visit } from 'yaml'
import { type Checked, contentLimits, type Diagnostic, type RuleName } from '../base/diagnostics.ts'
import { problem, refused, type TextFile } from '../base/text-file.ts'
import type { Plain } from '../generators/generator.ts'

/** Parses YAML at an offset of a file, in linear time. */
export function readYaml(
  file: TextFile,
  yaml: string,
  start: number,
  /** Rule to report for syntax errors. */
  syntax: 'front-matter-syntax' | 'settings-syntax' = 'front-matter-syntax',
): Checked<ParsedValue> {
  if (yaml.length > contentLimits.yamlLength) {
    const message = `The YAML has ${yaml.length} characters, more than ${contentLimits.yamlLength}.`
    return refused(file, start, 'file-too-large', message, 'Move long text into a post or a page.')
  }
  const diagnostics: Diagnostic[] = []
  const report: ReportProblem = (offset, message, hint, rule = syntax) =>
    diagnostics.push(problem(file, offset, rule, message, hint))
  const composed = composeLeniently(yaml)
  if (composed.tooDeepAt !== undefined) {
    const message = `Values are nested more than ${contentLimits.nesting} deep.`
    const hint = 'Quote text that has brackets or colons.'
    report(start + composed.tooDeepAt, message, hint)
  }
  const [document, second] = composed.documents
  for (const { at, message, hint } of document ? problemsIn(document, yaml) : [])
    report(start + at, message, hint)
  if (second) {
    const hint = 'Keep one document; remove the line `---`.'
    report(start + second.range[0], 'A second YAML document begins here.', hint)
  }
  if (diagnostics.length > 0) return { value: undefined, diagnostics }
  // Tolerate duplicates in old front matter; in settings they are errors.
  const duplicate = syntax === 'front-matter-syntax' ? 'bad-value' : syntax
  const root = locate(document?.contents ?? null, start, report, duplicate)
  if (root.value === null) return { value: { ...root, value: {} }, diagnostics }
  if (!isMap(document?.contents)) {
    report(start, 'This is not `key: value`.', 'Write one `key: value` per line.')
    return { value: undefined, diagnostics }
  }
  return { value: root, diagnostics }
}

const quotedValue = /^[\w.-]+:[ \t]+(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')[ \t]*(?:#.*)?$/gm
/** Excludes colons, so that an unclosed list is scanned only up to the next key. */
const listedValue = /^[\w.-]+:\s*\[[^\][{}#:]*\][ \t]*$/gm

/** Accepts unindented continuation lines in quotes and brackets, as the parsers of Ruby, Python and Go do. */
function composeLeniently(yaml: string) {
  const composed = compose(yaml)
  if (!composed.documents[0]?.errors.length) return composed
  // Keeps the length, so that offsets stay valid.
  const inOneLine = (value: string) => value.replace(/[\n\t]/g, ' ')
  const text = yaml.replace(quotedValue, inOneLine).replace(listedValue, inOneLine)
  if (text === yaml) return composed
  const joined = compose(text)
  return joined.documents[0]?.errors.length === 0 ? joined : composed
}

const composerOptions = {
  prettyErrors: false,
  // Scalars stay text: the key decides the type.
  schema: new Schema({ schema: 'failsafe', resolveKnownTags: false }),
  // Quadratic.
  uniqueKeys: false,
}

/** Checks the depth while parsing: composing recurses, and V8 crashes if a regular expression compiles near the stack limit. */
function compose(yaml: string): { documents: Document.Parsed[]; tooDeepAt?: number } {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  for (const lexeme of new Lexer().lex(yaml)) {
    const { offset } = parser
    tokens.push(...parser.next(lexeme))
    // The document is below the collections on the stack, and a scalar may be above.
    if (CST.isCollection(parser.stack[contentLimits.nesting + 1])) return { documents: [], tooDeepAt: offset }
  }
  tokens.push(...parser.end())
  const documents: Document.Parsed[] = []
  // Every character may cause an Error, and nobody reads its stack trace.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    for (const document of new Composer(composerOptions).compose(tokens, true, yaml.length)) {
      if (documents.push(document) === 2) break
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  return { documents }
}

/** Reports the first error of a kind per line; the rest follow from it. An unclosed quote is reported where it opens. */
function problemsIn(document: Document.Parsed, yaml: string) {
  const seen = new Set<string>()
  return document.errors.flatMap((error) => {
    const line = `${error.code} ${yaml.lastIndexOf('\n', error.pos[0] - 1)}`
    if (seen.has(line)) return []
    seen.add(line)
    const opened = /^Missing closing ["']quote/.test(error.message) ? lastQuoted(document) : undefined
    const [message, hint] =
      opened === undefined ? explainSyntax(error) : ['This quotation mark is never closed.', 'Close it.']
    return [{ at: opened ?? error.pos[0], message, hint }]
  })
}

/** Returns the start of the last quoted value. Nothing is parsed after an unclosed quote. */
function lastQuoted(document: Document.Parsed): number | undefined {
  let last: number | undefined
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE') && range) last = range[0]
    },
  })
  return last
}

function explainSyntax({ code, message }: YAMLError): readonly [message: string, hint: string] {
  if (code === 'TAB_AS_INDENT') return ['YAML does not allow tabs for indentation.', 'Indent with spaces.']
  const sentence = message.replace(/\s+/g, ' ').trim().replace(/\.?$/, '.')
  return code === 'BLOCK_AS_IMPLICIT_KEY'
    ? [sentence, 'Quote a value that contains ": ".']
    : [sentence, 'Fix the YAML; quote values that have special characters.']
}

/** A value with the offsets of everything in it. */
export interface ParsedValue {
  readonly value: Plain
  /** A scalar with its type, in formats that have types. */
  readonly typed?: unknown
  /** Code that is not run; the value is null. */
  readonly isComputed?: true
  readonly offset: number
  /** Map entries by key, list items by index. */
  readonly parts: ReadonlyMap<string, ParsedPart>
}

export interface ParsedPart extends ParsedValue {
  readonly keyOffset: number
}

/** Reports a syntax error, if no other rule is given. */
type ReportProblem = (offset: number, message: string, hint: string, rule?: RuleName) => void

function locate(
  contents: ParsedNode | null,
  start: number,
  report: ReportProblem,
  duplicate: RuleName,
): ParsedValue {
  const anchors = new Map<string, { readonly value: ParsedValue; readonly length: number }>()
  /** Characters that expanding aliases would add. */
  let aliased = 0
  return read(contents, start)

  function read(node: ParsedNode | null, parent: number): ParsedValue {
    if (node === null) return leaf(null, parent)
    const [from, to] = node.range
    const offset = start + from
    if (isAlias(node)) return follow(node, offset)
    const aliasedBefore = aliased
    const value = isMap(node)
      ? groupOf(readMap(node, offset), offset)
      : isSeq(node)
        ? groupOf(readList(node, offset), offset, true)
        : leaf(scalarText(node), offset)
    const length = to - from + aliased - aliasedBefore
    if (node.anchor) anchors.set(node.anchor, { value, length })
    return value
  }

  function readMap(node: YAMLMap.Parsed, offset: number): Map<string, ParsedPart> {
    const parts = new Map<string, ParsedPart>()
    for (const { key: keyNode, value: valueNode } of node.items) {
      const key = read(keyNode, offset)
      const part = { ...read(valueNode, key.offset), keyOffset: key.offset }
      const name = key.value ?? ''
      if (typeof name !== 'string') {
        report(key.offset, 'A key must be text.', 'Quote text that has brackets.')
        continue
      }
      if (parts.has(name)) {
        const message = `Duplicate key \`${name}\`; the last one wins.`
        report(key.offset, message, 'Keep one of the two.', duplicate)
      }
      parts.set(name, part)
    }
    return parts
  }

  function readList(node: YAMLSeq.Parsed, offset: number): Map<string, ParsedPart> {
    const parts = node.items.map((item) => ({ ...read(item, offset), keyOffset: offset }))
    return new Map(parts.map((part, index) => [String(index), part]))
  }

  /** An undefined alias stays as text, so that its key is not also reported as empty. */
  function follow({ source }: Alias, offset: number): ParsedValue {
    const anchor = anchors.get(source)
    if (!anchor) {
      const message = `The alias \`*${source}\` has no anchor \`&${source}\` before it.`
      report(offset, message, 'Quote a value that starts with `*`.')
      return leaf(`*${source}`, offset)
    }
    const wasTooLong = aliased > contentLimits.yamlLength
    aliased += anchor.length
    if (aliased <= contentLimits.yamlLength) return { ...anchor.value, offset }
    if (!wasTooLong) {
      const message = `With aliases expanded, this has more than ${contentLimits.yamlLength} characters.`
      report(offset, message, 'Use fewer aliases.', 'file-too-large')
    }
    return leaf(`*${source}`, offset)
  }
}

/** Returns the items of a list, or the value itself. */
export const itemsOf = (list: ParsedValue): readonly ParsedValue[] =>
  Array.isArray(list.value) ? [...list.parts.values()] : [list]

/** Returns the offset of a key or value, or of its nearest parent that exists. */
export function offsetOf(
  root: ParsedValue,
  path: readonly string[],
  part: 'key' | 'value' = 'value',
): number {
  let here: ParsedValue | ParsedPart = root
  for (const key of path) {
    const inner: ParsedPart | undefined = here.parts.get(key)
    if (!inner) return here.offset
    here = inner
  }
  return part === 'key' && 'keyOffset' in here ? here.keyOffset : here.offset
}

const scalarText = ({ type, source = '' }: Scalar.Parsed): string | null =>
  type === 'PLAIN' && /^(?:~|null|Null|NULL)?$/.test(source) ? null : source

/** Shared: allocating a map per value took longer than parsing it. */
const noParts: ParsedValue['parts'] = new Map()

/** Returns a value without parts: a scalar. */
export const leaf = (value: Plain, offset: number): ParsedValue => ({ value, offset, parts: noParts })

/** Returns a group or list of parts. `fromEntries` makes own properties even of `__proto__`. */
export function groupOf(parts: ReadonlyMap<string, ParsedPart>, offset: number, isList = false): ParsedValue {
  const values = Object.fromEntries(Array.from(parts, ([key, { value }]) => [key, value]))
  return { value: isList ? Object.values(values) : values, offset, parts }
}

/** Our parsers keep scalars as text. This applies the types of the format, in YAML those of its core schema. */
export function typedValue({ value, parts, offset, typed }: ParsedValue, text: string): unknown {
  if (typed !== undefined) return typed
  const entries = Array.from(parts, ([key, part]) => [key, typedValue(part, text)] as const)
  if (Array.isArray(value)) return entries.map(([, item]) => item)
  if (typeof value === 'object' && value !== null) return Object.fromEntries(entries)
  if (typeof value !== 'string' || /["'|>[{*!]/.test(text[offset] ?? '')) return value
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(value)) return value.toLowerCase() === 'true'
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(value) ? Number(value) : value
}
