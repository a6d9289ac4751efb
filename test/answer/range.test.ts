import { expect, test } from 'vitest'
import { ask, toy, variantOf } from './toy.ts'

const path = '/assets/tone.wav'
const { etag } = variantOf(toy(), path, 'audio/wav', 'identity')

test.each([
  ['bytes=0-1', '01', 'bytes 0-1/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
])('Range: %s of audio is 206 with Content-Range', (range, part, contentRange) => {
  const { status, headers, text } = ask(path, { range })
  expect([status, text]).toEqual([206, part])
  expect(headers).toMatchObject({
    'content-range': contentRange,
    'content-length': String(part.length),
    etag,
  })
})

test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('Range: %s starts past the end and is 416', (range) => {
  const { status, headers, error } = ask(`${path}?v=2`, { range })
  expect([status, headers['content-range']]).toEqual([416, 'bytes */10'])
  expect(error).toMatchObject({ code: 'range_not_satisfiable', path })
})

test.each(['bytes=0-1,4-5', 'bytes=3-1', 'bytes=-', 'bytes=a-b', 'items=0-1', ''])(
  'Range: %s is ignored',
  (range) => {
    const { status, text } = ask(path, { range })
    expect([status, text]).toEqual([200, '0123456789'])
  },
)

test('Range is ignored if If-Range does not match the ETag', () => {
  expect(ask(path, { range: 'bytes=0-1', ifRange: etag }).status).toBe(206)
  for (const ifRange of ['"other"', `W/${etag}`, 'Sat, 14 Nov 2026 00:00:00 GMT'])
    expect([ifRange, ask(path, { range: 'bytes=0-1', ifRange }).status]).toEqual([ifRange, 200])
})

test('Range is ignored for HEAD, for a 304, and for anything except audio and video', () => {
  const range = 'bytes=0-1'
  expect(ask(path, { range, method: 'HEAD' }).status).toBe(200)
  expect(ask(path, { range, ifNoneMatch: etag }).status).toBe(304)
  expect(ask('/assets/dot.png', { range }).status).toBe(200)
  expect(ask('/posts/week-01', { range }).status).toBe(200)
})
