import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headCache, plainHead } from '../../src/runtime/node/http/plain.ts'
import { cases } from '../thorough.ts'

test('returns the same as plainHead for any sequence of requests', () => {
  const piece = fc.constantFrom(
    'GET /',
    'POST /',
    ' HTTP/1.1\r\n',
    'Host: a\r\n',
    'Accept: b\r\n',
    'X: c\r\n',
    '\r\n',
    'd',
  )
  const message = fc.oneof(
    fc
      .tuple(fc.constantFrom('/', '/a', '/b'), fc.constantFrom('a', 'b', 'ab'), fc.string({ maxLength: 3 }))
      .map(([target, host, rest]) => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n${rest}`),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  )
  let compared = 0
  let found = 0
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(11), { minLength: 20, maxLength: 120 }),
      (messages, order) => {
        const read = headCache()
        for (const at of order) {
          const bytes = Buffer.from(messages[at % messages.length] ?? '', 'latin1')
          const expected = plainHead(bytes)
          expect(read(bytes)).toEqual(expected)
          // The cache must not refer to the buffer it was given.
          bytes.fill(0)
          compared++
          if (expected) found++
        }
      },
    ),
    { numRuns: cases(100, 1000) },
  )
  expect(compared).toBeGreaterThan(2000)
  expect(found).toBeGreaterThan(500)
})

test('parses the same bytes only once', () => {
  const read = headCache()
  const message = 'GET /posts/week-01 HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const first = read(Buffer.from(message))
  expect(first?.end).toBe(message.length)
  expect(read(Buffer.from(message)), 'the same object').toBe(first)
  expect(read(Buffer.from(message.replace('01', '02'))), 'other bytes of the same length').toEqual(
    plainHead(Buffer.from(message.replace('01', '02'))),
  )
})
