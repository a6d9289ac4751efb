import type { Reply } from './client.ts'
import { type ProbedSite, describeRequest } from './probed-site.ts'

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
