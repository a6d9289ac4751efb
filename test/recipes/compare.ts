import { expect } from 'vitest'
import { type Ask, connect, type Reply } from '../contract/client.ts'
import { acceptEncodings, accepts } from './clients.ts'

interface Compared extends Ask {
  readonly path: string
}

const html = { Accept: 'text/html' }
const json = { 'Content-Type': 'application/json' }
const ping = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}')

/** Typical requests. All paths belong to the archive, so they work in an application that has other paths. */
const named: readonly Compared[] = [
  ...['br', 'gzip', 'identity'].map((encoding) => ({
    path: '/posts/week-01',
    headers: { ...html, 'Accept-Encoding': encoding },
  })),
  { path: '/posts/week-01', headers: { 'If-None-Match': '*' } },
  { path: '/posts/week-01', method: 'OPTIONS' },
  { path: '/api/v1/posts.json', method: 'DELETE' },
  { path: '/search?q=measurement' },
  { path: `/search?q=${encodeURIComponent('測量'.repeat(75))}` },
  { path: '/mcp', method: 'POST', headers: json, body: ping },
]
const paths = [
  ...['/', '/posts/week-01', '/posts/week-02.md', '/about', '/contact.md', '/developers', '/series', '/tags'],
  ...['/api/v1/index.json', '/api/v1/posts.json', '/api/v1/posts/week-03.json', '/api/v1/stats.json'],
  ...['/openapi.json', '/llms.txt', '/sitemap.xml', '/feed.xml', '/posts/week-01.bib', '/posts/week-01/'],
  ...['/.well-known/mcp', '/search?q=first+measurement', '/posts/week-99', '/api/v1/nothing.json'],
]
const others: readonly Compared[] = [{ path: '/nowhere' }, { path: '/Posts/Week-01', headers: html }]

/** 300 requests: those above, and combinations of paths, Accept and Accept-Encoding. */
function requests(hasOtherPaths: boolean): readonly Compared[] {
  const first = hasOtherPaths ? named : [...named, ...others]
  const chosen = hasOtherPaths ? paths.filter((path) => !/week-99|nothing/.test(path)) : paths
  const varied = Array.from({ length: 300 - first.length }, (_, nth): Compared => {
    const path = chosen[nth % chosen.length] ?? '/'
    const accept = accepts[nth % accepts.length]
    // Only `citable serve` compresses search results.
    const encoding = path.startsWith('/search')
      ? 'identity'
      : acceptEncodings[Math.floor(nth / 7) % acceptEncodings.length]
    return {
      path,
      method: nth % 5 === 4 ? 'HEAD' : 'GET',
      headers: {
        ...(accept !== undefined && { Accept: accept }),
        ...(encoding !== undefined && { 'Accept-Encoding': encoding }),
      },
    }
  })
  return [...first, ...varied]
}

/** The compared parts of a response. */
export type Seen = Pick<Reply, 'status' | 'text'> & { readonly headers: Readonly<Record<string, string>> }

export interface Expected {
  /** Whether the application has paths of its own. */
  readonly hasOtherPaths?: boolean
  /** Removes what the server is known to change. */
  readonly comparable?: (response: Seen) => Seen
}

/** Expects the same status, headers and body from both servers for 300 requests. */
export async function expectSameResponses(
  served: string,
  recipe: string,
  { hasOtherPaths = false, comparable = (response) => response }: Expected = {},
): Promise<void> {
  const [own, other] = [connect(served), connect(recipe)]
  try {
    for (const { path, ...ask } of requests(hasOtherPaths)) {
      const what = `${ask.method ?? 'GET'} ${path} ${JSON.stringify(ask.headers ?? {})}`
      expect(comparable(seen(await other(path, ask))), what).toEqual(comparable(seen(await own(path, ask))))
    }
  } finally {
    own.close()
    other.close()
  }
}

/** Without headers that only frame the body. */
function seen({ status, headers, text }: Reply): Seen {
  const named = headers.filter(([name]) => !/^(?:content-length|transfer-encoding)$/.test(name))
  return { status, text, headers: Object.fromEntries(named) }
}
