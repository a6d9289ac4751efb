import { firefox as browser } from './accept.ts'
import type { Reply } from './client.ts'
import { type ProbedSite, describeRequest, typed } from './probed-site.ts'

/**
 * Asks for one address in turn as different clients would, where a shared cache that ignores Vary hands one client's form to
 * another: at the address itself, which may be kept already, and at one that is kept only from now on.
 */
export async function examineCaches(site: ProbedSite): Promise<void> {
  const page = `/posts/${site.post.id}`
  for (const address of [page, site.fresh(page)]) {
    for (const accept of ['text/markdown', browser, 'text/markdown', browser]) {
      const type = accept === browser ? '200 text/html' : '200 text/markdown; charset=utf-8'
      const headers = { Accept: accept, 'Accept-Encoding': 'identity' }
      const reply = await inTurn(address, headers, type)
      if (address === page && typed(reply) === type) await holdCurrent(site, page, headers, reply)
    }
  }
  const index = '/api/v1/index.json'
  await inTurn(index, { Accept: 'application/json' }, '200 application/json')
  await inTurn(index, { Accept: 'text/html' }, '406 application/json')
  await inTurn(index, { Accept: 'application/json' }, '200 application/json')

  const address = site.fresh(page)
  for (const encoding of ['gzip', 'identity', 'br', 'identity', 'gzip']) {
    const headers = { Accept: browser, 'Accept-Encoding': encoding }
    const reply = await site.ask(address, { headers })
    const got = reply.header('Content-Encoding') ?? 'identity'
    const holds = got === encoding || got === 'identity'
    site.notes.hold('cache-encodings', describeRequest(page, { headers }), encoding, got + signs(reply), holds)
  }
  for (const path of [page, index]) {
    const got = (await site.askFresh(path)).header('Cache-Control') ?? 'no Cache-Control'
    const age = Number(/\bmax-age=(\d+)/i.exec(got)?.[1] ?? 0)
    const holds = age >= 3600 && !/\b(?:no-store|no-cache|private)\b/i.test(got)
    site.notes.hold('cache-control', describeRequest(path), 'max-age=3600 or more', got, holds)
  }

  async function inTurn(address: string, headers: Readonly<Record<string, string>>, type: string) {
    const reply = await site.ask(address, { headers })
    const got = typed(reply)
    site.notes.hold('cache-types', describeRequest(address, { headers }), type, got + signs(reply), got === type)
    return reply
  }
}

/** Only tags are compared: bodies may differ where a proxy compresses. */
async function holdCurrent(
  { askFresh, notes }: ProbedSite,
  path: string,
  headers: Readonly<Record<string, string>>,
  kept: Reply,
): Promise<void> {
  const fresh = await askFresh(path, { headers })
  const [was, is] = [kept, fresh].map((reply) => (reply.header('ETag') ?? '').replace(/^W\//, ''))
  if (!was || !is) return
  notes.hold('stale-copy', describeRequest(path, { headers }), `ETag ${is}`, `ETag ${was}${signs(kept)}`, was === is)
}

const cacheHeaders = ['Age', 'X-Cache', 'CF-Cache-Status', 'X-Cache-Status', 'Cache-Status']

/** What a cache says of itself. */
function signs(reply: Reply): string {
  const said = cacheHeaders.flatMap((name) => {
    const value = reply.header(name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  return said.length > 0 ? ` (${said.join(', ')})` : ''
}
