import type * as z from 'zod'
import { andThen, type Checked, type Diagnostic } from '../base/diagnostics.ts'
import { nearest } from '../base/nearest.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import { archiveKeys, type ArchiveSettings } from './archive-keys.ts'
import { offsetOf, type ParsedValue, readYaml } from './yaml.ts'

export const settingsPath = 'archive.yaml'

/** Reads archive.yaml. Files that it names must be in `paths`. */
export function readSettings(file: TextFile, paths: readonly string[]): Checked<ArchiveSettings> {
  return andThen(readYaml(file, file.text, 0, 'settings-syntax'), (written) => {
    const { value, diagnostics } = checkKeys(file, written, archiveKeys)
    return {
      value: value && { ...value, author: { ...value.author, ...authorKeyed(value.author.name, value) } },
      diagnostics: [...diagnostics, ...(value ? missingFiles(file, written, value, paths) : [])],
    }
  })
}

/** Returns the author with a key in archive.yaml, also if written as a handle: `@ada`. */
export function authorKeyed(name: string, { authors }: Pick<ArchiveSettings, 'authors'>) {
  const key = name.replace(/^@/, '')
  return Object.hasOwn(authors, key) ? authors[key] : undefined
}

function missingFiles(
  file: TextFile,
  written: ParsedValue,
  { look, author, authors }: ArchiveSettings,
  paths: readonly string[],
): Diagnostic[] {
  const { logo, logoDark, favicon, card, stylesheet, head, foot, fonts } = look
  const files = { logo, logoDark, favicon, card, stylesheet, head, foot }
  const named: (readonly [path: string | boolean | undefined, ...keys: string[]])[] = [
    ...Object.entries(files).map(([key, path]) => [path, 'look', key] as const),
    ...Object.entries(fonts).map(([key, font]) => [isFontFile(font) && font, 'look', 'fonts', key] as const),
    [author.picture, 'author', 'picture'],
    ...Object.entries(authors).map(([key, one]) => [one.picture, 'authors', key, 'picture'] as const),
  ]
  return named.flatMap(([path, ...keys]) => {
    if (typeof path !== 'string' || paths.includes(path)) return []
    const [near] = nearest(path, paths)
    const message = `\`${keys.join('.')}\` points to ${path}, which does not exist.`
    const hint = near ? `Did you mean \`${near}\`?` : 'Give its path relative to archive.yaml.'
    return [problem(file, offsetOf(written, keys, 'value'), 'settings-syntax', message, hint)]
  })
}

export function isFontFile(font = ''): boolean {
  return /\.woff2$/i.test(font)
}

/** Validates values and returns the valid ones, so that one mistake does not hide others. */
export function checkKeys<S extends z.ZodObject>(
  file: TextFile,
  written: ParsedValue,
  schema: S,
): Checked<z.output<S>> {
  const result = schema.safeParse(written.value)
  if (result.success) return { value: result.data, diagnostics: [] }
  const { issues } = result.error
  const wrong = new Set(issues.flatMap(wrongKeys))
  const rest = Object.entries(written.value ?? {}).filter(([key]) => !wrong.has(key))
  const diagnostics = issues.flatMap((issue) => explain(issue, file, written, schema))
  return { value: schema.safeParse(Object.fromEntries(rest)).data, diagnostics }
}

function wrongKeys(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length > 0) return [String(issue.path[0])]
  return issue.code === 'unrecognized_keys' ? issue.keys : []
}

function explain(
  issue: z.core.$ZodIssue,
  file: TextFile,
  written: ParsedValue,
  schema: z.ZodObject,
): Diagnostic[] {
  const path = issue.path.map(String)
  const name = path.join('.')
  const value = path.reduce<unknown>((outer, key) => (outer as Values)?.[key], written.value)
  const report = (message: string, hint: string, part: 'key' | 'value' = 'value') => [
    problem(file, offsetOf(written, path, part), 'settings-syntax', message, hint),
  ]
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path)
    return issue.keys.map((key) => {
      const [near] = nearest(key, known)
      const hint = near ? `Did you mean \`${near}\`?` : `Known keys: ${known.join(', ')}.`
      const message = `\`${[...path, key].join('.')}\` is not a known key.`
      return problem(file, offsetOf(written, [...path, key], 'key'), 'settings-syntax', message, hint)
    })
  }
  if (issue.code === 'invalid_key') {
    const message = `\`${name}\` ${issue.issues[0]?.message ?? 'is not a name'}.`
    return report(message, 'Use lower-case letters, digits and hyphens.', 'key')
  }
  if (issue.code === 'custom' && issue.params)
    return report(`${issue.message}.`, String(issue.params['hint'] ?? ''))
  const nested = issue.code === 'invalid_union' ? closestMember(issue) : []
  if (nested.length > 0) {
    const below = nested.map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
    return below.flatMap((one) => explain(one as z.core.$ZodIssue, file, written, schema))
  }
  const key = path.findLast((step) => !/^\d+$/.test(step)) ?? name
  if (value === null)
    return report(`\`${name}\` is empty.`, `Write its value after \`${key}:\`, or remove the line.`)
  if (issue.code !== 'invalid_type')
    return report(`\`${name}\` ${issue.message}.`, `Fix the value of \`${key}\`.`)
  if (value === undefined) return report(`\`${name}\` is missing.`, `Add a line \`${key}: …\`.`)
  const [first] = issue.expected === 'object' ? knownKeys(schema, path) : []
  if (first !== undefined)
    return report(
      `\`${name}\` is ${kindOf(value)}, not a group of keys.`,
      `Write a group of keys: \`${key}: { ${first}: … }\`.`,
    )
  const expected = kinds[issue.expected] ?? issue.expected
  const wrong = `\`${name}\` is ${kindOf(value)}, not ${expected}.`
  return report(wrong, typeHints[issue.expected]?.(key) ?? `Write ${expected}.`)
}

type Values = Readonly<Record<string, unknown>> | undefined

/** Returns the keys allowed at a path, through defaults and records. */
function knownKeys(schema: z.ZodObject, path: readonly string[]): string[] {
  let inner = unwrap(schema)
  for (const key of path) inner = unwrap(inner.shape?.[key] ?? inner.valueType)
  return Object.keys(inner.shape ?? inner.keyType?.def?.entries ?? {})
}

interface Inner {
  readonly shape?: Record<string, unknown>
  readonly valueType?: unknown
  /** For a record with an enum of keys. */
  readonly keyType?: { readonly def?: { readonly entries?: object } }
}

/** Unwraps defaults and unions. */
function unwrap(schema: unknown): Inner {
  const { def } = (schema ?? {}) as { def?: { innerType?: unknown; options?: readonly unknown[] } }
  if (def?.innerType !== undefined) return unwrap(def.innerType)
  const forms = def?.options?.map(unwrap).find(({ shape, valueType }) => shape ?? valueType)
  return forms ?? ((schema ?? {}) as Inner)
}

/** Picks the union member that fails inside the value rather than on its type. */
function closestMember({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const isTypeMismatch = ({ path, code }: z.core.$ZodIssue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
  return errors.find((issues) => !issues.some(isTypeMismatch)) ?? []
}

function kindOf(value: unknown): string {
  return kinds[Array.isArray(value) ? 'array' : typeof value] ?? ''
}

/** Names of zod types in messages. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
}

const typeHints: Readonly<Record<string, (key: string) => string>> = {
  string: () => 'Quote the value.',
  array: (key) => `Write a list: \`${key}: [one, two]\`.`,
}
