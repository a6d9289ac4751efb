import { holdVary } from './accept.ts'
import type { Reply } from './client.ts'
import { type ProbedSite, describeRequest } from './probed-site.ts'

/** ETags, and what is answered to those who have the body already. */
export async function examineValidators(site: ProbedSite): Promise<void> {
  const page = `/posts/${site.post.id}`
  const html = await examineTag(site, page, { Accept: 'text/html' })
  const markdown = await examineTag(site, page, { Accept: 'text/markdown' })
  const different = html === undefined || html !== markdown
  site.notes.hold(
    'etag-distinct',
    `HTML and markdown of ${page}`,
    'different ETags',
    `${html} for both`,
    different,
  )
  await examineTag(site, '/api/v1/posts.json', { Accept: 'application/json' })
  await examineTag(site, '/llms.txt', {})
}

/** The opaque part of the tag; undefined where there is none. */
async function examineTag(
  site: ProbedSite,
  path: string,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const { ask, notes } = site
  const address = site.fresh(path)
  const asked = { ...headers, 'Accept-Encoding': 'identity' }
  const whole = await ask(address, { headers: asked })
  const tag = whole.header('ETag') ?? 'no ETag'
  notes.hold('etag', describeRequest(path, { headers }), 'a strong ETag', tag, /^"[\x21\x23-\x7e]+"$/.test(tag))
  const opaque = /^(?:W\/)?("[^"]*")$/.exec(tag)?.[1]
  if (opaque === undefined || whole.status !== 200) return undefined
  const forms = [opaque, `W/${opaque}`, `"citable-check", ${opaque}`, '*']
  for (const form of forms) {
    const conditional = { ...asked, 'If-None-Match': form }
    const reply = await ask(address, { headers: conditional })
    const what = describeRequest(path, { headers: { ...headers, 'If-None-Match': form } })
    notes.hold('not-modified', what, `304 with ETag ${opaque}`, outcome(reply))
    if (reply.status === 304 && path !== '/llms.txt') holdVary(site, what, reply)
  }
  const other = await ask(address, { headers: { ...asked, 'If-None-Match': '"citable-check"' } })
  notes.hold(
    'not-modified',
    describeRequest(path, { headers: { ...headers, 'If-None-Match': '"citable-check"' } }),
    '200',
    String(other.status),
  )
  return opaque
}

function outcome(reply: Reply): string {
  const tag = reply.header('ETag')?.replace(/^W\//, '')
  return `${reply.status} with ${tag ? `ETag ${tag}` : 'no ETag'}`
}
