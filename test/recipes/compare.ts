import { expect } from 'vitest'
import { type Ask, connect, type Reply } from '../contract/client.ts'

interface Compared extends Ask {
  readonly path: string
}

const html = { Accept: 'text/html' }
const json = { 'Content-Type': 'application/json' }
const ping = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}')

/** What clients of each kind ask for. The paths are the archive's, so an application that has the others may answer none of them. */
const requests: readonly Compared[] = [
  ...['br', 'gzip', 'identity'].map((encoding) => ({
    path: '/posts/week-01',
    headers: { ...html, 'Accept-Encoding': encoding },
  })),
  { path: '/' },
  { path: '/posts/week-01', headers: { Accept: 'text/markdown' } },
  { path: '/posts/week-01', headers: { Accept: 'image/png' } },
  { path: '/posts/week-01.md', method: 'HEAD' },
  { path: '/posts/week-01', headers: { 'If-None-Match': '*' } },
  { path: '/posts/week-01', method: 'OPTIONS' },
  { path: '/api/v1/posts.json', headers: { 'Accept-Encoding': 'gzip' } },
  { path: '/api/v1/posts.json', method: 'DELETE' },
  { path: '/llms.txt' },
  { path: '/search?q=measurement' },
  { path: `/search?q=${encodeURIComponent('測量'.repeat(75))}` },
  { path: '/mcp', method: 'POST', headers: json, body: ping },
]
const unknown: Compared = { path: '/nowhere' }

/** A reply as it is compared: a proxy or an application may be known to change some of it. */
export type Seen = Pick<Reply, 'status' | 'text'> & { readonly headers: Readonly<Record<string, string>> }

export interface Expected {
  /** Whether paths that the archive does not have are the application's. */
  readonly hasOtherPaths?: boolean
  /** An answer without what the server is known to change. */
  readonly comparable?: (answer: Seen) => Seen
}

/** Every request gets from both the same status, headers and body. */
export async function expectSameAnswers(
  served: string,
  recipe: string,
  { hasOtherPaths = false, comparable = (answer) => answer }: Expected = {},
): Promise<void> {
  const [own, other] = [connect(served), connect(recipe)]
  try {
    for (const { path, ...ask } of hasOtherPaths ? requests : [...requests, unknown]) {
      const what = `${ask.method ?? 'GET'} ${path} ${JSON.stringify(ask.headers ?? {})}`
      expect(comparable(seen(await other(path, ask))), what).toEqual(comparable(seen(await own(path, ask))))
    }
  } finally {
    own.close()
    other.close()
  }
}

/** How a body is framed is a matter of the connection. */
function seen({ status, headers, text }: Reply): Seen {
  const named = headers.filter(([name]) => !/^(?:content-length|transfer-encoding)$/.test(name))
  return { status, text, headers: Object.fromEntries(named) }
}
