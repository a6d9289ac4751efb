import type * as z from 'zod'
import { andThen, type Checked, type Diagnostic } from '../base/diagnostics.ts'
import { nearest } from '../base/nearest.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import { archiveKeys, type ArchiveSettings, generatorKey } from './archive-keys.ts'
import { generators } from '../generators/registry.ts'
import { offsetOf, type ParsedValue, readYaml } from './yaml.ts'

export const settingsPath = 'archive.yaml'

/** Reads archive.yaml. Files that it names must be in `paths`, and its generator in `known`. */
export function readSettings(
  file: TextFile,
  paths: readonly string[],
  known = generators,
): Checked<ArchiveSettings> {
  return andThen(readYaml(file, file.text, 0, 'settings-syntax'), (root) => {
    const { value, diagnostics } = checkKeys(file, root, known)
    return {
      value: value && { ...value, author: { ...value.author, ...authorKeyed(value.author.name, value) } },
      diagnostics: [...diagnostics, ...(value ? missingFiles(file, root, value, paths) : [])],
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
  root: ParsedValue,
  { look, author, authors }: ArchiveSettings,
  paths: readonly string[],
): Diagnostic[] {
  const { fonts, logo, logoDark, favicon, card, stylesheet, head, foot } = look
  const files = { logo, logoDark, favicon, card, stylesheet, head, foot }
  const named: (readonly [path: string | boolean | undefined, ...keys: string[]])[] = [
    ...Object.entries(files).map(([key, path]) => [path, 'look', key] as const),
    ...Object.entries(fonts).map(([key, font]) => [isFontFile(font) && font, 'look', 'fonts', key] as const),
    [author.picture, 'author', 'picture'],
    ...Object.entries(authors).map(([key, named]) => [named.picture, 'authors', key, 'picture'] as const),
  ]
  return named.flatMap(([path, ...keys]) => {
    if (typeof path !== 'string' || paths.includes(path)) return []
    const [near] = nearest(path, paths)
    const message = `\`${keys.join('.')}\` points to ${path}, which does not exist.`
    const hint = near ? `Did you mean \`${near}\`?` : 'Give its path relative to archive.yaml.'
    return [problem(file, offsetOf(root, keys, 'value'), 'settings-syntax', message, hint)]
  })
}

export const isFontFile = (font = '') => /\.woff2$/i.test(font)

/** Validates values and returns the valid ones, so that one mistake does not hide others. */
function checkKeys(file: TextFile, root: ParsedValue, known: typeof generators): Checked<ArchiveSettings> {
  const keys = archiveKeys.extend({ generator: generatorKey(known) })
  const result = keys.safeParse(root.value)
  if (result.success) return { value: result.data, diagnostics: [] }
  const { issues } = result.error
  const wrong = new Set(
    issues.flatMap(({ path, ...issue }) =>
      path.length > 0 ? [String(path[0])] : issue.code === 'unrecognized_keys' ? issue.keys : [],
    ),
  )
  const rest = Object.entries(root.value ?? {}).filter(([key]) => !wrong.has(key))
  const diagnostics = issues.flatMap((issue) => problemsWith(issue, root, file, keys))
  return { value: keys.safeParse(Object.fromEntries(rest)).data, diagnostics }
}

type Issue = z.core.$ZodIssue

export function problemsWith(issue: Issue, root: ParsedValue, file: TextFile, keys: z.ZodType): Diagnostic[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeysAt(path, keys)
    return issue.keys.map((key) => {
      const [near] = nearest(key, known)
      const message = `\`${[...path, key].join('.')}\` is not a known key.`
      const hint = near ? `Did you mean \`${near}\`?` : `Known keys: ${known.join(', ')}.`
      return problem(file, offsetOf(root, [...path, key], 'key'), 'settings-syntax', message, hint)
    })
  }
  const nested = issue.code === 'invalid_union' ? closestMember(issue) : []
  if (nested.length > 0)
    return nested.flatMap((inner) =>
      problemsWith({ ...inner, path: [...issue.path, ...inner.path] } as Issue, root, file, keys),
    )
  const value = path.reduce<unknown>((outer, key) => (outer as Record<string, unknown>)?.[key], root.value)
  const [message, hint] = wordingFor(issue, path, value, knownKeysAt(path, keys))
  const offset = offsetOf(root, path, issue.code === 'invalid_key' ? 'key' : 'value')
  return [problem(file, offset, 'settings-syntax', message, hint)]
}

/** Names of zod types in messages. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
}

/** What is wrong with a value, and how to fix it. */
function wordingFor(
  issue: Issue,
  path: readonly string[],
  value: unknown,
  [firstKey]: readonly string[],
): readonly [message: string, hint: string] {
  const name = `\`${path.join('.')}\``
  const key = path.findLast((step) => !/^\d+$/.test(step)) ?? ''
  if (issue.code === 'invalid_key') {
    const reason = issue.issues[0]?.message ?? 'is not a name'
    return [`${name} ${reason}.`, 'Use lower-case letters, digits and hyphens.']
  }
  if (issue.code === 'custom' && issue.params)
    return [`${issue.message}.`, String(issue.params['hint'] ?? '')]
  if (value === null) return [`${name} is empty.`, `Write its value after \`${key}:\`, or remove the line.`]
  const [near] = issue.code === 'invalid_value' ? nearest(String(value), issue.values.map(String), 1) : []
  const fix = near === undefined ? `Fix the value of \`${key}\`.` : `Did you mean \`${near}\`?`
  if (issue.code !== 'invalid_type') return [`${name} ${issue.message}.`, fix]
  if (value === undefined) return [`${name} is missing.`, `Add a line \`${key}: …\`.`]
  const kind = typeNames[Array.isArray(value) ? 'array' : typeof value] ?? `a ${typeof value}`
  const expected = typeNames[issue.expected] ?? issue.expected
  const hints: Readonly<Record<string, string>> = {
    string: 'Quote the value.',
    array: `Write a list: \`${key}: [one, two]\`.`,
    ...(firstKey !== undefined && { object: `Write a group of keys: \`${key}: { ${firstKey}: … }\`.` }),
  }
  return [`${name} is ${kind}, not ${expected}.`, hints[issue.expected] ?? `Write ${expected}.`]
}

/** Returns the keys allowed at a path, through defaults and records. */
function knownKeysAt(path: readonly string[], keys: z.ZodType): string[] {
  let inner = innerSchema(keys)
  for (const key of path) inner = innerSchema(inner.shape?.[key] ?? inner.valueType ?? inner.element)
  return Object.keys(inner.shape ?? inner.keyType?.def?.entries ?? {})
}

interface InnerSchema {
  readonly shape?: Record<string, unknown>
  readonly valueType?: unknown
  readonly element?: unknown
  /** For a record with an enum of keys. */
  readonly keyType?: { readonly def?: { readonly entries?: object } }
}

/** Unwraps defaults and unions. */
function innerSchema(schema: unknown): InnerSchema {
  const { def } = (schema ?? {}) as { def?: { innerType?: unknown; options?: readonly unknown[] } }
  if (def?.innerType !== undefined) return innerSchema(def.innerType)
  const forms = def?.options?.map(innerSchema).find(({ shape, valueType }) => shape ?? valueType)
  return forms ?? ((schema ?? {}) as InnerSchema)
}

/** Picks the union member that fails inside the value rather than on its type. */
function closestMember({ errors }: z.core.$ZodIssueInvalidUnion): readonly Issue[] {
  const isTypeMismatch = ({ path, code }: Issue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
  return errors.find((issues) => !issues.some(isTypeMismatch)) ?? []
}
