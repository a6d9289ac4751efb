import * as z from 'zod'
import { isCalendarDate, isDateTime } from './dates.ts'
import type { Diagnostic } from '../diagnostics.ts'
import { problem, type TextFile } from './text.ts'
import { type Checked, checkYaml } from './yaml.ts'

const title = z
  .string()
  .trim()
  .min(1, 'has no text')
  .regex(/^[^\n]*$/, 'is more than one line')
  .describe('The title, as plain text.')

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

const draft = z.boolean().default(false).describe('true keeps it out of everything.')

const tag = z
  .string()
  .trim()
  .regex(/^[^\s,][^\n,]*$/, 'is not a tag: one to a few words without a comma')

export const postKeys = z.strictObject({
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
  changes: title.optional().describe('What the last change was, in one line.'),
  seriesNumber: z
    .number()
    .refine((number) => Number.isSafeInteger(number) && number >= 1, 'is not a whole number from 1 up')
    .optional()
    .describe('Position within its series; by default its place in order of publication.'),
  draft,
})

export const pageKeys = z.strictObject({ title, summary, modified: modified.optional(), draft })

export type PostFrontMatter = z.infer<typeof postKeys>
export type PageFrontMatter = z.infer<typeof pageKeys>

export interface FrontMatter<T> extends Checked<T> {
  /** Offset in the file at which the body begins. */
  readonly bodyStart: number
}

export async function readFrontMatter<S extends z.ZodObject>(
  file: TextFile,
  schema: S,
): Promise<FrontMatter<z.output<S>>> {
  const opening = /^---[ \t]*(?:\n|$)/.exec(file.text)
  const start = opening?.[0].length ?? 0
  const closing = opening ? findClosing(file.text, start) : undefined
  if (!closing) {
    const [message, hint] = opening
      ? ['The front matter is not closed.', 'End it with a line that holds only `---`.']
      : ['The file does not open with front matter.', 'Begin with a line `---`, the keys, and a line `---`.']
    const diagnostics: Diagnostic[] = [problem(file, 0, 'front-matter-missing', message, hint)]
    return { value: undefined, at: () => 0, diagnostics, bodyStart: file.text.length }
  }
  const yaml = file.text.slice(start, closing.from)
  return { ...(await checkYaml(file, yaml, start, schema)), bodyStart: closing.to }
}

function findClosing(text: string, start: number): { from: number; to: number } | undefined {
  const closing = /^---[ \t]*(?:\n|$)/gm
  closing.lastIndex = start
  const match = closing.exec(text)
  return match ? { from: match.index, to: match.index + match[0].length } : undefined
}
