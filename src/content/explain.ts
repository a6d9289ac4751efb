import type * as z from 'zod'
import { contentRules, type Diagnostic, type RuleName } from '../diagnostics.ts'
import { nearest } from '../nearest.ts'
import { problem, type TextFile } from './text.ts'

export interface Written {
  readonly file: TextFile
  readonly written: object
  readonly schema: z.ZodObject
  readonly place: (path: readonly string[], part: 'key' | 'value') => number
}

/** What a schema found, in the author's words: where, what, and how to mend it. */
export function explain(issue: z.core.$ZodIssue, { file, written, schema, place }: Written): Diagnostic[] {
  const path = issue.path.map(String)
  const name = path.join('.')
  const value = valueAt(written, path)
  const here = place(path, 'value')
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path)
    return issue.keys.map((key) => {
      const [near] = nearest(key, known)
      const hint = near ? `Did you mean \`${near}\`?` : `Known keys: ${known.join(', ')}.`
      const message = `\`${[...path, key].join('.')}\` is not a key Citable knows.`
      return problem(file, place([...path, key], 'key'), 'unknown-key', message, hint)
    })
  }
  if (issue.code === 'invalid_key') {
    const message = `\`${name}\` ${issue.issues[0]?.message ?? 'is not a name'}.`
    const hint = 'Use lower-case letters, digits and hyphens.'
    return [problem(file, place(path, 'key'), 'bad-value', message, hint)]
  }
  if (issue.code === 'custom' && isRule(issue.params?.['rule'])) {
    const hint = String(issue.params?.['hint'] ?? '')
    return [problem(file, here, issue.params?.['rule'], `${issue.message}.`, hint)]
  }
  const key = path.findLast((step) => !/^\d+$/.test(step)) ?? name
  if (issue.code === 'invalid_type' && value === undefined) {
    return [problem(file, here, 'missing-key', `\`${name}\` is missing.`, `Add a line \`${key}: …\`.`)]
  }
  if (issue.code === 'invalid_type' && value === null) {
    const hint = `Write its value behind \`${key}:\`, or take the line out.`
    return [problem(file, here, 'bad-value', `\`${name}\` is empty.`, hint)]
  }
  const wrong =
    issue.code === 'invalid_type' ? `is ${kindOf(value)}, not ${article(issue.expected)}` : issue.message
  return [problem(file, here, 'bad-value', `\`${name}\` ${wrong}.`, valueHint(issue, key))]
}

function valueHint(issue: z.core.$ZodIssue, key: string): string {
  if (key === 'published' || key === 'modified') return 'Write it as YYYY-MM-DD.'
  if (issue.code !== 'invalid_type') return `Correct the value of \`${key}\`.`
  if (issue.expected === 'string') return 'Put the value between quotes.'
  if (issue.expected === 'array') return `Write a list: \`${key}: [one, two]\`.`
  if (issue.expected === 'boolean') return 'Write `true` or `false`, without quotes.'
  return `Write ${article(issue.expected)}.`
}

function valueAt(written: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], written)
}

/** The keys that may stand at a path, through defaults and maps of any name. */
function knownKeys(schema: z.ZodObject, path: readonly string[]): string[] {
  let inner = unwrap(schema)
  for (const key of path) inner = unwrap(inner.shape?.[key] ?? inner.valueType)
  return Object.keys(inner.shape ?? {})
}

interface Inner {
  readonly shape?: Record<string, unknown>
  readonly valueType?: unknown
}

function unwrap(schema: unknown): Inner {
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType
  return inner === undefined ? ((schema ?? {}) as Inner) : unwrap(inner)
}

function isRule(name: unknown): name is RuleName {
  return typeof name === 'string' && Object.hasOwn(contentRules, name)
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : article(typeof value)
}

function article(kind: string): string {
  return kinds[kind] ?? `a ${kind}`
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  object: 'a group of keys',
  record: 'a group of keys',
}
