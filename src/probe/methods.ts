import { type ProbedSite, describeRequest } from './probed-site.ts'

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
