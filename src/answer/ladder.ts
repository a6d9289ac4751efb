import {
  makeRefuse,
  type MessageErrorName,
  messageErrors,
  type Refuse,
  refusals,
  retryAfter,
} from './http-errors.ts'
import type { Handler, Need, NeedsTime, RequestFacts } from './request.ts'
import type { Answer, Representation, Variant, Snapshot } from '../snapshot/resource.ts'
import { cacheSizes, memo } from '../base/caches.ts'
import { requestLimits } from '../base/http.ts'
import { currentPath, normalPath } from '../base/paths.ts'
import { acceptableEncodings, chooseType, isCurrent, pickVariant, preconditionFails } from './negotiate.ts'
import { notFoundAnswers } from './not-found.ts'

/** Renders a resource for a query, in the chosen media type. Returns undefined where the sealed form applies. */
export type QueryRenderer = (query: string, type: string) => Representation | undefined

const needsTime: NeedsTime = { needs: 'time' }
const needsCall: NeedsTime = { needs: 'time', operation: 'mcp' }
const needsSearch: NeedsTime = { needs: 'time', operation: 'search' }
const passedOn: Answer = { status: 404, headers: [], body: null }
const otherMethods = new Set(['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'])
const allowPost = ['Allow', 'POST, OPTIONS']

/**
 * Answers every request, as a ladder of early returns:
 * 414 · an endpoint's own answer · message error · 501 · 400 · 405 under /api/ · 308 · 404 · 204 · 405 · 406 · 412 · 304 · 206 · 416 · 200.
 * An endpoint is a path that accepts only POST.
 */
export function ladder(
  snapshot: Snapshot,
  endpoints: ReadonlyMap<string, Handler> = new Map(),
  renderers: ReadonlyMap<string, QueryRenderer> = new Map(),
): Handler {
  const refuse = makeRefuse(snapshot.signposts)
  const notFound = notFoundAnswers(snapshot, refuse, endpoints.keys())
  /** By the offered types and the Accept header. Returns an index, or -1. */
  const choose = memo((key: string) => {
    const end = key.indexOf('\n')
    return chooseType(key.slice(end + 1), key.slice(0, end).split(' '))
  }, cacheSizes.accept)
  const encodingsFor = memo(acceptableEncodings, cacheSizes.acceptEncoding)
  const notAllowed = (method: string, path: string) => refuse(refusals.method(method, path), path, allow)
  const api = `${snapshot.basePath}/api/`
  /** Under a base path, the home page also answers with a trailing slash: proxies add one, so a redirect would loop. */
  const [root, home] = [`${snapshot.basePath}/`, snapshot.basePath || '/']
  /** Old URLs match in any percent-encoding, because other sites link to them. */
  const redirectFor = (path: string) =>
    snapshot.redirects.get(path) ??
    (path.includes('%') ? snapshot.redirects.get(normalPath(path)) : undefined) ??
    currentFile(path, snapshot)

  function descend(request: RequestFacts): Answer | Need {
    const { method, target } = request
    // Clients must not send a fragment (RFC 9110 §7.1); ignore it.
    const pathAndQuery = upTo('#', target)
    const path = upTo('?', pathAndQuery)
    // Not before it is needed: in a Worker, it loads a part of the snapshot.
    const find = () => snapshot.resources.get(path === root ? home : path)
    if (request.mayPassOn && !find() && !endpoints.has(path) && redirectFor(path) === undefined)
      return passedOn
    const reads = method === 'GET' || method === 'HEAD'
    if (target.length > requestLimits.target) return refuse(messageErrors.longTarget, path)
    const endpoint = method === 'POST' ? endpoints.get(path) : undefined
    const mayWork = request.mayWork !== false
    if (endpoint) return mayWork || request.body === undefined ? endpoint(request) : needsCall
    if (request.messageError !== undefined) {
      return refuse(messageErrors[request.messageError], path, refusalHeaders[request.messageError])
    }
    if (!reads && !otherMethods.has(method)) return refuse(messageErrors.method, path, allow)
    if (target === '*') return method === 'OPTIONS' ? options : refuse(messageErrors.target, path)

    const writes = !reads && method !== 'OPTIONS'
    // The target of CONNECT is an authority, not a path (RFC 9110 §9.3.6).
    if (writes && (path.startsWith(api) || method === 'CONNECT')) return notAllowed(method, path)

    const resource = find()
    if (resource === undefined) {
      if (endpoints.has(path)) {
        return method === 'OPTIONS'
          ? endpointOptions
          : refuse(refusals.onlyPost(method, path), path, allowPost)
      }
      const canonical = reads ? redirectFor(path) : undefined
      if (canonical !== undefined) return redirect(canonical + pathAndQuery.slice(path.length))
      return mayWork ? notFound(path) : needsTime
    }
    if (method === 'OPTIONS') return options
    if (writes) return notAllowed(method, path)

    const types = resource.representations.map(({ type }) => type)
    const at = resource.negotiated ? choose(`${types.join(' ')}\n${request.accept ?? ''}`) : 0
    const sealed = resource.representations[at]
    if (sealed === undefined) {
      const error = refusals.notAcceptable('Accept', resource.path, types)
      return refuse(error, resource.path, ['Vary', resource.vary])
    }
    const render = renderers.get(path)
    if (render && !mayWork && pathAndQuery.length > path.length) return needsSearch
    const rendered = render?.(pathAndQuery.slice(path.length + 1), sealed.type)
    const representation = rendered ?? sealed
    const variant = pickVariant(representation.variants, encodingsFor(request.acceptEncoding ?? ''))
    if (variant === undefined) {
      const offered = representation.variants.map(({ encoding }) => encoding)
      const error = refusals.notAcceptable('Accept-Encoding', resource.path, offered)
      return refuse(error, path, ['Vary', resource.vary])
    }
    if (variant.isReady === false && !mayWork) return needsTime
    if (request.ifMatch !== undefined && preconditionFails(request.ifMatch, variant.etag))
      return refuse(refusals.precondition(resource.path), path, ['Vary', resource.vary])
    const answer =
      request.ifNoneMatch !== undefined && isCurrent(request.ifNoneMatch, variant.etag)
        ? variant.notModified
        : method === 'HEAD'
          ? variant.head
          : (partialAnswer(request, path, representation, variant, refuse) ?? variant.full)
    return rendered ? { ...answer, transient: true, operation: 'search' } : answer
  }

  return (request) => {
    const answer = descend(request)
    if (request.method !== 'HEAD' || answer.needs || answer.body === null) return answer
    return { ...answer, body: null }
  }
}

/** Maps an outdated content-hashed path to the current file, for pages in caches and feed readers. */
function currentFile(path: string, { basePath, resources }: Snapshot): string | undefined {
  const current = path.startsWith(basePath) ? currentPath(path.slice(basePath.length)) : undefined
  const file = current === undefined ? undefined : resources.get(basePath + current)
  return file?.negotiated === false ? file.path : undefined
}

const readMethods = 'GET, HEAD, OPTIONS'
const allow = ['Allow', readMethods]
/** Message errors whose answers have headers of their own. */
const refusalHeaders: Partial<Record<MessageErrorName, readonly string[]>> = {
  method: allow,
  overloaded: retryAfter,
}

const options = preflight(readMethods, '*')
/** The wildcard covers every header but Authorization (Fetch §3.2.5); the others document the endpoint. */
const endpointOptions = preflight(
  'POST, OPTIONS',
  '*, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
)

/** Answers OPTIONS and CORS preflights. A 204 has no Content-Length (RFC 9110 §8.6). */
function preflight(methods: string, headers: string): Answer {
  return {
    status: 204,
    headers: [
      ...['Allow', methods],
      ...['Access-Control-Allow-Origin', '*'],
      ...['Access-Control-Allow-Methods', methods],
      ...['Access-Control-Allow-Headers', headers],
      ...['Access-Control-Max-Age', '86400'],
    ],
    body: null,
  }
}

/** The location comes from the snapshot, so no request can redirect to another host. */
function redirect(location: string): Answer {
  return {
    status: 308,
    headers: [
      ...['Location', location],
      ...['Content-Length', '0'],
      ...['Cache-Control', 'public, max-age=3600'],
      ...['Access-Control-Allow-Origin', '*'],
      ...['X-Content-Type-Options', 'nosniff'],
    ],
    body: null,
  }
}

function upTo(mark: string, text: string): string {
  const end = text.indexOf(mark)
  return end < 0 ? text : text.slice(0, end)
}

/**
 * Answers 206 to a single byte range of audio or video (RFC 9110 §14.2), or 416 past the end. Returns undefined where the whole
 * file is the answer: other types, several ranges, or an If-Range with another ETag.
 */
function partialAnswer(
  { range, ifRange }: RequestFacts,
  path: string,
  { type }: Representation,
  { etag, full }: Variant,
  refuse: Refuse,
): Answer | undefined {
  if (range === undefined || !/^(?:audio|video)\//.test(type)) return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const { headers, body } = full
  const span = body === null ? undefined : readRange(range, body.length)
  if (body === null || span === undefined) return undefined
  if (span === 'outside')
    return refuse(refusals.range(body.length), path, ['Content-Range', `bytes */${body.length}`])
  const [first, end] = span
  const at = headers.indexOf('Content-Length')
  return {
    status: 206,
    headers: [
      ...headers.slice(0, at),
      ...['Content-Length', String(end - first)],
      ...['Content-Range', `bytes ${first}-${end - 1}/${body.length}`],
      ...headers.slice(at + 2),
    ],
    body: body.subarray(first, end),
    transient: true,
  }
}

/** Parses `first-last`, `first-` or `-length` into [start, end). */
function readRange(range: string, length: number): readonly [number, number] | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(range) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 ? 'outside' : [Math.max(0, length - Number(last)), length]
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= length) return 'outside'
  return [Number(first), last === '' ? length : Math.min(Number(last) + 1, length)]
}
