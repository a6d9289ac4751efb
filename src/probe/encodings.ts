import { holdVary } from './accept.ts'
import type { Reply } from './client.ts'
import { describeRequest, type ProbedSite } from './probed-site.ts'

/** What is asked for, and what may come. */
const asked: readonly (readonly [acceptEncoding: string, allowed: readonly string[]])[] = [
  ['identity', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['br', ['br', 'identity']],
  ['gzip, deflate, br', ['gzip', 'deflate', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
]

/** Longer than this is worth compressing: it does not fit into one packet. */
const long = 1400

export async function examineEncodings({ post, askFresh, notes }: ProbedSite): Promise<void> {
  const path = `/posts/${post.id}`
  const plain = await askFresh(path, { headers: { 'Accept-Encoding': 'identity' } })
  const tags = new Map<string, string>()
  for (const [acceptEncoding, allowed] of asked) {
    const headers = { 'Accept-Encoding': acceptEncoding }
    const reply = await askFresh(path, { headers })
    const what = describeRequest(path, { headers })
    const encoding = reply.header('Content-Encoding') ?? 'identity'
    const got = `${encoding}, ${fate(reply, plain)}`
    const expected = `${allowed.join(' or ')}, the same bytes when decoded`
    notes.hold('encoding', what, expected, got, allowed.includes(encoding) && fate(reply, plain) === same)
    if (acceptEncoding === 'gzip' && plain.body.length > long) {
      notes.hold('compressed', what, 'gzip', encoding)
    }
    const tag = reply.header('ETag')
    if (tag !== undefined && !tag.startsWith('W/')) tags.set(encoding, tag)
  }
  const different = new Set(tags.values()).size === tags.size
  const got = [...tags].map(([encoding, tag]) => `${encoding} ${tag}`).join(', ')
  notes.hold('etag-distinct', `the encodings of ${path}`, 'different ETags', got, different)
}

const same = 'the same bytes'

function fate({ decoded }: Reply, plain: Reply): string {
  if (decoded === undefined) return 'which does not decode'
  return plain.decoded && Buffer.compare(decoded, plain.decoded) === 0 ? same : 'different bytes'
}

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
  notes.hold(
    'etag',
    describeRequest(path, { headers }),
    'a strong ETag',
    tag,
    /^"[\x21\x23-\x7e]+"$/.test(tag),
  )
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
