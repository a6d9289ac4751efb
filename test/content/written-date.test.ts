import { describe, expect, test } from 'vitest'
import { readDate } from '../../src/content/written-date.ts'

/** Source, day, and date-time if there is a time. */
const written: readonly (readonly [text: string, day: string, moment?: string])[] = [
  ['2020-01-02', '2020-01-02', '2020-01-02T00:00:00Z'],
  ['2020-1-2', '2020-01-02'],
  ['2020/01/02 10:00', '2020-01-02', '2020-01-02T10:00:00Z'],
  ['20200102', '2020-01-02'],
  ['2013-05-06 02:12:52 +0200', '2013-05-06', '2013-05-06T02:12:52+02:00'],
  ['2022-01-11T00:50:00.000Z', '2022-01-11', '2022-01-11T00:50:00Z'],
  ['2020-01-02T23:30:00-07:00', '2020-01-02', '2020-01-02T23:30:00-07:00'],
  ['2020-01-02 3:04 pm', '2020-01-02', '2020-01-02T15:04:00Z'],
  // In UTC, both are outside the years of four digits.
  ['9999-12-31T23:59:59-14:00', '9999-12-31', '9999-12-31T00:00:00Z'],
  ['0000-01-01T00:00:00+10:00', '0000-01-01', '0000-01-01T00:00:00Z'],
  ['January 16, 2026', '2026-01-16'],
  ['Jan 2nd, 2020', '2020-01-02'],
  ['Sept. 5, 2019', '2019-09-05'],
  ['2 January 2020', '2020-01-02'],
  ['02-Jan-2020', '2020-01-02'],
  ['Thu, 02 Jan 2020 15:04:05 GMT', '2020-01-02', '2020-01-02T15:04:05Z'],
  ['Thu Jan 02 15:04:05 UTC 2020', '2020-01-02'],
  ['13/01/2020', '2020-01-13'],
  ['01/13/2020', '2020-01-13'],
]

for (const [text, day, moment] of written) {
  test(`${text} is the day ${day}`, () => {
    expect(readDate(text)?.day).toBe(day)
    if (moment !== undefined) expect(readDate(text)?.moment).toBe(moment)
  })
}

test.each(['2021-02-30', '01/02/2020', 'soon', '', '2020', '2020-13-01', '31 June 2020'])(
  'rejects %o, which is no date or ambiguous',
  (text) => expect(readDate(text)).toBeUndefined(),
)

describe('the day in a time zone', () => {
  for (const [text, timeZone, day] of [
    ['2020-01-02 23:30:00 -0800', 'America/Los_Angeles', '2020-01-02'],
    ['2020-01-03 07:30:00 +0000', 'America/Los_Angeles', '2020-01-02'],
    ['2020-01-02T23:30:00Z', 'Asia/Tokyo', '2020-01-03'],
    // Daylight saving time.
    ['2020-07-02T22:30:00Z', 'Europe/Madrid', '2020-07-03'],
    ['2020-01-02T22:30:00Z', 'Europe/Madrid', '2020-01-02'],
    ['2020-01-02', 'Asia/Tokyo', '2020-01-02'],
    ['2020-01-02 23:30:00', 'Asia/Tokyo', '2020-01-02'],
    ['9999-12-31T23:59:59-14:00', 'Asia/Tokyo', '9999-12-31'],
  ] as const) {
    test(`${text} is ${day} in ${timeZone}`, () => expect(readDate(text, { timeZone })?.day).toBe(day))
  }

  test('a timestamp without an offset can be UTC', () => {
    const rule = { timeZone: 'Asia/Tokyo', bareTimes: 'UTC' } as const
    expect(readDate('2020-01-02 23:30:00', rule)?.day).toBe('2020-01-03')
    expect(readDate('2020-01-02 23:30', rule)?.day, 'no timestamp of YAML').toBe('2020-01-02')
    expect(readDate('2020-01-02', rule)?.day).toBe('2020-01-02')
  })

  test('does not depend on the machine’s time zone', () => {
    const before = process.env['TZ'] ?? 'UTC'
    try {
      const days = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) => {
        process.env['TZ'] = zone
        return readDate('2020-01-02T12:00:00Z', { timeZone: 'Europe/Madrid' })?.day
      })
      expect(days).toEqual(['2020-01-02', '2020-01-02'])
    } finally {
      process.env['TZ'] = before
    }
  })
})
