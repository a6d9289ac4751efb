import { nearest } from '../base/nearest.ts'
import { type FieldName, fieldNames, type OwnNames } from '../generators/generator.ts'
import { generatorNamed } from '../generators/registry.ts'
import type { ParsedValue, Part } from './yaml.ts'

export interface Field extends Part {
  readonly key: string
}

/** Front matter by Citable's names: each field that was written, in order of preference, and the keys that mean nothing here. */
export interface Fields {
  of(name: FieldName): readonly Field[]
  readonly unknown: readonly Field[]
}

/** Without the values that are undefined. */
export function defined<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}

/** What a key at the top may mean, by the key in small letters. */
export type FieldTable = ReadonlyMap<string, readonly Meaning[]>

interface Meaning {
  readonly name: FieldName
  /** Its place among the names of that field. */
  readonly rank: number
  readonly path: string
  /** The steps that lead further into a group, in small letters. */
  readonly steps: readonly string[]
}

/** The usual names, with a publisher's own before them and a generator's own after them; made once for an archive. */
export function fieldTable(own: OwnNames, generator: string): FieldTable {
  const { fields = {}, unlisted = {} } = generatorNamed(generator)
  const generatorNames: OwnNames = { ...fields, unlisted: Object.keys(unlisted) }
  const table = new Map<string, Meaning[]>()
  for (const name of Object.keys(fieldNames) as FieldName[]) {
    const paths = [...(own[name] ?? []), ...fieldNames[name], ...(generatorNames[name] ?? [])]
    for (const [rank, path] of paths.entries()) {
      const [first = '', ...steps] = path.toLowerCase().split('.')
      const meanings = table.get(first) ?? []
      table.set(first, meanings)
      meanings.push({ name, rank, path, steps })
    }
  }
  return table
}

export function readFields(root: ParsedValue, table: FieldTable): Fields {
  const byKey = new Map<string, Field>()
  for (const [key, part] of root.parts) byKey.set(key.toLowerCase(), { ...part, key })
  const ranked = new Map<FieldName, { readonly rank: number; readonly field: Field }[]>()
  const unknown: Field[] = []
  for (const [key, whole] of byKey) {
    let isKnown = false
    // `cover-image` is spelt in a third way what is `cover_image` or `coverImage` elsewhere.
    const meanings =
      table.get(key) ?? table.get(key.replaceAll('-', '_')) ?? table.get(key.replaceAll('-', '')) ?? []
    for (const { name, rank, path, steps } of meanings) {
      const field = fieldWithin(whole, path, steps)
      if (!field) continue
      isKnown = true
      if (field.value === null || field.value === '') continue
      const all = ranked.get(name) ?? []
      ranked.set(name, all)
      all.push({ rank, field })
    }
    if (!isKnown) unknown.push(whole)
  }
  for (const all of ranked.values()) all.sort((a, b) => a.rank - b.rank)
  return { of: (name) => (ranked.get(name) ?? []).map(({ field }) => field), unknown }
}

function fieldWithin(whole: Field, path: string, steps: readonly string[]): Field | undefined {
  return steps.reduce<Field | undefined>((field, step) => {
    const [, part] = [...(field?.parts ?? [])].find(([key]) => key.toLowerCase() === step) ?? []
    return part && { ...part, key: path }
  }, whole)
}

/** Unknown keys near a known one, as fields under the key that was meant; the first for each field that is missing. */
export function slipsIn(fields: Fields): Map<FieldName, Field & { readonly written: string }> {
  const slips = new Map<FieldName, Field & { readonly written: string }>()
  for (const field of fields.unknown.slice(0, mostGuesses)) {
    const key = field.key.toLowerCase()
    const [near = ''] = nearest(key, knownKeys.keys(), 1)
    const { name, written } = knownKeys.get(near) ?? {}
    if (name === undefined || written === undefined || slips.has(name)) continue
    if (fields.of(name).length === 0 && isSlip(key, near))
      slips.set(name, { ...field, key: written, written: field.key })
  }
  return slips
}

/** What a misspelt key may have been meant as: every name that is understood, in small letters. */
const knownKeys = new Map(
  (Object.keys(fieldNames) as FieldName[]).flatMap((name) =>
    fieldNames[name]
      .filter((written) => !written.includes('.'))
      .map((written) => [written.toLowerCase(), { name, written }] as const),
  ),
)
const mostGuesses = 50

/** Keys that many sites have for something else. */
const otherWords: ReadonlySet<string> = new Set(
  'feature features related redirect_to redirectto seo_title seotitle'.split(' '),
)

/** Short words are near each other by chance: `math` is not meant as `path`. */
function isSlip(key: string, known: string): boolean {
  return !otherWords.has(key) && (key.length > 5 || (key.length > 3 && key[0] === known[0]))
}
