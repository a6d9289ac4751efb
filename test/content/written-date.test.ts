import { expect, test } from 'vitest'
import { readDate } from '../../src/content/written-date.ts'

/** What is written, the day it means, and the moment where a time is written, too. */
const written: readonly (readonly [text: string, day: string, moment?: string])[] = [
  ['2020-01-02', '2020-01-02', '2020-01-02T00:00:00Z'],
  ['2020-1-2', '2020-01-02'],
  ['2020/01/02 10:00', '2020-01-02', '2020-01-02T10:00:00Z'],
  ['20200102', '2020-01-02'],
  ['2013-05-06 02:12:52 +0200', '2013-05-06', '2013-05-06T02:12:52+02:00'],
  ['2022-01-11T00:50:00.000Z', '2022-01-11', '2022-01-11T00:50:00Z'],
  ['2020-01-02T23:30:00-07:00', '2020-01-02', '2020-01-02T23:30:00-07:00'],
  ['2020-01-02 3:04 pm', '2020-01-02', '2020-01-02T15:04:00Z'],
  // In UTC, where moments are kept, both are in years that four digits cannot say.
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
  '%o is no date, or could be two',
  (text) => expect(readDate(text)).toBeUndefined(),
)
