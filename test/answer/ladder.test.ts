import { cslPath } from '../../src/archive/urls.ts'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/base/http.ts'
import { answering } from '../answering.ts'
import { growth } from '../linear/ratio.ts'
import { isThorough } from '../thorough.ts'
import { ask, toy, variantOf } from './toy.ts'

const writes = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

describe('a known path', () => {
  test('returns the sealed answer itself, not a copy', () => {
    const snapshot = toy()
    const variant = variantOf(snapshot, '/posts/week-01', 'text/markdown', 'br')
    const request = { target: '/posts/week-01', accept: 'text/markdown', acceptEncoding: 'br' }
    const handler = answering(snapshot)
    expect(handler({ method: 'GET', ...request })).toBe(variant.full)
    expect(handler({ method: 'HEAD', ...request })).toBe(variant.head)
    expect(handler({ method: 'GET', ...request, ifNoneMatch: variant.etag })).toBe(variant.notModified)
  })

  test.each([
    ['/posts/week-01', undefined, 'text/html'],
    ['/posts/week-01', 'text/markdown', 'text/markdown'],
    ['/posts/week-01.md', 'text/html', 'text/markdown'],
    ['/robots.txt', 'application/json', 'text/plain'],
    ['/?utm=1', undefined, 'text/html'],
    ['/api/v1/index.json?type=research', '*/*', 'application/json'],
    ['/developers#top', undefined, 'text/html'],
    ['/developers#top?x', undefined, 'text/html'],
  ])('%s with Accept: %s is %s', (target, accept, type) => {
    const { status, headers } = ask(target, { accept })
    expect([status, headers['content-type']]).toEqual([200, type])
  })
})

describe('404', () => {
  test.each([
    ...['/nowhere', '/POSTS/WEEK-01', '//posts/week-01', '/posts//week-01', '/posts/../posts/week-01'],
    ...'/posts/week%2D01 /posts/%zz /posts/%00 /posts/%ff /% /robots.txt/ /posts/week-01//'.split(' '),
    ...['/constructor', '/__proto__', '/api/', '/api/v1/posts/week-99.json', ''],
  ])('%s', (target) => {
    const { status, error, headers } = ask(target, { accept: 'text/html', ifNoneMatch: '*' })
    expect(status).toBe(404)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': errorCodes.resource_not_found.cache,
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(error).toMatchObject({
      status: 404,
      code: 'resource_not_found',
      message: expect.stringContaining(target),
      documentation: 'https://archive.example/developers',
      specification: 'https://archive.example/openapi.json',
    })
    expect(error.path).toBe(target === '' ? undefined : target)
    expect(error.hint).toContain('https://archive.example/openapi.json')
    expect(error.hint).toContain('https://archive.example/api/v1/index.json')
  })

  test('echoes the path without its query', () => expect(ask('/nowhere?a=1').error.path).toBe('/nowhere'))

  test('takes precedence over 405 outside the API', () => {
    for (const method of [...writes, 'OPTIONS']) expect(ask('/nowhere', { method }).status).toBe(404)
  })

  test.each(['/posts/week-03', '/posts/week-03.md', '/api/v1/posts/week-03.json'])(
    'for %s: names the id, similar ids and the pattern',
    (path) => {
      const { message, hint } = ask(path).error
      expect(message).toContain('"week-03"')
      expect(hint).toContain(path.replace('03', '01'))
      expect(hint).toContain('^week-\\d{2}$')
      expect(hint).toContain('https://archive.example/api/v1/posts.json')
    },
  )

  test('suggests similar paths, if any', () => {
    expect(ask('/develpers').error.hint).toMatch(/^Did you mean \/developers\?/)
    expect(ask('/wp-login.php').error.hint).not.toContain('Did you mean')
  })

  test('has a Content-Length in bytes', () => {
    const { text, headers } = ask('/日本')
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text ?? '')))
  })
})

describe('405', () => {
  test.each(writes)('for %s on a page, with Allow', (method) => {
    const { status, headers, error } = ask('/developers', { method, accept: 'image/png' })
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(error).toMatchObject({ code: 'method_not_allowed', path: '/developers' })
    expect(error.message).toContain(method)
  })

  test.each(writes)('for %s on any path under /api/', (method) => {
    for (const target of ['/api/v1/index.json', '/api/v1/nowhere', '/api/?x=/y']) {
      expect(ask(target, { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
    }
  })

  test('for CONNECT, whose target is not a path', () =>
    expect(ask('archive.example:443', { method: 'CONNECT' }).status).toBe(405))
})

test('406 on a page lists its media types and has its Vary', () => {
  const { status, headers, error } = ask('/posts/week-01', { accept: 'text/html;q=0' })
  expect(status).toBe(406)
  expect(headers.vary).toBe('Accept, Accept-Encoding')
  expect(error).toMatchObject({ code: 'not_acceptable', hint: 'Accept one of: text/html, text/markdown.' })
})

test('406 on a JSON endpoint if Accept excludes application/json', () =>
  expect(ask('/api/v1/index.json', { accept: 'text/html' }).error.hint).toContain('application/json'))

describe('a trailing slash on a page', () => {
  test.each([
    ['/developers/', '/developers'],
    ['/developers/?a=1&b=//evil.example', '/developers?a=1&b=//evil.example'],
    ['/posts/week-01/?x#y', '/posts/week-01?x'],
  ])('%s redirects to %s', (target, location) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = ask(target, { method })
      expect([status, headers.location, text]).toEqual([308, location, null])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
        'content-length': '0',
      })
    }
  })

  test('redirects only GET and HEAD', () => expect(ask('/developers/', { method: 'POST' }).status).toBe(404))
})

test('OPTIONS is 204 with Allow and CORS headers, without Content-Length', () => {
  for (const target of ['/developers', '/api/v1/index.json', '*']) {
    const { status, headers, text } = ask(target, { method: 'OPTIONS' })
    expect([status, text]).toEqual([204, null])
    expect(headers).toEqual({
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    })
  }
})

test('HEAD has the status and headers of GET and no body, for errors too', () => {
  for (const [target, accept] of [
    ['/developers', undefined],
    ['/nowhere', undefined],
    ['/developers', 'image/png'],
    [`/${'x'.repeat(9000)}`, undefined],
  ] as const) {
    const { status, headers } = ask(target, { accept })
    expect(ask(target, { accept, method: 'HEAD' })).toMatchObject({ status, headers, text: null })
  }
})

test('414 for a target of more than 8,000 bytes, even with an unknown method', () => {
  const padding = 'x'.repeat(8000 - '/developers?'.length)
  expect(ask(`/developers?${padding}`).status).toBe(200)
  expect(ask(`/developers?${padding}x`, { method: 'FOO' }).error.code).toBe('uri_too_long')
})

test('501 with Allow for an unknown method on any path', () => {
  for (const method of ['PROPFIND', 'QUERY', 'get', 'ABC']) {
    expect(ask('/nowhere', { method })).toMatchObject({
      status: 501,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    })
  }
})

test('400 for * with a method other than OPTIONS', () => {
  for (const method of ['GET', 'HEAD', 'POST']) expect(ask('*', { method }).status).toBe(400)
})

test('a message error takes precedence over the resource', () =>
  expect(ask('/developers', { messageError: 'headers' })).toMatchObject({
    status: 431,
    error: { path: '/developers', code: 'headers_too_large' },
  }))

test('all rules apply below a base path', () => {
  const below = (target: string, facts = {}) => ask(target, facts, toy({ basePath: '/archive' }))
  expect(below('/archive/posts/week-01').status).toBe(200)
  expect(below('/posts/week-01').status).toBe(404)
  expect(below('/archive/developers/').headers.location).toBe('/archive/developers')
  expect(below('/archive/api/x', { method: 'PUT' }).status).toBe(405)
  expect(below('/api/x', { method: 'PUT' }).status).toBe(404)
  expect(below('/archive/api/v1/posts/week-99.json').error.message).toContain('"week-99"')
})

test.runIf(isThorough)('the cost of a 404 does not grow with the archive', () => {
  const base = toy()
  const [resource] = base.resources.values()
  const [post] = base.mcp.posts
  if (!resource || !post) throw new Error('the toy is empty')
  const handlerFor = (count: number) => {
    const ids = Array.from({ length: count }, (_, i) => `week-${String(i).padStart(5, '0')}`)
    const posts = ids.map((id) => ({ ...post, entry: { ...post.entry, id } }))
    const resources = new Map(ids.map((id) => [cslPath(id), resource]))
    return answering({ ...base, mcp: { ...base.mcp, posts }, resources })
  }
  const handlers = new Map([625, 10_000].map((count) => [String(count), handlerFor(count)]))
  // The first 404 sorts the paths for all later ones.
  for (const handler of handlers.values()) handler({ method: 'GET', target: '/nowhere' })
  let requests = 0
  const misses = (count: string) => {
    const handler = handlers.get(count)
    for (let i = 0; i < 500; i++) handler?.({ method: 'GET', target: `/posts/week-x${requests++}` })
  }
  // 16 times as many requests to a sixteenth of the posts, so 1/16 if the size does not matter, and 1 if the cost is linear.
  expect(growth(String, misses, 10_000, 1 / 4)).toBeLessThan(1 / 4)
  expect(requests).toBeGreaterThanOrEqual(1500)
  const answer = handlers.get('10000')?.({ method: 'GET', target: '/posts/week-0500O' })
  expect(new TextDecoder().decode(answer?.body ?? new Uint8Array())).toContain('/posts/week-05000')
})
