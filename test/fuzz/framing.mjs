/** @import { Random } from './random.mjs' */

/** A smuggled request: a response to it means that the length of the outer one was misread. */
export const inner = 'GET /inner HTTP/1.1\r\nHost: inner\r\n\r\n'

/**
 * A message of ambiguous length. It gets one response and the connection closes; two only if it clearly ends before its
 * last byte.
 * @param {Random} random @param {string} path
 */
export function oddFraming(random, path) {
  const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'])
  const [head, body, most = 1] = random.pick(framings)
  const start = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n\r\n`
  const late = random.chance(0.5)
  return {
    bytes: Buffer.from(start + body, 'latin1'),
    methods: [method, undefined],
    most,
    cut: late ? start.length : 0,
    late,
  }
}

const chunked = 'Transfer-Encoding: chunked'

/** @type {readonly (readonly [head: string, body: string, most?: number])[]} */
export const framings = [
  [`Content-Length: 3\r\n${chunked}`, `0\r\n\r\n${inner}`],
  [`${chunked}\r\nContent-Length: 5`, `0\r\n\r\n${inner}`],
  [`${chunked}\r\n${chunked}`, '0\r\n\r\n'],
  ['Transfer-Encoding: gzip', inner],
  ['Transfer-Encoding: chunked, gzip', inner],
  ['Transfer-Encoding: gzip, chunked', '0\r\n\r\n'],
  ['Transfer-Encoding: xchunked', inner],
  ['Transfer-Encoding:', inner],
  ['Transfer-Encoding : chunked', `0\r\n\r\n${inner}`],
  ['Transfer-Encoding:\vchunked', `0\r\n\r\n${inner}`],
  [chunked, 'ffffffffffffffffff\r\nx'],
  [chunked, '-1\r\n\r\n'],
  [chunked, '1\r\nab\r\n0\r\n\r\n'],
  [chunked, `0\n\n${inner}`],
  [chunked, `0;\n${inner}\r\n\r\n`],
  ['Content-Length: 0\r\nContent-Length: 38', inner],
  ['Content-Length: 3\r\nContent-Length: 3', 'abc'],
  ['Content-Length: 3, 3', 'abc'],
  ['Content-Length: -1', 'abc'],
  ['Content-Length: +3', 'abc'],
  ['Content-Length: 0x3', 'abc'],
  ['Content-Length: 3.0', 'abc'],
  ['Content-Length: 1e1', 'abc'],
  ['Content-Length:', 'abc'],
  ['Content-Length: abc', 'abc'],
  ['Content-Length: 99999999999999999999999', 'abc'],
  ['Content-Length: 10000', 'short'],
  ['Content-Length: 100000000', 'y'.repeat(100_000)],
  ['Content-Length: 0', 'garbage after the end\r\n\r\n', 2],
  [' Folded: x', ''],
  ['X-Fold: a\r\n b', ''],
  ['X-Bare: a\rb', ''],
  ['X-Bare: a\nb', ''],
  ['X-Nul: a\0b', ''],
  ['X Space: x', ''],
  [': x', ''],
]
