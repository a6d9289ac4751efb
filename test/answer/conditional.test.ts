import { expect, test } from 'vitest'
import { ask, toy, variantOf } from './toy.ts'

const path = '/posts/week-01'
const snapshot = toy()
const { etag } = variantOf(snapshot, path, 'text/html', 'identity')
const { etag: gzipTag } = variantOf(snapshot, path, 'text/html', 'gzip')
const { etag: markdownTag } = variantOf(snapshot, path, 'text/markdown', 'identity')

test.each([
  [etag, 304],
  [`W/${etag}`, 304],
  [`"other", ${etag}`, 304],
  [`"a,b" ,,  W/${etag} , "c"`, 304],
  [`, ${etag},`, 304],
  ['*', 304],
  [' * ', 304],
  ['"other"', 200],
  [gzipTag, 200],
  [markdownTag, 200],
  ['', 200],
  [etag.slice(1, -1), 200],
  [etag.slice(0, -1), 200],
  [`${etag} "other"`, 200],
  [`${etag}, other`, 200],
  [`w/${etag}`, 200],
  [`*, ${etag}`, 200],
])('If-None-Match: %s', (ifNoneMatch, status) => expect(ask(path, { ifNoneMatch }).status).toBe(status))

test.each([
  [etag, 200],
  [`"other", ${etag}`, 200],
  ['*', 200],
  ['', 200],
  ['malformed', 200],
  ['"other"', 412],
  [`W/${etag}`, 412],
  [gzipTag, 412],
])('If-Match: %s', (ifMatch, status) => expect(ask(path, { ifMatch }).status).toBe(status))

test('304 has the headers of the selected variant, for GET and HEAD', () => {
  const variant = variantOf(snapshot, path, 'text/markdown', 'gzip')
  const facts = { accept: 'text/markdown', acceptEncoding: 'gzip', ifNoneMatch: variant.etag }
  for (const method of ['GET', 'HEAD']) {
    const answer = ask(path, { ...facts, method }, snapshot)
    expect(answer).toMatchObject({ status: 304, text: null })
    expect(answer.headers).toMatchObject({ etag: variant.etag, vary: 'Accept, Accept-Encoding' })
  }
})

test('If-Match takes precedence over If-None-Match', () =>
  expect(ask(path, { ifMatch: '"other"', ifNoneMatch: etag }).status).toBe(412))

test('conditions are ignored unless the response would be 200', () => {
  const conditions = { ifNoneMatch: '*', ifMatch: '"other"' }
  expect(ask('/nowhere', conditions).status).toBe(404)
  expect(ask(path, { ...conditions, method: 'POST' }).status).toBe(405)
  expect(ask(path, { ...conditions, accept: 'image/png' }).status).toBe(406)
  expect(ask('/developers/', conditions).status).toBe(308)
})

// Quadratic time would exceed the test timeout.
test('takes time linear in the length of the header', () => {
  for (const piece of [' ', ',', '"', 'W/', '"a" ', ' ,']) {
    const { status } = ask(path, { ifNoneMatch: `"x"${piece.repeat(1_000_000 / piece.length)}!` })
    expect(status).toBe(200)
  }
})
