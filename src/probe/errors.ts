import type { Reply } from './client.ts'
import { describeRequest, isObject, jsonOf, type ProbedSite, typed } from './probed-site.ts'
import { mismatches, shapes } from './schema.ts'

const unknown = 'citable-check-unknown'
/** A server that would obey a write method finds that this is not what it has, and leaves it alone (RFC 9110 §13.1.1). */
const harmless = { 'If-Match': '"citable-check"' }

/** What is not there, and what is not allowed. */
export async function examineErrors(site: ProbedSite): Promise<void> {
  for (const path of [`/api/v1/${unknown}.json`, `/api/v1/posts/${unknown}.json`, `/${unknown}`]) {
    const reply = await site.askFresh(path)
    const inApi = path.startsWith('/api/')
    holdError(
      site,
      'not-found',
      describeRequest(path),
      reply,
      404,
      'resource_not_found',
      inApi ? path : undefined,
    )
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const path = '/api/v1/index.json'
    const reply = await site.askFresh(path, { method, headers: harmless, body: '' })
    const what = describeRequest(path, { method })
    holdError(site, 'read-only', what, reply, 405)
    const allow = reply.header('Allow') ?? 'no Allow'
    site.notes.hold('read-only', what, 'Allow with GET', allow, /\bGET\b/.test(allow))
  }
}

/** A JSON error with the status, the code and the fields of the contract; with `path`, one that helps on. */
export function holdError(
  { notes }: Pick<ProbedSite, 'notes'>,
  rule: 'not-found' | 'read-only' | 'not-acceptable',
  what: string,
  reply: Reply,
  status: number,
  code?: string,
  path?: string,
): void {
  const expected = `${status} application/json`
  notes.hold(rule, what, expected, typed(reply))
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
  notes.hold(rule, what, 'the error object of the contract', found.join('; '), found.length === 0)
}

const alike = ['Content-Type', 'Content-Encoding', 'ETag', 'Vary', 'Cache-Control', 'Link']

/** HEAD beside GET at the same address. */
export async function examineHead({ post, ask, fresh, notes }: ProbedSite): Promise<void> {
  const page = `/posts/${post.id}`
  const rows: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
    [page, { Accept: 'text/html', 'Accept-Encoding': 'identity' }],
    [page, { Accept: 'text/markdown', 'Accept-Encoding': 'gzip' }],
    ['/api/v1/posts.json', { 'Accept-Encoding': 'identity' }],
    ['/llms.txt', { 'Accept-Encoding': 'identity' }],
    ['/citable-check-unknown', {}],
  ]
  for (const [path, headers] of rows) {
    const address = fresh(path)
    const get = await ask(address, { headers })
    const head = await ask(address, { method: 'HEAD', headers })
    const what = describeRequest(path, { method: 'HEAD', headers })
    notes.hold('head', what, `status ${get.status}`, `status ${head.status}`)
    for (const name of alike) {
      notes.hold('head', what, `${name}: ${get.header(name) ?? '–'}`, `${name}: ${head.header(name) ?? '–'}`)
    }
    // It may be left out where it is not known before the body is made (RFC 9110 §9.3.2).
    const length = head.header('Content-Length') ?? String(get.body.length)
    notes.hold('head', what, `Content-Length: ${get.body.length}`, `Content-Length: ${length}`)
  }
}
