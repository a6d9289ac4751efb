import { type Answer, html, isObject, json, jsonOf, markdown, type ProbedSite, typed } from './probed-site.ts'
import { mismatches, shapes } from './contract.ts'

const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
export const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const safari = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8,image/webp'

type Form = 'html' | 'markdown' | 'none'

/** What each client sends, and what it should get from a page. An undefined header is an absent one. */
const pageMatrix: readonly (readonly [accept: string | undefined, form: Form])[] = [
  [undefined, 'html'],
  ['*/*', 'html'],
  ['text/html', 'html'],
  [chrome, 'html'],
  [firefox, 'html'],
  [safari, 'html'],
  ['text/*', 'html'],
  ['text/markdown', 'markdown'],
  ['TEXT/Markdown', 'markdown'],
  ['text/markdown, text/plain;q=0.9, */*;q=0.8', 'markdown'],
  ['text/markdown, text/html;q=0.9', 'markdown'],
  ['text/html;q=0.5, text/markdown', 'markdown'],
  ['text/markdown;q=0.5, text/html', 'html'],
  ['application/json, text/markdown;q=0.1', 'markdown'],
  ['text/html;q=0, */*', 'markdown'],
  ['text/markdown;q=0, */*', 'html'],
  ['application/json', 'none'],
  ['image/png', 'none'],
  ['text/html;q=0, text/markdown;q=0', 'none'],
  ['*/*;q=0', 'none'],
]

/** RFC 9110 leaves a tie open; these agents mean markdown. */
const ties = ['text/markdown, text/html, */*', 'text/markdown, text/html']

const apiMatrix: readonly (readonly [accept: string | undefined, form: 'json' | 'none'])[] = [
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['application/*', 'json'],
  ['text/html, application/json;q=0.1', 'json'],
  [chrome, 'json'],
  ['text/html', 'none'],
  ['text/*', 'none'],
  ['application/json;q=0, */*', 'none'],
]

const types = { html, markdown, json } as const

/** The Accept matrix, with an address of its own for each request, so that what answers is the server and no cache. */
export async function examineAccept(site: ProbedSite): Promise<void> {
  const page = site.pageOf(site.post)
  for (const [accept, form] of pageMatrix) await row(page, accept, form, 'accept-page')
  for (const accept of ties) await row(page, accept, 'markdown', 'accept-tie')
  for (const [accept, form] of apiMatrix) await row('/api/v1/index.json', accept, form, 'accept-api')
  for (const path of ['/api/v1/posts.json', `/api/v1/posts/${site.post.id}.json`, '/api/v1/stats.json'])
    await row(path, 'text/html', 'none', 'accept-api')

  async function row(
    path: string,
    accept: string | undefined,
    form: Form | 'json',
    rule: 'accept-page' | 'accept-tie' | 'accept-api',
  ): Promise<void> {
    const reply = await site.askFresh(path, { headers: accept === undefined ? {} : { Accept: accept } })
    if (form === 'none') holdError(site, 'not-acceptable', reply, 406)
    else site.hold(rule, reply, types[form], typed(reply))
    holdVary(site, reply)
  }
}

function holdVary({ hold }: ProbedSite, reply: Answer): void {
  const got = reply.header('Vary') ?? 'no Vary'
  const names = got.split(',').map((name) => name.trim().toLowerCase())
  const holds = ['accept', 'accept-encoding'].every((name) => names.includes(name))
  hold('vary', reply, 'Accept, Accept-Encoding', got, holds)
}

const asked: readonly (readonly [acceptEncoding: string | undefined, allowed: readonly string[]])[] = [
  [undefined, ['gzip', 'deflate', 'br', 'identity']],
  ['identity', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['br', ['br', 'identity']],
  ['gzip, deflate, br', ['gzip', 'deflate', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
]

/** Longer than this is worth compressing: it does not fit into one packet. */
const long = 1400

export async function examineEncodings({ post, askFresh, hold, pageOf }: ProbedSite): Promise<void> {
  const path = pageOf(post)
  const plain = await askFresh(path, { headers: { 'Accept-Encoding': 'identity' } })
  const tagged: { readonly tag: string; readonly encoding: string; readonly body: Uint8Array }[] = []
  for (const [acceptEncoding, allowed] of asked) {
    const reply = await askFresh(path, {
      headers: acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding },
    })
    const encoding = reply.header('Content-Encoding') ?? 'identity'
    const fate =
      reply.decoded === undefined
        ? 'which does not decode'
        : plain.decoded && Buffer.compare(reply.decoded, plain.decoded) === 0
          ? same
          : 'different bytes'
    const expected = `${allowed.join(' or ')}, the same bytes when decoded`
    hold('encoding', reply, expected, `${encoding}, ${fate}`, allowed.includes(encoding) && fate === same)
    if (acceptEncoding === 'gzip' && plain.body.length > long) hold('compressed', reply, 'gzip', encoding)
    const tag = reply.header('ETag')
    if (tag !== undefined && !tag.startsWith('W/')) tagged.push({ tag, encoding, body: reply.body })
  }
  const mixed = tagged.some(({ tag, body }) =>
    tagged.some((other) => other.tag === tag && Buffer.compare(other.body, body) !== 0),
  )
  const got = [...new Set(tagged.map(({ encoding, tag }) => `${encoding} ${tag}`))].join(', ')
  hold('etag-distinct', `the encodings of ${path}`, 'different ETags', got, !mixed)
}

const same = 'the same bytes'

/** ETags, and what is answered to those who have the body already. */
export async function examineValidators(site: ProbedSite): Promise<void> {
  const page = site.pageOf(site.post)
  const tag = await examineTag(site, page, { Accept: 'text/html' })
  const other = await examineTag(site, page, { Accept: 'text/markdown' })
  const different = tag === undefined || tag !== other
  site.hold('etag-distinct', `HTML and markdown of ${page}`, 'different ETags', `${tag} for both`, different)
  await examineTag(site, '/api/v1/posts.json', { Accept: 'application/json' })
  await examineTag(site, '/llms.txt', {})
}

/** The opaque part of the tag; undefined where there is none. */
async function examineTag(site: ProbedSite, path: string, accept: object): Promise<string | undefined> {
  const { ask, hold } = site
  const address = site.fresh(path)
  const headers = { ...accept, 'Accept-Encoding': 'identity' }
  const whole = await ask(address, { headers })
  const tag = whole.header('ETag') ?? 'no ETag'
  hold('etag', whole, 'a strong ETag', tag, /^"[\x21\x23-\x7e]+"$/.test(tag))
  const opaque = /^(?:W\/)?("[^"]*")$/.exec(tag)?.[1]
  if (opaque === undefined || whole.status !== 200) return undefined
  for (const form of [opaque, `W/${opaque}`, `"citable-check", ${opaque}`, '*']) {
    const reply = await ask(address, { headers: { ...headers, 'If-None-Match': form } })
    const got = reply.header('ETag')?.replace(/^W\//, '')
    const outcome = `${reply.status} with ${got ? `ETag ${got}` : 'no ETag'}`
    hold('not-modified', reply, `304 with ETag ${opaque}`, outcome)
    if (reply.status === 304 && path !== '/llms.txt') holdVary(site, reply)
  }
  const other = await ask(address, { headers: { ...headers, 'If-None-Match': '"citable-check"' } })
  hold('not-modified', other, '200', String(other.status))
  return opaque
}

const unknown = 'citable-check-unknown'
/** A server that would obey a write method finds that this is not what it has, and leaves it alone (RFC 9110 §13.1.1). */
const harmless = { 'If-Match': '"citable-check"' }

export async function examineErrors(site: ProbedSite): Promise<void> {
  for (const path of [`/api/v1/${unknown}.json`, `/api/v1/posts/${unknown}.json`, `/${unknown}`]) {
    const inApi = path.startsWith('/api/')
    const reply = await site.askFresh(path)
    holdError(site, 'not-found', reply, 404, 'resource_not_found', inApi ? path : undefined)
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const reply = await site.askFresh('/api/v1/index.json', { method, headers: harmless, body: '' })
    holdError(site, 'read-only', reply, 405)
    const allow = reply.header('Allow') ?? 'no Allow'
    site.hold('read-only', reply, 'Allow with GET', allow, /\bGET\b/.test(allow))
  }
}

/** A JSON error with the status, the code and the fields of the contract; with `path`, one that helps on. */
function holdError(
  { hold }: ProbedSite,
  rule: 'not-found' | 'read-only' | 'not-acceptable',
  reply: Answer,
  status: number,
  code?: string,
  path?: string,
): void {
  const expected = `${status} application/json`
  hold(rule, reply, expected, typed(reply))
  if (typed(reply) !== expected) return
  const body = jsonOf(reply)
  const error = isObject(body) ? body['error'] : undefined
  const found = mismatches(error, shapes.error, 'error.')
  if (found.length === 0 && isObject(error)) {
    const { message, path: echoed, hint } = error
    if (error['status'] !== status) found.push(`error.status is ${error['status']}`)
    if (code !== undefined && error['code'] !== code) found.push(`error.code is ${error['code']}`)
    if (path !== undefined) {
      if (!String(echoed).endsWith(path)) found.push(`error.path is ${echoed}`)
      if (!String(message).includes(path)) found.push('error.message does not name the path')
      if (typeof hint !== 'string') found.push('error.hint is missing')
    }
  }
  hold(rule, reply, 'the error object of the contract', found.join('; '), found.length === 0)
}

const alike = ['Content-Type', 'Content-Encoding', 'ETag', 'Vary', 'Cache-Control', 'Link']

/** HEAD beside GET at the same address. */
export async function examineHead({ post, ask, fresh, hold, pageOf }: ProbedSite): Promise<void> {
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
    const get = await ask(address, { headers })
    const head = await ask(address, { method: 'HEAD', headers })
    hold('head', head, `status ${get.status}`, `status ${head.status}`)
    for (const name of alike)
      hold('head', head, `${name}: ${get.header(name) ?? '–'}`, `${name}: ${head.header(name) ?? '–'}`)
    // It may be left out where it is not known before the body is made (RFC 9110 §9.3.2).
    const length = head.header('Content-Length') ?? String(get.body.length)
    hold('head', head, `Content-Length: ${get.body.length}`, `Content-Length: ${length}`)
  }
}
