import type { Words } from './words.ts'

export interface Day {
  readonly iso: string
  readonly text: string
}

/** A date as people read it, without the locale data of whatever machine builds. */
export function day(iso: string, words: Words): Day {
  const [year = '', month, date] = iso.split('-')
  return { iso, text: words.day(Number(date), words.months[Number(month) - 1] ?? '', year) }
}

/** YYYY-MM as people read it. */
export function month(iso: string, words: Words): string {
  const [year = '', number] = iso.split('-')
  return words.month(words.months[Number(number) - 1] ?? '', year)
}
