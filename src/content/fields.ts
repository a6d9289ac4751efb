import { editDistance, nearest } from '../base/nearest.ts'
import { wordSet } from '../base/wording.ts'
import type { FieldName, FieldRules, Generator, OwnNames, Plain } from '../generators/generator.ts'
import { fieldNames } from '../generators/generator.ts'
import { yesOrNo } from '../generators/settings.ts'
import type { ParsedValue, ParsedPart } from './yaml.ts'

export interface Field extends ParsedPart {
  readonly key: string
  /** The key as misspelled. */
  readonly written?: string
}

/** A field under a misspelled key. */
export type Typo = Field & Required<Pick<Field, 'written'>>

/** Front matter by Citable's field names, each in order of preference, and the unknown keys. */
export interface Fields {
  of(name: FieldName): readonly Field[]
  readonly unknown: readonly Field[]
}

/** Drops undefined values. */
export const defined = <T extends object>(values: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/** Meanings of a top-level key, by the key in lower case. */
export type FieldTable = ReadonlyMap<string, readonly FieldMeaning[]>

interface FieldMeaning {
  readonly name: FieldName
  /** Preference among the names of the field. */
  readonly rank: number
  readonly path: string
  /** Nested keys, in lower case. */
  readonly steps: readonly string[]
  /** Values of the generator's own key that mean `true`; others mean nothing. */
  readonly values?: readonly string[]
}

/** Builds the key table: the publisher's names first, then the common ones, then the generator's. Built once per archive. */
export function fieldTable(own: OwnNames, { fields }: Generator): FieldTable {
  const { names: itsNames = {}, unlisted, unpublished: draft } = fields
  const valued: Partial<Record<FieldName, FieldRules['unlisted']>> = { unlisted, draft }
  const table = new Map<string, FieldMeaning[]>()
  for (const name of Object.keys(fieldNames) as FieldName[]) {
    const names = [...(own[name] ?? []), ...fieldNames[name], ...(itsNames[name] ?? [])]
    const paths = [...names.map((path) => [path] as const), ...Object.entries(valued[name] ?? {})]
    for (const [rank, [path, values]] of paths.entries()) {
      const [first = '', ...steps] = path.toLowerCase().split('.')
      const meanings = table.get(first) ?? []
      table.set(first, meanings)
      meanings.push({ name, rank, path, steps, ...(values && { values }) })
    }
  }
  return table
}

/** Fields that say who sees a post; each value counts, not only the first. */
export const saysWho = /^(?:draft|unlisted|status)$/

export function readFields(root: ParsedValue, table: FieldTable): Fields {
  const byKey = new Map<string, Field>()
  for (const [key, part] of root.parts) byKey.set(key.toLowerCase(), { ...part, key })
  const ranked = new Map<FieldName, { readonly rank: number; readonly field: Field }[]>()
  const unknown: Field[] = []
  for (const [key, whole] of byKey) {
    let isKnown = false
    // `cover-image` is the same key as `cover_image` or `coverImage`.
    const meanings =
      table.get(key) ?? table.get(key.replaceAll('-', '_')) ?? table.get(key.replaceAll('-', '')) ?? []
    for (const { name, rank, path, steps, values } of meanings) {
      const part = fieldWithin(whole, path, steps)
      if (!part) continue
      isKnown = true
      const isEmpty = part.value === null || part.value === ''
      // A computed date is no date, but what computes whether to publish may say no.
      const isAnswer = saysWho.test(name) || !isDateKey(path)
      if (isEmpty && !(part.isComputed && isAnswer)) continue
      if (values && !values.includes(wordOf(part.value))) continue
      const field = values ? { ...part, value: 'true' } : part
      const all = ranked.get(name) ?? []
      ranked.set(name, all)
      all.push({ rank, field })
    }
    if (!isKnown) unknown.push(whole)
  }
  for (const all of ranked.values()) all.sort((a, b) => a.rank - b.rank)
  return { of: (name) => (ranked.get(name) ?? []).map(({ field }) => field), unknown }
}

/** Returns a value in lower case; '' for a list or group. */
export const wordOf = (value: Plain) => (typeof value === 'string' ? value.trim().toLowerCase() : '')

function fieldWithin(whole: Field, path: string, steps: readonly string[]): Field | undefined {
  return steps.reduce<Field | undefined>((field, step) => {
    const [, part] = [...(field?.parts ?? [])].find(([key]) => key.toLowerCase() === step) ?? []
    return part && { ...part, key: path }
  }, whole)
}

/** Of the keys of `published`, these say only whether. */
export const isDateKey = (key: string) => !/^(?:publish|isPublished|public)$/i.test(key)

/** Candidates for a misspelled key, in lower case. */
const keysByName = new Map(
  (Object.keys(fieldNames) as FieldName[]).flatMap((name) =>
    fieldNames[name]
      .filter((written) => !written.includes('.'))
      .map((written) => [written.toLowerCase(), { name, written }] as const),
  ),
)
const maxGuesses = 50

/** Returns unknown keys that resemble a known one, for fields that are missing, and for all that say who sees the post. */
export function typosIn(fields: Fields): Map<FieldName, Typo> {
  const typos = new Map<FieldName, Typo>()
  for (const field of fields.unknown.slice(0, maxGuesses)) {
    const key = field.key.toLowerCase()
    const close = nearest(key, keysByName.keys())
    // Of equals, the first in the table: `publishd` is `published`.
    const near =
      close.length < 2 ? close[0] : [...keysByName.keys()].find((candidate) => close.includes(candidate))
    const { name, written } = keysByName.get(near ?? '') ?? {}
    if (near === undefined || name === undefined || written === undefined || typos.has(name)) continue
    const mayHold = saysWho.test(name) || (name === 'published' && yesOrNo(wordOf(field.value)) === false)
    if ((mayHold || fields.of(name).length === 0) && isLikelyTypo(key, near))
      typos.set(name, { ...field, key: written, written: field.key })
  }
  return typos
}

/** Keys in common use with another meaning. */
const otherKeys = wordSet('feature features publisher publishers related seo_title seotitle stats')

/** Short words resemble each other by chance: `math` is not a typo of `path`, nor `tab` of `tag`, but `ditle` and `itle` are of `title`. */
function isLikelyTypo(key: string, known: string): boolean {
  if (otherKeys.has(key)) return false
  const isNear = key[0] === known[0] || (key.length > 4 && editDistance(key, known, 1) === 1)
  if (key.length === 3) return isNear && known.length === 4
  return key.length > 5 || (key.length > 3 && (isNear || known.slice(1) === key))
}
