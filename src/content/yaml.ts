import type * as z from 'zod'
import type { Diagnostic } from '../diagnostics.ts'
import { readPlainYaml } from './plain-yaml.ts'
import type { TextFile } from './text.ts'

export interface Checked<T> {
  /** Undefined when something is wrong enough that the value cannot be used. */
  readonly value: T | undefined
  /** Offset in the file of a top-level key's value, for problems that are found later. */
  readonly at: (key: string) => number
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a stretch of YAML within a file against a strict schema. What is plain and right is read the short way; the real parser
 * is not even loaded before there is something else.
 */
export async function checkYaml<S extends z.ZodObject>(
  file: TextFile,
  yaml: string,
  start: number,
  schema: S,
): Promise<Checked<z.output<S>>> {
  const plain = readPlainYaml(yaml)
  const checked = plain && schema.safeParse(plain)
  if (checked?.success)
    return { value: checked.data, at: (key) => start + valueOffset(yaml, key), diagnostics: [] }
  const { checkAnyYaml } = await import('./any-yaml.ts')
  return checkAnyYaml(file, yaml, start, schema)
}

/** In plain YAML a value stands behind its key, on the same line. */
function valueOffset(yaml: string, key: string): number {
  const found = new RegExp(`^${key}: `, 'm').exec(yaml)
  return found ? found.index + found[0].length : 0
}
