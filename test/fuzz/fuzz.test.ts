import { describe, expect, test } from 'vitest'
import { installed } from '../installed.ts'
import { differential } from './differential.mjs'
import { cases } from '../thorough.ts'
import { fuzz } from './fuzz.mjs'

const count = cases(300, 2000)
const compared = cases(150, 2000)

// A slice of `npm run fuzz`, the same on every run; the whole of it takes minutes.
const ways = [
  { way: 'by the fast lane', lane: true, runtime: process.execPath },
  { way: 'by node:http alone', lane: false, runtime: process.execPath },
  { way: 'by the fast lane, on Bun', lane: true, runtime: installed('bun') },
  { way: 'by node:http alone, on Bun', lane: false, runtime: installed('bun') },
]
// That node:http answers the same is what the last test here compares.
describe.each(cases(ways.slice(0, 1), ways))('$way', ({ lane, runtime = '' }) => {
  test.skipIf(runtime === '')(
    'whatever is sent, each request gets one answer that keeps every promise',
    async () => {
      const { sent, statuses, violations } = await fuzz({ seed: 1, count, lane, runtime })
      expect(violations, violations.join('\n')).toEqual([])
      expect(sent).toBe(count)
      // The requests must reach every rung, or the promises were never tried.
      const reached = [...statuses.keys()].sort()
      expect(reached).toEqual(
        expect.arrayContaining([200, 204, 304, 400, 404, 405, 406, 412, 413, 414, 417, 431, 501, 505]),
      )
    },
  )
})

test('the same bytes get the same answers by both ways, in whatever packets they come', async () => {
  const { messages, answers, bytewise, differences } = await differential({ seed: 1, messages: compared })
  expect(differences, differences.join('\n')).toEqual([])
  expect(messages).toBeGreaterThanOrEqual(compared)
  expect(answers, 'what was compared').toBeGreaterThan((2 * compared) / 3)
  expect(bytewise, 'streams that were cut after every byte').toBeGreaterThan(compared / 30)
})
