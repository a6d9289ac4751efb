import {
  rangeOutside,
  type Refuse,
  makeRefuse,
  messageErrors,
  methodNotAllowed,
  noEncodingLeft,
  noTypeLeft,
  onlyPost,
  outdated,
} from './http-errors.ts'
import type { RequestFacts, Handler } from './request.ts'
import type { Answer, Representation, Variant, Resource, Snapshot } from '../snapshot/resource.ts'
import { answerSize, cacheSizes, memo } from '../base/caches.ts'
import { requestLimits } from '../base/errors.ts'
import { currentPath, normalPath } from '../base/paths.ts'
import { acceptableEncodings, chooseType, isCurrent, pickVariant, preconditionFails } from './negotiate.ts'
import { notFoundAnswers } from './not-found.ts'

/** What a query makes of the form of a resource that was chosen; undefined where it changes nothing. */
export type QueryRenderer = (query: string, type: string) => Representation | undefined

/**
 * Everything that is asked of the archive walks down these rungs and leaves at the first that concerns it:
 * 414 · an endpoint's own answer · message error · 501 · 400 · 405 under /api/ · 308 · 404 · 204 · 405 · 406 · 412 · 304 · 206 · 416 · 200.
 * An endpoint is a path where POST is answered, and nothing else. A resource that is live is sealed like any other, and rebuilt
 * for each query.
 */
export function ladder(
  snapshot: Snapshot,
  endpoints: ReadonlyMap<string, Handler> = new Map(),
  live: ReadonlyMap<string, QueryRenderer> = new Map(),
): Handler {
  const refuse = makeRefuse(snapshot.signposts)
  const notFound = notFoundAnswers(snapshot, refuse, endpoints.keys())
  const choose = memo(chosen, cacheSizes.accept)
  const encodingsFor = memo(acceptableEncodings, cacheSizes.acceptEncoding)
  const refusal = memo(
    (line: string) => {
      const [method = '', path = ''] = line.split(' ')
      return refuse(methodNotAllowed(method, path), path, allow)
    },
    cacheSizes.notAllowed,
    answerSize,
  )
  const notAllowed = (method: string, path: string) => refusal(`${method} ${path}`)
  const notAcceptable = memo(
    ({ path, vary, representations }: Resource) =>
      refuse(
        noTypeLeft(
          path,
          representations.map(({ type }) => type),
        ),
        path,
        ['Vary', vary],
      ),
    cacheSizes.notAcceptable,
    answerSize,
  )
  const api = `${snapshot.basePath}/api/`
  /** Below a path, the home page is there with a slash as well: proxies add one, and sent back they would add it again. */
  const [root, home] = [`${snapshot.basePath}/`, snapshot.basePath || '/']
  /** Only an old address may be spelt in more than one way: what is linked to it was written by others. */
  const movedFrom = (path: string) =>
    snapshot.redirects.get(path) ??
    (path.includes('%') ? snapshot.redirects.get(normalPath(path)) : undefined) ??
    replacedAt(path, snapshot)

  function descend(request: RequestFacts): Answer {
    const { method, target } = request
    // A fragment is not meant for a server (RFC 9110 §7.1); if one comes, it is dropped.
    const whole = upTo('#', target)
    const path = upTo('?', whole)
    const reads = method === 'GET' || method === 'HEAD'
    if (target.length > requestLimits.target) return refuse(messageErrors.longTarget, path)
    const endpoint = method === 'POST' ? endpoints.get(path) : undefined
    const mayWork = request.mayWork !== false
    if (endpoint) return mayWork || request.body === undefined ? endpoint(request) : takesWork
    if (request.messageError !== undefined) {
      return refuse(messageErrors[request.messageError], path, request.messageError === 'method' ? allow : [])
    }
    if (!reads && !otherMethods.has(method)) return refuse(messageErrors.method, path, allow)
    if (target === '*') return method === 'OPTIONS' ? options : refuse(messageErrors.target, path)

    const writes = !reads && method !== 'OPTIONS'
    // CONNECT names an authority, not a path (RFC 9110 §9.3.6), so there is nothing to look up.
    if (writes && (path.startsWith(api) || method === 'CONNECT')) return notAllowed(method, path)

    const resource = snapshot.resources.get(path === root ? home : path)
    if (resource === undefined) {
      if (endpoints.has(path)) {
        return method === 'OPTIONS' ? endpointOptions : refuse(onlyPost(method, path), path, allowPost)
      }
      const canonical = reads ? movedFrom(path) : undefined
      if (canonical !== undefined) return redirect(canonical + whole.slice(path.length))
      return mayWork ? notFound(path) : takesWork
    }
    if (method === 'OPTIONS') return options
    if (writes) return notAllowed(method, path)

    const at = resource.negotiated ? choose(`${offersOf(resource)}\n${request.accept ?? ''}`) : 0
    const sealed = resource.representations[at]
    if (sealed === undefined) return notAcceptable(resource)
    const render = live.get(path)
    if (render && !mayWork && whole.length > path.length) return takesWork
    const made = render?.(whole.slice(path.length + 1), sealed.type)
    const representation = made ?? sealed
    const variant = pickVariant(representation.variants, encodingsFor(request.acceptEncoding ?? ''))
    if (variant === undefined) {
      const kept = representation.variants.map(({ encoding }) => encoding)
      return refuse(noEncodingLeft(resource.path, kept), path, ['Vary', resource.vary])
    }
    if (variant.isReady === false && !mayWork) return takesWork
    if (request.ifMatch !== undefined && preconditionFails(request.ifMatch, variant.etag))
      return refuse(outdated(resource.path), path, ['Vary', resource.vary])
    const answer =
      request.ifNoneMatch !== undefined && isCurrent(request.ifNoneMatch, variant.etag)
        ? variant.notModified
        : method === 'HEAD'
          ? variant.head
          : (partialAnswer(request, path, representation, variant, refuse) ?? variant.full)
    return made ? { ...answer, transient: true, operation: 'search' } : answer
  }

  return (request) => {
    const answer = descend(request)
    return request.method === 'HEAD' && answer.body !== null ? { ...answer, body: null } : answer
  }
}

/** A page that a cache or a reader of feeds has kept loads files as they were then: each leads to the file as it is now. */
function replacedAt(path: string, { basePath, resources }: Snapshot): string | undefined {
  const current = path.startsWith(basePath) ? currentPath(path.slice(basePath.length)) : undefined
  const file = current === undefined ? undefined : resources.get(basePath + current)
  return file?.negotiated === false ? file.path : undefined
}

/** Told to a runtime that has something better to do first. */
const takesWork: Answer = { status: 102, headers: [], body: null }

const otherMethods = new Set(['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'])

const readMethods = 'GET, HEAD, OPTIONS'
const allow = ['Allow', readMethods]
const allowPost = ['Allow', 'POST, OPTIONS']

const options = preflight(readMethods, '*')
/** The wildcard stands for every header but Authorization (Fetch §3.2.5); the others are named for readers. */
const endpointOptions = preflight(
  'POST, OPTIONS',
  '*, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
)

/** OPTIONS, CORS preflights included. A 204 has no Content-Length (RFC 9110 §8.6). */
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

/** The path comes from the snapshot's own table, so no request can make it point at another host. */
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

/** From the types on offer and an Accept header to the index of one, or -1. Resources with the same types share what is known. */
function chosen(line: string): number {
  const end = line.indexOf('\n')
  return chooseType(line.slice(end + 1), line.slice(0, end).split(' '))
}

const offers = new WeakMap<Resource, string>()

function offersOf(resource: Resource): string {
  const known = offers.get(resource)
  if (known !== undefined) return known
  const types = resource.representations.map(({ type }) => type).join(' ')
  offers.set(resource, types)
  return types
}

/**
 * 206 for the one range of bytes that a player asks for (RFC 9110 §14.2), and 416 for one that begins after the end. Undefined where the
 * whole file is the answer: only sound and video have parts, several ranges at once are not worth their multipart, and an If-Range that
 * names another version wants the new one whole.
 */
export function partialAnswer(
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
    return refuse(rangeOutside(body.length), path, ['Content-Range', `bytes */${body.length}`])
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

/** `first-last`, `first-` or `-length`; from its first byte up to the one after its last. Undefined for what is none of these. */
function readRange(range: string, length: number): readonly [number, number] | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(range) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 ? 'outside' : [Math.max(0, length - Number(last)), length]
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= length) return 'outside'
  return [Number(first), last === '' ? length : Math.min(Number(last) + 1, length)]
}
