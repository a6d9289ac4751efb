import { readDate } from './engine.ts'

/** Returns a date for front matter; undefined if invalid. */
export function dateOf(text: string): string | undefined {
  const date = readDate(text)
  const isDay = date?.moment.endsWith('T00:00:00Z') && !text.includes(':')
  return isDay ? date?.day : date?.moment
}

/** WordPress exports local time and UTC; the local day is the one readers saw. */
export function dateWithOffset(local: string, utc: string): string | undefined {
  if (/^0000|^$/.test(local)) return dateOf(utc)
  const here = Date.parse(`${local.replace(' ', 'T')}Z`)
  const there = Date.parse(`${utc.replace(' ', 'T')}Z`)
  const minutes = (here - there) / 60_000
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60) return dateOf(local.slice(0, 10))
  const time = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
  const offset = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${time}`
  return `${local.replace(' ', 'T')}${offset}`
}
