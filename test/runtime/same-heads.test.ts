import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headCache, plainHead } from '../../src/runtime/node/http/plain.ts'
import { cases } from '../thorough.ts'

test('a head is read as plainHead reads it, however often it came before and whatever came between', () => {
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
          // What was given must not be remembered by way of the block that it came in.
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

test('bytes that came before are not read again', () => {
  const read = headCache()
  const message = 'GET /posts/week-01 HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const first = read(Buffer.from(message))
  expect(first?.end).toBe(message.length)
  expect(read(Buffer.from(message)), 'the very same').toBe(first)
  expect(read(Buffer.from(message.replace('01', '02'))), 'of the same length').toEqual(
    plainHead(Buffer.from(message.replace('01', '02'))),
  )
})
