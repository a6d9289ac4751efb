import { dayIn, isCalendarDate, isDateTime } from '../base/dates.ts'

/** A date in front matter: the day, and the moment if a time is given. */
interface WrittenDate {
  /** YYYY-MM-DD */
  readonly day: string
  /** RFC 3339. Defaults to midnight, and to UTC. */
  readonly moment: string
}

/** How to turn a moment into a day. */
export interface DayRule {
  /** IANA name. Without one, the day stays as written. */
  readonly timeZone?: string | undefined
  /** Read YAML timestamps without an offset as UTC, as YAML defines; other times are in `timeZone`. */
  readonly bareTimes?: 'UTC' | undefined
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Parses a date; undefined if invalid or ambiguous. `Date.parse` depends on the engine and the local time zone. */
export function readDate(text: string, rule: DayRule = {}): WrittenDate | undefined {
  const trimmed = text.trim()
  const match = dateForms.map((form) => form.exec(trimmed)).find(Boolean)
  if (!match) return undefined
  const { year = '', month = '', day = '', first, second = '', rest = '' } = match.groups ?? {}
  const monthNumber = Number(month) || months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const numbers = first === undefined ? [monthNumber, Number(day)] : eitherOrder(first, second)
  if (!numbers) return undefined
  const date = [year, ...numbers.map((number) => String(number).padStart(2, '0'))].join('-')
  return isCalendarDate(date) ? withTime(date, rest, rule) : undefined
}

const timeOfDay = '(?<rest>(?:[T\\s,]+\\d{1,2}:\\d{2}.*)?)'
const monthName = '(?<month>[A-Za-z]{3,9})\\.?'
const weekday = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\\.?,?\\s+)?'
const clock = '(?<rest>\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s+[A-Z]{3,4})?)'
const dayOfMonth = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'

const dateForms = [
  `(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})${timeOfDay}`,
  `(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})${timeOfDay}`,
  `${weekday}${dayOfMonth}[\\s-]+(?:of\\s+)?${monthName},?[\\s-]+(?<year>\\d{4})${timeOfDay}`,
  `${weekday}${monthName}\\s+${dayOfMonth},?\\s+(?<year>\\d{4})${timeOfDay}`,
  // `Thu Jan 02 15:04:05 UTC 2020`, as `date` prints it.
  `${weekday}${monthName}\\s+${dayOfMonth}\\s+${clock}\\s+(?<year>\\d{4})`,
  // Day or month first.
  `(?<first>\\d{1,2})[/.-](?<second>\\d{1,2})[/.-](?<year>\\d{4})${timeOfDay}`,
].map((form) => new RegExp(`^${form}$`, 'i'))

/** `13/01/2020` has one reading; `02/01/2020` has two. */
function eitherOrder(first: string, second: string): [month: number, day: number] | undefined {
  const [a, b] = [Number(first), Number(second)]
  if (a === b) return [a, b]
  if (a > 12 && b <= 12) return [b, a]
  return b > 12 && a <= 12 ? [a, b] : undefined
}

/** Adds the time and offset, if present. Named time zones other than UTC are ignored. */
function withTime(day: string, rest: string, { timeZone, bareTimes }: DayRule): WrittenDate {
  const [, hour, minute = '00', second, half, offset = ''] =
    /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap]m)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?/i.exec(
      rest,
    ) ?? []
  if (hour === undefined) return { day, moment: `${day}T00:00:00Z` }
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  const zone = /^[+-]/.test(offset)
    ? `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
    : 'Z'
  const moment = `${day}T${String(hours).padStart(2, '0')}:${minute}:${second ?? '00'}${zone}`
  if (!isDateTime(moment)) return { day, moment: `${day}T00:00:00Z` }
  const isMoment = timeZone !== undefined && (offset !== '' || (bareTimes === 'UTC' && second !== undefined))
  return { day: isMoment ? dayIn(timeZone, moment) : day, moment }
}
