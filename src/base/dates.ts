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

/** A time zone by its IANA name, such as Europe/Madrid, or UTC. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && dayFormat(name) !== undefined
  } catch {
    return false
  }
}

/** YYYY-MM-DD: the day that an RFC 3339 moment is in, in a time zone. The zone of the machine is never asked. */
export function dayIn(timeZone: string, moment: string): string {
  const parts = dayFormat(timeZone).formatToParts(new Date(moment))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** In milliseconds since 1970: when a day begins in a time zone. */
export function startOfDay(timeZone: string, day: string): number {
  const quarter = 900_000
  // No zone is further from UTC than this, and each by whole quarters of an hour.
  let [before, after] = [-14 * 4 - 1, 14 * 4]
  const at = (quarters: number) => Date.parse(`${day}T00:00:00Z`) + quarters * quarter
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if (dayIn(timeZone, new Date(at(middle)).toISOString()) < day) before = middle
    else after = middle
  }
  return at(after)
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Made once for a zone: making one takes longer than using it a hundred times. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const kept = dayFormats.get(timeZone)
  if (kept) return kept
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  dayFormats.set(timeZone, made)
  return made
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
