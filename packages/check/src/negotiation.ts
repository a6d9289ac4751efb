import accepts from './accept.json' with { type: 'json' }
import type { Reply, Request } from './connection.ts'
import { errorBody, misfits } from './contract.ts'
import { excluded, markdown, type Problem, rule, same, typed, unless } from './rule.ts'
import { get, jsonOf, paths, type Site } from './site.ts'

export const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Asks for a path with each Accept header of a table in accept.json, which says what each gets. */
const negotiated = (path: string, answers: Readonly<Record<string, string>>) =>
  Object.entries(answers).map(([accept, expected]) => get(path, accept, expected))
const onPage = negotiated(paths.page, accepts.page)
/** RFC 9110 leaves ties open; agents that send these want markdown. */
const ties = ['text/markdown, text/html, */*', 'text/markdown, text/html'].map((accept) =>
  get(paths.page, accept, markdown),
)
const onApi = [
  ...negotiated(paths.index, accepts.index),
  ...[paths.list, paths.newest, paths.statistics].map((path) => get(path, 'text/html', excluded)),
]
const isExcluded = ({ expected }: Request) => expected === excluded
const isAnswered = (request: Request) => !isExcluded(request)

const inEncodings = Object.entries(accepts.encodings).map(([encoding, allowed]) =>
  get(paths.page, '', allowed, encoding),
)
const plain = (path: string, accept = '') => get(path, accept, '', 'identity')
const inTypes = [plain(paths.page, 'text/html'), plain(paths.page, 'text/markdown')]
const tagged = [...inTypes, plain(paths.list, 'application/json'), plain('/llms.txt')]
const isForMarkdown = ({ headers }: Request) => headers?.['Accept'] === 'text/markdown'

/** The path of nothing. */
const unknown = 'citable-check-unknown'

/** Negotiation, conditional requests, methods and errors. */
export const negotiationRules = {
  'accept-page': rule(onPage.filter(isAnswered)),
  'accept-tie': rule(ties),
  'accept-api': rule(onApi.filter(isAnswered)),
  'not-acceptable': rule([...onPage, ...onApi].filter(isExcluded), (reply) => judgeError(reply, 406)),
  vary: rule(
    async (site) => {
      const again = await conditional(site)
      return [...onPage, ...ties, ...onApi, ...again.filter(({ path }) => path !== '/llms.txt')]
    },
    ({ header, status, request }) => {
      if (request.headers?.['If-None-Match'] && status !== 304) return undefined
      const got = header('Vary') || 'no Vary'
      const names = got.split(',').map((name) => name.trim().toLowerCase())
      const isComplete = names.includes('accept') && names.includes('accept-encoding')
      return unless(isComplete, 'Accept, Accept-Encoding', got)
    },
  ),
  etag: rule(tagged, ({ header }) => {
    const tag = header('ETag') || 'no ETag'
    return unless(/^"[\x21\x23-\x7e]+"$/.test(tag), 'a strong ETag', tag)
  }),
  'etag-distinct': rule([...inTypes, ...inEncodings], async ({ header, body, request }, { send }) => {
    const tag = header('ETag')
    const others = await Promise.all([...inTypes, ...inEncodings].map(send))
    const isShared = others.some((other) => {
      const isOtherBody = !tag.startsWith('W/') && Buffer.compare(other.body, body) !== 0
      const isOtherType = isForMarkdown(other.request) !== isForMarkdown(request)
      return other.header('ETag') === tag && (isOtherBody || isOtherType)
    })
    return unless(tag === '' || !isShared, 'different ETags', `${tag} for other forms too`)
  }),
  'not-modified': rule(conditional, ({ status, header, request: { expected = '' } }) => {
    const tag = header('ETag').replace(/^W\//, '')
    const withTag = `${status} with ${tag ? `ETag ${tag}` : 'no ETag'}`
    return same(expected, expected === '200' ? String(status) : withTag)
  }),
  encoding: rule(inEncodings, async ({ header, decoded, request: { expected = '' } }, { send }) => {
    const whole = await send(plain(paths.page))
    const isSame = decoded && whole.decoded && Buffer.compare(decoded, whole.decoded) === 0
    const bytes = isSame ? 'the same bytes' : decoded ? 'different bytes' : 'which does not decode'
    const encoding = header('Content-Encoding') || 'identity'
    const passes = isSame === true && expected.split(' or ').includes(encoding)
    return unless(passes, `${expected}, the same bytes when decoded`, `${encoding}, ${bytes}`)
  }),
  compressed: rule([get(paths.page, '', '', 'gzip')], async ({ header }, { send }) => {
    const { body } = await send(plain(paths.page))
    // What fits into one packet is not worth compressing.
    return body.length > 1400 ? same('gzip', header('Content-Encoding') || 'identity') : undefined
  }),
  head: rule(
    [
      plain(paths.page, 'text/html'),
      get(paths.page, 'text/markdown', '', 'gzip'),
      plain(paths.list),
      plain('/llms.txt'),
      get(`/${unknown}`),
    ].map((request) => ({ ...request, method: 'HEAD' })),
    async (head, { send }) => {
      const whole = await send({ ...head.request, method: 'GET' })
      // HEAD may omit it (RFC 9110 §9.3.2).
      const length = head.header('Content-Length') || whole.body.length
      return [
        ...same(`status ${whole.status}`, `status ${head.status}`),
        ...same(`Content-Length: ${whole.body.length}`, `Content-Length: ${length}`),
        ...['Content-Type', 'Content-Encoding', 'ETag', 'Vary', 'Cache-Control', 'Link'].flatMap((name) =>
          same(`${name}: ${whole.header(name) || '–'}`, `${name}: ${head.header(name) || '–'}`),
        ),
      ]
    },
  ),
  'not-found': rule(
    [`/api/v1/${unknown}.json`, paths.post(unknown), `/${unknown}`].map((path) => get(path)),
    (reply) => judgeError(reply, 404, 'resource_not_found', reply.request.path),
  ),
  'read-only': rule(
    // A server that accepts writes rejects them by this precondition (RFC 9110 §13.1.1).
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
      ...{ path: paths.index, method, headers: { 'If-Match': '"citable-check"' }, body: '' },
    })),
    (reply) => [
      ...judgeError(reply, 405),
      ...unless(/\bGET\b/.test(reply.header('Allow')), 'Allow with GET', reply.header('Allow') || 'no Allow'),
    ],
  ),
}

/** Asks for each tagged resource again, with its tag in every form that matches, and with one that does not. */
async function conditional({ send }: Site): Promise<Request[]> {
  const replies = await Promise.all(tagged.map(send))
  return replies.flatMap(({ request, header, status }) => {
    const tag = /^(?:W\/)?("[^"]*")$/.exec(header('ETag'))?.[1]
    if (tag === undefined || status !== 200) return []
    const other = '"citable-check"'
    return [tag, `W/${tag}`, `${other}, ${tag}`, '*', other].map((form) => ({
      ...request,
      headers: { ...request.headers, 'If-None-Match': form },
      expected: form === other ? '200' : `304 with ETag ${tag}`,
    }))
  })
}

/** Expects a JSON error; below /api/, with the path and a hint if it is about a path. */
function judgeError(reply: Reply, status: number, code?: string, path = ''): Problem[] {
  const expected = `${status} application/json`
  if (typed(reply) !== expected) return same(expected, typed(reply))
  const isApi = path.startsWith('/api/')
  const problems = misfits(errorBody, jsonOf(reply.text), ({ error }) => [
    error.status !== status && `error.status is ${error.status}`,
    code !== undefined && error.code !== code && `error.code is ${error.code}`,
    isApi && !error.path?.endsWith(path) && `error.path is ${error.path}`,
    isApi && !error.message.includes(path) && 'error.message does not name the path',
    isApi && error.hint === undefined && 'error.hint is missing',
  ])
  return unless(problems.length === 0, 'the error object of the contract', problems.join('; '))
}
