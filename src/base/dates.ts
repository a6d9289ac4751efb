/** YYYY-MM-DD of a day that exists. `Date.parse` takes too much, so the form and the calendar are checked here. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** RFC 3339: a date, a time to the second or finer, and an offset. */
export function isDateTime(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))$/.exec(
    text,
  )
  if (!match) return false
  const [, day = '', hour, minute, second, offsetHour = 0, offsetMinute = 0] = match
  const inRange = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const isWritten = isCalendarDate(day) && inRange && Number(offsetHour) < 24 && Number(offsetMinute) < 60
  // In UTC, where it is kept, it may be in a year that four digits cannot say.
  return isWritten && /^\d{4}-/.test(new Date(text).toISOString())
}

/** Either form as a date-time in UTC to the second, so that all of them sort as text. */
export function toDateTime(text: string): string {
  const instant = isCalendarDate(text) ? `${text}T00:00:00Z` : text
  return `${new Date(instant).toISOString().slice(0, 19)}Z`
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
