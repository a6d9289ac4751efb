import { type ErrorLinks, makeRefuse, messageErrors } from '../answer/http-errors.ts'
import type { Need } from '../answer/request.ts'
import { runUntilLoaded } from '../base/bytes-missing.ts'
import { serve } from '../serve.ts'
import { type Head, headName, openParts, PartAnswer } from '../snapshot/open-parts.ts'
import { headerIn } from '../snapshot/headers.ts'
import { type LateHandler, type RequestFacts, type Sendable, toFetch } from './fetch.ts'

/** The bindings of `wrangler.jsonc`: the snapshot's parts, which are not public, and links for errors before the head has loaded. */
interface Env {
  readonly ASSETS: { fetch(url: string): Promise<Response> }
  readonly SIGNPOSTS?: ErrorLinks
}

interface Context {
  waitUntil(promise: Promise<unknown>): void
}

/** A Cloudflare Worker that serves a snapshot in parts. The first request loads the head; each request loads the parts it misses. */
export default {
  fetch(request: Request, env: Env, context: Context): Promise<Response> {
    const response = toFetch((facts) => answer(facts, env))(request)
    // Finish loading a shared part even if the client that triggered it disconnects.
    context.waitUntil(response)
    return response
  },
}

/** Answers 500 if the head cannot be loaded. */
async function answer(facts: RequestFacts, { ASSETS, SIGNPOSTS = {} }: Env): Promise<Sendable | Need> {
  const handler = await openOnce(ASSETS)
  if (handler) return handler(facts)
  const [path = ''] = facts.target.split(/[?#]/, 1)
  const refusal = makeRefuse(SIGNPOSTS)(messageErrors.internal, path)
  return facts.method === 'HEAD' ? { ...refusal, body: null } : refusal
}

/** Shared by all requests until the head has loaded. */
let opened: Promise<LateHandler | undefined> | undefined

/** Returns undefined on failure; the next request retries. */
function openOnce(assets: Env['ASSETS']): Promise<LateHandler | undefined> {
  opened ??= open(assets).catch((error) => {
    opened = undefined
    console.error(error)
    return undefined
  })
  return opened
}

async function open(assets: Env['ASSETS']): Promise<LateHandler> {
  const getPart = async (name: string) => {
    const response = await assets.fetch(`https://assets.invalid/${name}`)
    if (response.status !== 200) throw new Error(`Asset ${name} returned ${response.status}`)
    return response
  }
  const head = (await (await getPart(headName)).json()) as Head
  const handler = serve(openParts(head, getPart))
  return async (request) => {
    const answer = await runUntilLoaded(() => handler(request))
    if (!(answer instanceof PartAnswer)) return answer
    const { status, headers } = answer
    const body = await answer.open()
    if (body instanceof Uint8Array) return { status, headers, body }
    const sized = new FixedLengthStream(Number(headerIn(headers, 'Content-Length')))
    return { status, headers, body: body.pipeThrough(sized) }
  }
}

/** A Workers API: a stream of known length, so that Content-Length is sent. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>
