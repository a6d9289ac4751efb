import { memo } from './caches.ts'

/** Whether the text is YYYY-MM-DD and the day exists. `Date.parse` is too lenient. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const start = new Date(`${text}T00:00:00Z`)
  // The 30th of February becomes a day in March.
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text)
}

/** Whether the text is an RFC 3339 date-time. */
export function isDateTime(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))$/.exec(
    text,
  )
  if (!match) return false
  const [, day = '', hour, minute, second, offsetHour = 0, offsetMinute = 0] = match
  const inRange = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const isValid = isCalendarDate(day) && inRange && Number(offsetHour) < 24 && Number(offsetMinute) < 60
  // Converted to UTC, the year may need more than four digits.
  return isValid && /^\d{4}-/.test(new Date(text).toISOString())
}

/** Converts a date or date-time to UTC seconds, so that all of them sort as text. */
export function toDateTime(text: string): string {
  const instant = isCalendarDate(text) ? `${text}T00:00:00Z` : text
  return `${new Date(instant).toISOString().slice(0, 19)}Z`
}

/** Constructing a formatter costs as much as a hundred uses. */
const dayFormat = memo((timeZone: string) => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { timeZone, ...parts })
}, 2 ** 18)

/** Whether this is an IANA time zone, such as Europe/Madrid. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && dayFormat(name) !== undefined
  } catch {
    return false
  }
}

/** Returns the calendar day (YYYY-MM-DD) of an RFC 3339 time in a time zone. */
export function dayIn(timeZone: string, moment: string): string {
  // The first formatter of a process takes tens of milliseconds.
  if (timeZone === 'UTC') return new Date(moment).toISOString().slice(0, 10)
  const parts = dayFormat(timeZone).formatToParts(new Date(moment))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((item) => item.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** Returns when a day starts in a time zone, in milliseconds since the epoch. */
export function startOfDay(timeZone: string, day: string): number {
  const quarter = 900_000
  // Offsets from UTC are multiples of 15 minutes, at most 14 hours.
  let [before, after] = [-14 * 4 - 1, 14 * 4]
  const at = (quarters: number) => Date.parse(`${day}T00:00:00Z`) + quarters * quarter
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if (dayIn(timeZone, new Date(at(middle)).toISOString()) < day) before = middle
    else after = middle
  }
  return at(after)
}
