import { expect, test } from 'vitest'
import { acceptableEncodings } from '../../src/answer/negotiate.ts'
import { ask } from './toy.ts'

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['deflate', ['identity']],
  ['gzip;q=2', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['GZip', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['br', ['br', 'identity']],
  ['zstd', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['gzip, identity', ['gzip', 'identity']],
  ['identity, gzip', ['gzip', 'identity']],
  ['gzip;q=0.5, identity', ['identity', 'gzip']],
  ['gzip;q=1.0, br;q=0.9', ['gzip', 'br', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['gzip;q=0.2, *;q=0.1', ['gzip', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
  ['gzip;q=0, x-gzip;q=0.5', ['gzip', 'identity']],
  ['identity;q=0, gzip', ['gzip']],
  ['*;q=0, br', ['br']],
  ['*;q=0, identity', ['identity']],
  ['identity;q=0', []],
  ['*;q=0', []],
  ['identity;q=0, *;q=0', []],
])('Accept-Encoding: %s', (header, encodings) => expect(acceptableEncodings(header)).toEqual(encodings))

test.each([
  ['falls back to the next best encoding', 'zstd, gzip;q=0.5', 'gzip'],
  ['prefers br over gzip', 'gzip, br', 'br'],
  ['sends identity without Accept-Encoding', undefined, undefined],
])('%s', (_, acceptEncoding, encoding) => {
  const { status, headers } = ask('/posts/week-01', { acceptEncoding })
  expect(status).toBe(200)
  expect(headers['content-encoding']).toBe(encoding)
})

test('an uncompressed file is sent as identity, and is 406 if the client excludes identity', () => {
  expect(ask('/assets/dot.png', { acceptEncoding: 'gzip, br' }).headers['content-encoding']).toBeUndefined()
  const refused = ask('/assets/dot.png', { acceptEncoding: 'identity;q=0, gzip' })
  expect(refused.status).toBe(406)
  expect(refused.headers.vary).toBe('Accept-Encoding')
  expect(refused.error.hint).toContain('identity')
})
