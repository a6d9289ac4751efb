import type { Draft, Form } from './draft.ts'
import { onEveryResource } from './headers.ts'
import type { Answer, Coding, Representation, Resource, Snapshot, Variant } from './resource.ts'

/** The work that needs a runtime's own libraries; `snapshot/encode.ts` does it on Node. */
export interface Encoder {
  readonly codings: readonly Coding[]
  /** The body in each of the codings, in their order. */
  compress(body: Uint8Array, codings: readonly Coding[]): Promise<readonly Uint8Array[]>
  /** Short, URL-safe, the same on every machine. */
  digest(body: Uint8Array): string
}

export type Site = Pick<Snapshot, 'baseUrl' | 'basePath' | 'redirects' | 'signposts'>

/** Fixes every byte and header that will ever be sent. */
export async function seal(drafts: Iterable<Draft>, encoder: Encoder): Promise<Snapshot['resources']> {
  const press = pressOnce(encoder)
  const resources = await Promise.all(Array.from(drafts, (draft) => sealResource(draft, press)))
  return new Map(resources.map((resource) => [resource.path, resource]))
}

async function sealResource({ path, negotiated, forms }: Draft, press: Press): Promise<Resource> {
  const vary = negotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding'
  const [first, ...rest] = await Promise.all(forms.map((form) => sealForm(form, vary, press)))
  if (!first) throw new Error(`${path} has no form`)
  return { path, negotiated, vary, representations: [first, ...rest] }
}

async function sealForm(form: Form, vary: string, press: Press): Promise<Representation> {
  const { digest, bodies } = await press(form)
  const type = (form.contentType.split(';')[0] ?? '').toLowerCase()
  return { type, variants: bodies.map(({ coding, body }) => sealVariant(form, vary, coding, body, digest)) }
}

/**
 * The tag is of the uncompressed bytes and the coding's name, not of the compressed bytes: two machines with different
 * versions of Brotli still agree on it, and so do a client's cache and a restarted server.
 */
function sealVariant(form: Form, vary: string, coding: Coding, body: Uint8Array, digest: string): Variant {
  const etag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
  const kept = ['ETag', etag, 'Vary', vary, ...onEveryResource, ...form.headers]
  const headers = [
    ...['Content-Type', form.contentType, 'Content-Length', String(body.length)],
    ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
    ...kept,
  ]
  const answer = (status: number, list: readonly string[], content: Uint8Array | null): Answer =>
    Object.freeze({ status, headers: list, body: content })
  return {
    coding,
    etag,
    full: answer(200, headers, body),
    head: answer(200, headers, null),
    notModified: answer(304, kept, null),
  }
}

interface Pressed {
  readonly digest: string
  readonly bodies: readonly { readonly coding: Coding; readonly body: Uint8Array }[]
}

type Press = (form: Form) => Promise<Pressed>

/** A twin is sent at two addresses; its bytes are hashed and compressed once. Text stands at one. */
function pressOnce(encoder: Encoder): Press {
  const utf8 = new TextEncoder()
  const done = new Map<Uint8Array, Promise<Pressed>>()
  return ({ body, contentType }) => {
    if (typeof body === 'string') return pressAll(utf8.encode(body), contentType, encoder)
    const pressed = done.get(body) ?? pressAll(body, contentType, encoder)
    done.set(body, pressed)
    return pressed
  }
}

async function pressAll(body: Uint8Array, contentType: string, encoder: Encoder): Promise<Pressed> {
  const codings = isCompressible(contentType) ? encoder.codings : (['identity'] as const)
  const smaller = codings.filter((coding) => coding !== 'identity')
  const compressed = smaller.length > 0 ? await encoder.compress(body, smaller) : []
  const made = new Map<Coding, Uint8Array>(smaller.map((coding, at) => [coding, compressed[at] ?? body]))
  return {
    digest: encoder.digest(body),
    bodies: codings.map((coding) => ({ coding, body: made.get(coding) ?? body })),
  }
}

/** Pictures and fonts are compressed by their own formats already. */
function isCompressible(contentType: string): boolean {
  return /^text\/|json|xml|yaml|javascript/.test(contentType)
}
