import * as z from 'zod'
import type { Checked } from '../diagnostics.ts'
import { isCalendarDate, isDateTime } from './dates.ts'
import { problem, type TextFile } from './text.ts'

/** One line of text. */
export const line = z
  .string()
  .trim()
  .min(1, 'has no text')
  .regex(/^[^\n]*$/, 'is more than one line')

const title = line.describe('The title, as plain text.')

const summary = z
  .string()
  .trim()
  .superRefine((text, context) => {
    if (text === '') {
      const hint = 'Say in a sentence or two what the reader will learn.'
      const params = { rule: 'empty-summary', hint }
      context.addIssue({ code: 'custom', message: '`summary` has no text', params })
    } else if (text.includes('\n')) {
      const hint = 'Make it one paragraph; `summary: >-` folds several lines into one.'
      const params = { rule: 'summary-paragraphs', hint }
      context.addIssue({ code: 'custom', message: '`summary` is more than one paragraph', params })
    }
  })
  .describe('One paragraph that stands alone in a list.')

const dateIssue = (message: string, hint: string) => ({ message, params: { rule: 'bad-date', hint } })

const published = z
  .string()
  .refine(isCalendarDate, dateIssue('`published` is not a calendar date', 'Write it as YYYY-MM-DD.'))
  .describe('The day of publication, as YYYY-MM-DD.')

const modified = z
  .string()
  .refine(
    (text) => isCalendarDate(text) || isDateTime(text),
    dateIssue(
      '`modified` is not a calendar date or a date-time',
      'Write it as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.',
    ),
  )
  .describe('The last change, as YYYY-MM-DD or as a date-time with its offset.')

/** Either version of YAML's words for yes and no. */
const draft = z
  .stringbool({
    truthy: ['true', 'yes', 'on'],
    falsy: ['false', 'no', 'off'],
    error: 'is neither `true` nor `false`',
  })
  .default(false)
  .describe('true keeps it out of everything.')

const tag = z
  .string()
  .trim()
  .regex(/^[^\s,][^\n,]*$/, 'is not a tag: one to a few words without a comma')

const postShape = {
  title,
  series: z.string().describe('The series it belongs to, one of those in archive.yaml.'),
  summary,
  tags: z
    .array(tag)
    .refine((tags) => new Set(tags).size === tags.length, 'names a tag twice')
    .default([])
    .describe('Topic tags.'),
  published: published.optional(),
  modified: modified.optional(),
  changes: line.optional().describe('What the last change was, in one line.'),
  seriesNumber: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'is not a whole number from 1 up')
    .transform(Number)
    .optional()
    .describe('Position within its series; by default in order of publication.'),
  draft,
}

const undated = {
  rule: 'missing-key',
  hint: 'Add a line `modified: YYYY-MM-DD`, or remove `changes`.',
}

export const postKeys = z
  .strictObject(postShape)
  .refine(({ changes, modified }) => changes === undefined || modified !== undefined, {
    path: ['changes'],
    message: '`changes` says what changed, but `modified` is missing',
    params: undated,
    // Whatever else is wrong.
    when: () => true,
  })

export const pageKeys = z.strictObject({ title, summary, modified: modified.optional(), draft })

export type PostFrontMatter = z.infer<typeof postKeys>
export type PageFrontMatter = z.infer<typeof pageKeys>

/** A file of front matter and a body, taken apart. */
export interface SplitFile {
  readonly yaml: string
  /** Offsets in the file at which the YAML and the body begin. */
  readonly yamlStart: number
  readonly bodyStart: number
}

export function splitFrontMatter(file: TextFile): Checked<SplitFile> {
  const fence = /^---[ \t]*(?:\n|$)/gm
  const opening = fence.exec(file.text)
  if (opening?.index !== 0) {
    const hint = 'Begin with a line `---`, the keys, and a line `---`.'
    return missing(file, 'The file does not open with front matter.', hint)
  }
  const yamlStart = fence.lastIndex
  const closing = fence.exec(file.text)
  if (!closing)
    return missing(file, 'The front matter is not closed.', 'End it with a line that holds only `---`.')
  const yaml = file.text.slice(yamlStart, closing.index)
  return { value: { yaml, yamlStart, bodyStart: fence.lastIndex }, diagnostics: [] }
}

function missing(file: TextFile, message: string, hint: string): Checked<never> {
  return { value: undefined, diagnostics: [problem(file, 0, 'front-matter-missing', message, hint)] }
}
