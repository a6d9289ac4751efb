import { type ErrorLinks, makeRefuse, messageErrors } from '../answer/http-errors.ts'
import { serve } from '../serve.ts'
import { type Head, headName, openParts, PartAnswer } from '../snapshot/open-parts.ts'
import { headerIn } from '../snapshot/headers.ts'
import { type LateHandler, toFetch } from './fetch.ts'

/** What `wrangler.jsonc` binds: the files of the archive, which nobody outside can ask for, and what errors link to while there are none. */
interface Env {
  readonly ASSETS: { fetch(url: string): Promise<Response> }
  readonly SIGNPOSTS?: ErrorLinks
}

interface Context {
  waitUntil(promise: Promise<unknown>): void
}

/**
 * A Cloudflare Worker over the parts of a snapshot. Nothing is read when it starts; the first request reads the head, and each the
 * parts that it needs and this isolate has not kept.
 */
export default {
  fetch(request: Request, env: Env, context: Context): Promise<Response> {
    const response = toFetch((facts) => answer(facts, env))(request)
    // What several requests wait for must arrive, even if the client of the one that fetches it has gone.
    context.waitUntil(response)
    return response
  },
}

/** That the head cannot be had is answered as every other failure, though nothing is known of the archive. */
async function answer(
  facts: Parameters<LateHandler>[0],
  { ASSETS, SIGNPOSTS = {} }: Env,
): Promise<Awaited<ReturnType<LateHandler>>> {
  const handler = await openOnce(ASSETS)
  if (handler) return handler(facts)
  const [path = ''] = facts.target.split(/[?#]/, 1)
  const refusal = makeRefuse(SIGNPOSTS)(messageErrors.internal, path)
  return facts.method === 'HEAD' ? { ...refusal, body: null } : refusal
}

/** Shared by all requests that come before the head has. */
let opened: Promise<LateHandler | undefined> | undefined

/** Undefined when it fails, which is not kept: the next request tries again. */
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
    if (response.status !== 200) throw new Error(`the asset ${name} answered ${response.status}`)
    return response
  }
  const head = (await (await getPart(headName)).json()) as Head
  const { snapshot, arrivals } = openParts(head, getPart)
  const handler = serve(snapshot)
  return async (request) => {
    const answer = await arrivals.runUntilLoaded(() => handler(request))
    if (!(answer instanceof PartAnswer)) return answer
    const { status, headers } = answer
    const body = await answer.open()
    if (body instanceof Uint8Array) return { status, headers, body }
    return {
      status,
      headers,
      body: body.pipeThrough(new FixedLengthStream(Number(headerIn(headers, 'Content-Length')))),
    }
  }
}

/** Of Workers: a stream whose length is known, so that Content-Length is sent. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>
