import { serve } from '../serve.ts'
import { headerIn } from '../snapshot/headers.ts'
import { openParts, PartAnswer } from '../snapshot/open-parts.ts'
import { type Head, headName } from '../snapshot/parts.ts'
import { type Fetch, toFetch } from './fetch.ts'

/** What `wrangler.jsonc` binds: the files of the archive, which nobody outside can ask for. */
interface Env {
  readonly ASSETS: { fetch(url: string): Promise<Response> }
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
    const response = respond(request, env)
    // What several requests wait for must arrive, even if the client of the one that fetches it has gone.
    context.waitUntil(response)
    return response
  },
}

let opened: Fetch | undefined

async function respond(request: Request, { ASSETS }: Env): Promise<Response> {
  opened ??= await open(ASSETS)
  return opened(request)
}

async function open(assets: Env['ASSETS']): Promise<Fetch> {
  const getPart = async (name: string) => {
    const response = await assets.fetch(`https://assets.invalid/${name}`)
    if (response.status !== 200) throw new Error(`the asset ${name} answered ${response.status}`)
    return response
  }
  const head = (await (await getPart(headName)).json()) as Head
  const { snapshot, arrivals } = openParts(head, getPart)
  const handler = serve(snapshot)
  return toFetch(async (request) => {
    const answer = await arrivals.call(() => handler(request))
    if (!(answer instanceof PartAnswer)) return answer
    const { status, headers } = answer
    const body = await answer.open()
    if (body instanceof Uint8Array) return { status, headers, body }
    return {
      status,
      headers,
      body: body.pipeThrough(new FixedLengthStream(Number(headerIn(headers, 'Content-Length')))),
    }
  })
}

/** Of Workers: a stream whose length is known, so that Content-Length is sent. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>
