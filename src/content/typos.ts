import { nearest } from '../base/nearest.ts'
import { type Field, type FieldName, type Fields, fieldNames } from './fields.ts'

/** A field under the key that was meant. */
export interface Slip extends Field {
  /** The key as it is written. */
  readonly written: string
}

/** Unknown keys that are near a known one; the first for each field that is not there itself. */
export function slipsIn(fields: Fields): Map<FieldName, Slip> {
  const slips = new Map<FieldName, Slip>()
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
const otherWords: ReadonlySet<string> = new Set([
  'related',
  'redirect_to',
  'redirectto',
  'seo_title',
  'seotitle',
])

/** Short words are near each other by chance: `math` is not meant as `path`. */
function isSlip(key: string, known: string): boolean {
  return !otherWords.has(key) && (key.length > 5 || (key.length > 3 && key[0] === known[0]))
}
