import type { LiveRuleName, ProbedSite, ProbeReply } from './probed-site.ts'
import { html, json, jsonOf, markdown, objectAt, typed, valueAt } from './probed-site.ts'
import { mismatches, shapes } from './contract.ts'

const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
export const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const safari = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8,image/webp'

/** Accept headers and the expected status and type. Undefined omits the header. */
type Matrix = readonly (readonly [accept: string | undefined, expected: string])[]

const none = '406 application/json'

const pageMatrix: Matrix = [
  [undefined, html],
  ['*/*', html],
  ['text/html', html],
  [chrome, html],
  [firefox, html],
  [safari, html],
  ['text/*', html],
  ['text/markdown', markdown],
  ['TEXT/Markdown', markdown],
  ['text/markdown, text/plain;q=0.9, */*;q=0.8', markdown],
  ['text/markdown, text/html;q=0.9', markdown],
  ['text/html;q=0.5, text/markdown', markdown],
  ['text/markdown;q=0.5, text/html', html],
  ['application/json, text/markdown;q=0.1', markdown],
  ['text/html;q=0, */*', markdown],
  ['text/markdown;q=0, */*', html],
  ['application/json', none],
  ['image/png', none],
  ['text/html;q=0, text/markdown;q=0', none],
  ['*/*;q=0', none],
]

/** RFC 9110 leaves ties open; agents that send these want markdown. */
const ties = ['text/markdown, text/html, */*', 'text/markdown, text/html']

const apiMatrix: Matrix = [
  [undefined, json],
  ['*/*', json],
  ['application/json', json],
  ['application/*', json],
  ['text/html, application/json;q=0.1', json],
  [chrome, json],
  ['text/html', none],
  ['text/*', none],
  ['application/json;q=0, */*', none],
]

/** Checks the Accept matrix, with a unique URL per request to bypass caches. */
export async function checkAccept(site: ProbedSite): Promise<void> {
  const page = site.pageOf(site.post)
  for (const [accept, expected] of pageMatrix) await row(page, accept, expected, 'accept-page')
  for (const accept of ties) await row(page, accept, markdown, 'accept-tie')
  for (const [accept, expected] of apiMatrix) await row('/api/v1/index.json', accept, expected, 'accept-api')
  for (const path of ['/api/v1/posts.json', `/api/v1/posts/${site.post.id}.json`, '/api/v1/stats.json'])
    await row(path, 'text/html', none, 'accept-api')

  async function row(path: string, accept: string | undefined, expected: string, rule: LiveRuleName) {
    const reply = await site.requestFresh(path, { headers: accept === undefined ? {} : { Accept: accept } })
    if (expected === none) expectError(site, 'not-acceptable', reply, 406)
    else site.expect(rule, reply, expected, typed(reply))
    expectVary(site, reply)
  }
}

function expectVary({ expect }: ProbedSite, reply: ProbeReply): void {
  const got = reply.header('Vary') ?? 'no Vary'
  const names = got.split(',').map((name) => name.trim().toLowerCase())
  const passes = ['accept', 'accept-encoding'].every((name) => names.includes(name))
  expect('vary', reply, 'Accept, Accept-Encoding', got, passes)
}

const encodings: readonly (readonly [acceptEncoding: string | undefined, allowed: readonly string[]])[] = [
  [undefined, ['gzip', 'deflate', 'br', 'identity']],
  ['identity', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['br', ['br', 'identity']],
  ['gzip, deflate, br', ['gzip', 'deflate', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
]

/** Longer bodies are worth compressing: they do not fit into one packet. */
const compressibleLength = 1400

export async function checkEncodings({ post, requestFresh, expect, pageOf }: ProbedSite): Promise<void> {
  const path = pageOf(post)
  const plain = await requestFresh(path, { headers: { 'Accept-Encoding': 'identity' } })
  const tagged: { readonly tag: string; readonly encoding: string; readonly body: Uint8Array }[] = []
  for (const [acceptEncoding, allowed] of encodings) {
    const headers = acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding }
    const reply = await requestFresh(path, { headers })
    const encoding = reply.header('Content-Encoding') ?? 'identity'
    const comparison =
      reply.decoded === undefined
        ? 'which does not decode'
        : plain.decoded && Buffer.compare(reply.decoded, plain.decoded) === 0
          ? same
          : 'different bytes'
    const expected = `${allowed.join(' or ')}, the same bytes when decoded`
    const passes = allowed.includes(encoding) && comparison === same
    expect('encoding', reply, expected, `${encoding}, ${comparison}`, passes)
    if (acceptEncoding === 'gzip' && plain.body.length > compressibleLength)
      expect('compressed', reply, 'gzip', encoding)
    const tag = reply.header('ETag')
    if (tag !== undefined && !tag.startsWith('W/')) tagged.push({ tag, encoding, body: reply.body })
  }
  const hasCollision = tagged.some(({ tag, body }) =>
    tagged.some((other) => other.tag === tag && Buffer.compare(other.body, body) !== 0),
  )
  const got = [...new Set(tagged.map(({ encoding, tag }) => `${encoding} ${tag}`))].join(', ')
  expect('etag-distinct', `the encodings of ${path}`, 'different ETags', got, !hasCollision)
}

const same = 'the same bytes'

/** Checks ETags and conditional requests. */
export async function checkValidators(site: ProbedSite): Promise<void> {
  const page = site.pageOf(site.post)
  const tag = await checkTag(site, page, { Accept: 'text/html' })
  const other = await checkTag(site, page, { Accept: 'text/markdown' })
  const different = tag === undefined || tag !== other
  const what = `HTML and markdown of ${page}`
  site.expect('etag-distinct', what, 'different ETags', `${tag} for both`, different)
  await checkTag(site, '/api/v1/posts.json', { Accept: 'application/json' })
  await checkTag(site, '/llms.txt', {})
}

/** Returns the opaque part of the tag. */
async function checkTag(site: ProbedSite, path: string, accept: object): Promise<string | undefined> {
  const { request, expect } = site
  const address = site.fresh(path)
  const headers = { ...accept, 'Accept-Encoding': 'identity' }
  const full = await request(address, { headers })
  const tag = full.header('ETag') ?? 'no ETag'
  expect('etag', full, 'a strong ETag', tag, /^"[\x21\x23-\x7e]+"$/.test(tag))
  const opaque = /^(?:W\/)?("[^"]*")$/.exec(tag)?.[1]
  if (opaque === undefined || full.status !== 200) return undefined
  for (const form of [opaque, `W/${opaque}`, `"citable-check", ${opaque}`, '*']) {
    const reply = await request(address, { headers: { ...headers, 'If-None-Match': form } })
    const got = reply.header('ETag')?.replace(/^W\//, '')
    const outcome = `${reply.status} with ${got ? `ETag ${got}` : 'no ETag'}`
    expect('not-modified', reply, `304 with ETag ${opaque}`, outcome)
    if (reply.status === 304 && path !== '/llms.txt') expectVary(site, reply)
  }
  const other = await request(address, { headers: { ...headers, 'If-None-Match': '"citable-check"' } })
  expect('not-modified', other, '200', String(other.status))
  return opaque
}

const unknown = 'citable-check-unknown'
/** A server that accepts writes rejects them by this precondition (RFC 9110 §13.1.1). */
const noMatch = { 'If-Match': '"citable-check"' }

export async function checkErrors(site: ProbedSite): Promise<void> {
  for (const path of [`/api/v1/${unknown}.json`, `/api/v1/posts/${unknown}.json`, `/${unknown}`]) {
    const inApi = path.startsWith('/api/')
    const reply = await site.requestFresh(path)
    expectError(site, 'not-found', reply, 404, 'resource_not_found', inApi ? path : undefined)
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const reply = await site.requestFresh('/api/v1/index.json', { method, headers: noMatch, body: '' })
    expectError(site, 'read-only', reply, 405)
    const allow = reply.header('Allow') ?? 'no Allow'
    site.expect('read-only', reply, 'Allow with GET', allow, /\bGET\b/.test(allow))
  }
}

/** Expects a JSON error with this status, and optionally this code, path and a hint. */
function expectError(
  { expect }: ProbedSite,
  rule: LiveRuleName,
  reply: ProbeReply,
  status: number,
  code?: string,
  path?: string,
): void {
  const expected = `${status} application/json`
  expect(rule, reply, expected, typed(reply))
  if (typed(reply) !== expected) return
  const error = valueAt(jsonOf(reply), 'error')
  const found = mismatches(error, shapes.error, 'error.')
  if (found.length === 0) {
    const { status: sent, code: name, message, path: echoed, hint } = objectAt(error)
    if (sent !== status) found.push(`error.status is ${sent}`)
    if (code !== undefined && name !== code) found.push(`error.code is ${name}`)
    if (path !== undefined) {
      if (!String(echoed).endsWith(path)) found.push(`error.path is ${echoed}`)
      if (!String(message).includes(path)) found.push('error.message does not name the path')
      if (typeof hint !== 'string') found.push('error.hint is missing')
    }
  }
  expect(rule, reply, 'the error object of the contract', found.join('; '), found.length === 0)
}

const comparedHeaders = ['Content-Type', 'Content-Encoding', 'ETag', 'Vary', 'Cache-Control', 'Link']

/** Compares HEAD with GET. */
export async function checkHead({ post, request, fresh, expect, pageOf }: ProbedSite): Promise<void> {
  const page = pageOf(post)
  const rows = [
    [page, { Accept: 'text/html', 'Accept-Encoding': 'identity' }],
    [page, { Accept: 'text/markdown', 'Accept-Encoding': 'gzip' }],
    ['/api/v1/posts.json', { 'Accept-Encoding': 'identity' }],
    ['/llms.txt', { 'Accept-Encoding': 'identity' }],
    [`/${unknown}`, {}],
  ] as const
  for (const [path, headers] of rows) {
    const address = fresh(path)
    const get = await request(address, { headers })
    const head = await request(address, { method: 'HEAD', headers })
    expect('head', head, `status ${get.status}`, `status ${head.status}`)
    for (const name of comparedHeaders)
      expect('head', head, `${name}: ${get.header(name) ?? '–'}`, `${name}: ${head.header(name) ?? '–'}`)
    // HEAD may omit it (RFC 9110 §9.3.2).
    const length = head.header('Content-Length') ?? String(get.body.length)
    expect('head', head, `Content-Length: ${get.body.length}`, `Content-Length: ${length}`)
  }
}
