import { isMap, isScalar, parseDocument, type Document } from 'yaml'
import type * as z from 'zod'
import { type Diagnostic, contentRules, type RuleName } from '../errors.ts'
import { nearest } from '../nearest.ts'
import { readPlainYaml } from './plain-yaml.ts'
import { problem, type TextFile } from './text.ts'

export interface Checked<T> {
  /** Undefined when something is wrong enough that the value cannot be used. */
  readonly value: T | undefined
  /** Offset in the file of a top-level key's value, for problems that are found later. */
  readonly at: (key: string) => number
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a stretch of YAML within a file against a strict schema. Every issue comes back located: an unknown key at
 * the key, a wrong value at the value, a missing key where the block begins.
 */
export function checkYaml<S extends z.ZodObject>(
  file: TextFile,
  yaml: string,
  start: number,
  schema: S,
): Checked<z.output<S>> {
  const plain = readPlainYaml(yaml)
  const checked = plain && schema.safeParse(plain)
  if (checked?.success) {
    const at = (key: string) => start + offsetOf(parseDocument(yaml), [key])
    return { value: checked.data, at, diagnostics: [] }
  }
  return checkDocument(file, parseDocument(yaml, { prettyErrors: false }), start, schema)
}

function checkDocument<S extends z.ZodObject>(
  file: TextFile,
  document: Document,
  start: number,
  schema: S,
): Checked<z.output<S>> {
  const at = (key: string) => start + offsetOf(document, [key])
  if (document.errors.length > 0) {
    const diagnostics = document.errors.map((error) =>
      problem(file, start + error.pos[0], 'yaml-syntax', sentence(error.message), yamlHint(error.code)),
    )
    return { value: undefined, at, diagnostics }
  }
  const written: unknown = document.toJS() ?? {}
  if (!isMap(document.contents) && document.contents !== null) {
    const message = 'This is not a list of keys and values.'
    const found = problem(file, start, 'bad-value', message, 'Write one `key: value` a line.')
    return { value: undefined, at, diagnostics: [found] }
  }
  const result = schema.safeParse(written)
  if (result.success) return { value: result.data, at, diagnostics: [] }
  const diagnostics = result.error.issues.flatMap((issue) => explain(file, document, start, schema, issue))
  return { value: undefined, at, diagnostics }
}

function explain(
  file: TextFile,
  document: Document,
  start: number,
  schema: z.ZodObject,
  issue: z.core.$ZodIssue,
): Diagnostic[] {
  const path = issue.path.map(String)
  const name = path.join('.')
  const here = start + offsetOf(document, path)
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path)
    return issue.keys.map((key) => {
      const [near] = nearest(key, known)
      const hint = near ? `Did you mean \`${near}\`?` : `Known keys: ${known.join(', ')}.`
      const message = `\`${[...path, key].join('.')}\` is not a key Citable knows.`
      return problem(file, start + offsetOf(document, [...path, key], 'key'), 'unknown-key', message, hint)
    })
  }
  if (issue.code === 'invalid_type' && document.getIn(path) === undefined) {
    const message = `\`${name}\` is missing.`
    return [problem(file, here, 'missing-key', message, `Add a line \`${path.at(-1)}: …\`.`)]
  }
  if (issue.code === 'custom' && isRule(issue.params?.['rule'])) {
    const hint = String(issue.params?.['hint'] ?? '')
    return [problem(file, here, issue.params?.['rule'], sentence(issue.message), hint)]
  }
  const message = `\`${name}\` ${wrongness(issue, document.getIn(path))}.`
  return [problem(file, here, 'bad-value', message, valueHint(issue, path.at(-1) ?? ''))]
}

function wrongness(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type') return `is ${kindOf(value)}, not ${article(issue.expected)}`
  if (issue.code === 'invalid_key') return `has a key that ${issue.issues[0]?.message ?? 'is not allowed'}`
  return issue.message.replace(/^[\w.]+ (?=has|is)/, '')
}

function valueHint(issue: z.core.$ZodIssue, key: string): string {
  if (issue.code !== 'invalid_type') return `Correct the value of \`${key}\`.`
  if (issue.expected === 'string') return 'Put the value between quotes.'
  if (issue.expected === 'array') return `Write a list: \`${key}: [one, two]\`.`
  if (issue.expected === 'boolean') return 'Write `true` or `false`, without quotes.'
  return `Write ${article(issue.expected)}.`
}

/** Where a value or a key stands; a path that was not written is placed at its nearest written parent. */
function offsetOf(document: Document, path: readonly string[], part: 'key' | 'value' = 'value'): number {
  let node: unknown = document.contents
  let offset = 0
  for (const [depth, key] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      if (!pair) return offset
      const last = depth === path.length - 1
      const target: unknown = (last && part === 'key') || !hasRange(pair.value) ? pair.key : pair.value
      if (hasRange(target)) offset = target.range[0]
      node = pair.value
    } else {
      const item: unknown = (node as { items?: unknown[] } | null)?.items?.[Number(key)]
      if (hasRange(item)) offset = item.range[0]
      node = item
    }
  }
  return offset
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && Array.isArray((node as { range?: unknown }).range)
}

function knownKeys(schema: z.ZodObject, path: readonly string[]): string[] {
  let shape: unknown = schema
  for (const key of path) shape = unwrap((unwrap(shape) as { shape?: Record<string, unknown> }).shape?.[key])
  const inner = unwrap(shape) as { shape?: object; valueType?: unknown }
  return Object.keys(inner.shape ?? (unwrap(inner.valueType) as { shape?: object } | undefined)?.shape ?? {})
}

function unwrap(schema: unknown): unknown {
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType
  return inner === undefined ? schema : unwrap(inner)
}

function isRule(name: unknown): name is RuleName {
  return typeof name === 'string' && Object.hasOwn(contentRules, name)
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return article(typeof value)
}

function article(kind: string): string {
  const names: Record<string, string> = { array: 'a list', object: 'a group of keys', int: 'a whole number' }
  return names[kind] ?? `a ${kind}`
}

function sentence(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(flat) ? flat : `${flat}.`
}

function yamlHint(code: string): string {
  if (code === 'DUPLICATE_KEY') return 'Keep one of the two.'
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'Put a value that contains ": " between quotes.'
  return 'Correct the YAML; a value with special characters goes between quotes.'
}
