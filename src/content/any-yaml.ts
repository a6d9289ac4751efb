import { type Document, isMap, isScalar, parseDocument, visit, type YAMLError } from 'yaml'
import type * as z from 'zod'
import type { Diagnostic } from '../diagnostics.ts'
import { explain } from './explain.ts'
import { problem, type TextFile } from './text.ts'
import type { Checked } from './yaml.ts'

/** Any YAML at all, by a real parser. Every issue comes back located: an unknown key at the key, a wrong value at the value. */
export function checkAnyYaml<S extends z.ZodObject>(
  file: TextFile,
  yaml: string,
  start: number,
  schema: S,
): Checked<z.output<S>> {
  const document = parseDocument(yaml, { prettyErrors: false })
  const at = (key: string) => start + offsetOf(document, [key])
  const refuse = (diagnostics: readonly Diagnostic[]) => ({ value: undefined, at, diagnostics })
  if (document.errors.length > 0)
    return refuse(document.errors.map((error) => syntaxProblem(file, start, error)))
  if (!isMap(document.contents) && document.contents !== null) {
    const message = 'This is not a list of keys and values.'
    return refuse([problem(file, start, 'bad-value', message, 'Write one `key: value` a line.')])
  }
  const written = toPlainValues(document)
  if (written instanceof Error) {
    const hint = 'Put a value that begins with `*` or `&` between quotes.'
    const message = 'An alias (`*name`) stands for nothing, or for too much.'
    return refuse([problem(file, start + firstAlias(document), 'yaml-syntax', message, hint)])
  }
  const result = schema.safeParse(written)
  if (result.success) return { value: result.data, at, diagnostics: [] }
  const place = (path: readonly string[], part: 'key' | 'value') => start + offsetOf(document, path, part)
  return refuse(result.error.issues.flatMap((issue) => explain(issue, { file, written, schema, place })))
}

/** An alias to nothing, or aliases that multiply without end, are only found when they are followed. */
function toPlainValues(document: Document): object | Error {
  try {
    return document.toJS() ?? {}
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function firstAlias(document: Document): number {
  let offset = 0
  visit(document, {
    Alias(_, alias) {
      offset = alias.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return offset
}

function syntaxProblem(file: TextFile, start: number, { code, message, pos }: YAMLError): Diagnostic {
  const [own, hint] = syntaxWords[code] ?? [
    undefined,
    'Correct the YAML; a value with special characters goes between quotes.',
  ]
  const flat = message.replace(/\s+/g, ' ').trim()
  return problem(file, start + pos[0], 'yaml-syntax', own ?? (flat.endsWith('.') ? flat : `${flat}.`), hint)
}

const syntaxWords: Partial<Record<string, readonly [message: string | undefined, hint: string]>> = {
  BLOCK_AS_IMPLICIT_KEY: [undefined, 'Put a value that contains ": " between quotes.'],
  DUPLICATE_KEY: ['A key stands twice.', 'Keep one of the two.'],
  MULTIPLE_DOCS: ['A second YAML document begins here.', 'Keep one; take out the line `---`.'],
  TAB_AS_INDENT: ['A tab cannot indent in YAML.', 'Indent with spaces.'],
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
