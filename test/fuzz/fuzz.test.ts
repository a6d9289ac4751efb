import { expect, test } from 'vitest'
import { fuzz } from './fuzz.mjs'

// A slice of `npm run fuzz`, the same on every run; the whole of it takes minutes.
test('whatever is sent, each request gets one answer that keeps every promise', async () => {
  const { sent, statuses, violations } = await fuzz({ seed: 1, count: 3000 })
  expect(violations, violations.join('\n')).toEqual([])
  expect(sent).toBe(3000)
  // The requests must reach every rung, or the promises were never tried.
  const reached = [...statuses.keys()].sort()
  expect(reached).toEqual(
    expect.arrayContaining([200, 204, 304, 400, 404, 405, 406, 412, 413, 414, 417, 431, 501, 505]),
  )
}, 300_000)
