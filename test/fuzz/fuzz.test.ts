import { describe, expect, test } from 'vitest'
import { installed } from '../installed.ts'
import { differential } from './differential.mjs'
import { cases, isThorough } from '../thorough.ts'
import { fuzz } from './fuzz.mjs'

const count = 2000
const compared = cases(150, 2000)

// A small part of `npm run fuzz`, the same in every run; all of it takes minutes.
const ways = [
  { way: 'fast lane', lane: true, runtime: process.execPath },
  { way: 'node:http only', lane: false, runtime: process.execPath },
  { way: 'fast lane on Bun', lane: true, runtime: installed('bun') },
  { way: 'node:http only on Bun', lane: false, runtime: installed('bun') },
]
describe.runIf(isThorough).each(ways)('$way', ({ lane, runtime = '' }) => {
  test.skipIf(runtime === '')('every request gets exactly one valid response (fuzzing)', async () => {
    const { sent, statuses, violations } = await fuzz({ seed: 1, count, lane, runtime })
    expect(violations, violations.join('\n')).toEqual([])
    expect(sent).toBe(count)
    // Every status must occur, or its rules were not tested.
    const reached = [...statuses.keys()].sort()
    expect(reached).toEqual(
      expect.arrayContaining([200, 204, 304, 400, 404, 405, 406, 412, 413, 414, 417, 431, 501, 505]),
    )
  })
})

test('the fast lane and node:http return the same responses, regardless of packet boundaries', async () => {
  const { messages, answers, bytewise, differences } = await differential({ seed: 1, messages: compared })
  expect(differences, differences.join('\n')).toEqual([])
  expect(messages).toBeGreaterThanOrEqual(compared)
  expect(answers, 'responses compared').toBeGreaterThan((2 * compared) / 3)
  expect(bytewise, 'streams sent byte by byte').toBeGreaterThan(compared / 30)
})
