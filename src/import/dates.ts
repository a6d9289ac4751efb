import { readDate } from '../content/written-date.ts'

/** A date in a form that front matter has; undefined for none, and for what is none. */
export function dateOf(text: string): string | undefined {
  const written = readDate(text)
  if (!written) return undefined
  return written.moment.endsWith('T00:00:00Z') && !text.includes(':') ? written.day : written.moment
}

/** WordPress has the time on the site's clock and in UTC: the day is the one that readers saw. */
export function dateWithOffset(local: string, utc: string): string | undefined {
  if (/^0000|^$/.test(local)) return dateOf(utc)
  const here = Date.parse(`${local.replace(' ', 'T')}Z`)
  const there = Date.parse(`${utc.replace(' ', 'T')}Z`)
  const minutes = (here - there) / 60_000
  if (Number.isNaN(minutes) || !Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60)
    return dateOf(local.slice(0, 10))
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  const offset = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
  return `${local.replace(' ', 'T')}${offset}`
}
