import type { Diagnostic } from '../base/diagnostics.ts'
import { yamlText } from '../base/yaml-text.ts'
import { editDistance } from '../base/nearest.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import type { FieldName, Plain, Visibility } from '../generators/generator.ts'
import { ownProperty, yesOrNo } from '../generators/settings.ts'
import { type Field, type Fields, isDateKey, wordOf } from './fields.ts'
import type { ParsedValue } from './yaml.ts'

/** What yes and no mean in each field. */
const answers = {
  draft: { yes: 'hold', no: 'publish' },
  unlisted: { yes: 'unlisted', no: 'publish' },
  published: { yes: 'publish', no: 'hold' },
  status: { yes: 'publish', no: 'hold' },
} as const satisfies Partial<Record<FieldName, Record<'yes' | 'no', Visibility>>>

type VisibilityField = keyof typeof answers

export type Statuses = Readonly<Record<string, Visibility>>

/** Words that publishing systems agree on. */
const usualStatuses: Statuses = Object.fromEntries([
  ...'published publish public live final'.split(' ').map((word) => [word, 'publish']),
  ...'draft pending private hidden'.split(' ').map((word) => [word, 'hold']),
])

interface VisibilityOptions {
  /** The generator's own words. */
  readonly statuses?: Statuses | undefined
  /** `statuses` in archive.yaml. */
  readonly ownStatuses?: Statuses | undefined
}

/** Returns who sees a post. A value that is not understood holds it back, and is reported. */
export function readVisibility(file: TextFile, fields: Fields, options: VisibilityOptions) {
  const values = (Object.keys(answers) as VisibilityField[]).flatMap((name) =>
    fields
      .of(name)
      .flatMap((field) =>
        leavesOf(field).map((value) => ({ field, value, means: visibilityOf(name, field, value, options) })),
      ),
  )
  const says = (visibility: Visibility) => values.some(({ means }) => means === visibility)
  // A key that merely resembles one of ours may be another program's.
  const isKey = ({ key, written = key }: Field) =>
    editDistance(written.toLowerCase(), key.toLowerCase(), 1) <= 1
  const doubts = values.filter(({ means, field }) => means === undefined && isKey(field))
  const isHeld = says('hold')
  return {
    draft: isHeld || doubts.length > 0,
    unlisted: says('unlisted'),
    diagnostics: isHeld ? [] : doubts.map(({ field, value }) => notUnderstood(file, field.key, value)),
  }
}

/** Undefined if the value is not understood. */
function visibilityOf(
  name: VisibilityField,
  { key }: Field,
  { value, isComputed }: ParsedValue,
  { statuses = {}, ownStatuses = {} }: VisibilityOptions,
): Visibility | undefined {
  const word = wordOf(value)
  if (word === '') return isComputed ? undefined : 'publish'
  const flag = name === 'published' ? yesOrNoOf(key, value) : flagOf(value)
  if (flag !== undefined) return answers[name][flag ? 'yes' : 'no']
  const tables = /status|published/.test(name) ? [ownStatuses, statuses, usualStatuses] : [ownStatuses]
  const meaning = tables.map((table) => ownProperty(table, word)).find((meaning) => meaning !== undefined)
  // Whatever is not a date is reported as one.
  const isDate = name === 'published' && (isDateKey(key) || /\d/.test(word))
  return meaning ?? (isDate ? 'publish' : undefined)
}

/** Tests for a value of a date field that says whether, not when. */
export const isAnswer = ({ key, value }: Field) =>
  yesOrNoOf(key, value) !== undefined || (!isDateKey(key) && !/\d/.test(JSON.stringify(value)))

/** A bare number beside a date key is a broken date. */
const yesOrNoOf = (key: string, value: Plain): boolean | undefined =>
  /^(?:is)?publi/i.test(key) ? flagOf(value) : yesOrNo(wordOf(value))

export function flagOf(value: Plain): boolean | undefined {
  const word = wordOf(value)
  return yesOrNo(word) ?? (word === '1' ? true : word === '0' ? false : undefined)
}

/** Returns the scalars of a list or group, or the value itself. */
const leavesOf = (value: ParsedValue): readonly ParsedValue[] =>
  value.parts.size === 0 ? [value] : [...value.parts.values()].flatMap(leavesOf)

function notUnderstood(file: TextFile, key: string, { value, offset }: ParsedValue): Diagnostic {
  const word = wordOf(value)
  const isShort = /^(?:[^\p{C}`]|\u200d){1,40}$/u.test(word)
  const status = `\`${key}: ${isShort ? word : '…'}\``
  const message = `${status} is not understood, so the post is not published.`
  const setting = `\`statuses: { ${yamlText(word)}: publish }\``
  const hint = isShort
    ? `Correct it, or add ${setting} to archive.yaml; \`hold\` confirms that such posts are held back.`
    : `Write \`${key}: true\` or \`${key}: false\`.`
  return { ...problem(file, offset, 'held-back', message, hint), data: { status, word: isShort ? word : '' } }
}
