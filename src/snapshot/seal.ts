import { type BuildCache, noCache } from '../base/caches.ts'
import { encodeUtf8 } from '../base/utf8.ts'
import { resourceHeaders, immutableHeaders } from './headers.ts'
import type { CompressedEncoding, Draft, Encoding, Form, Representation, Resource } from './resource.ts'
import { isCompressible, sealVariant, tagOf } from './variant.ts'

/** Compression and hashing, which depend on the runtime. `snapshot/encode.ts` implements it for Node. */
export interface Encoder {
  readonly encodings: readonly Encoding[]
  readonly ahead?: Ahead
  /** Returns the body in each encoding, in the same order. */
  compress(body: Uint8Array, encodings: readonly CompressedEncoding[]): Promise<readonly Uint8Array[]>
  /** Short, URL-safe, the same on every machine. */
  digest(body: Uint8Array): string
  /** Returns a name for the encoding and its library, since libraries differ in their output. */
  nameOf(encoding: CompressedEncoding): string
}

/**
 * What to make before the first request. `all`: every encoding. `packed`: each body once, in Brotli, for a packed file.
 * `large`: only bodies that are too slow to compress on request, for a server that compiles its own content.
 */
export type Ahead = 'all' | 'packed' | 'large'

/** Enough to keep the compression threads busy while the search index is built. */
const maxPendingBytes = 32 * 2 ** 20

/**
 * Seals drafts into resources with final bytes and headers, in order. Pulls a draft only when the queue has room, so that a large
 * archive is never in memory as a whole.
 */
export async function seal(
  drafts: Iterable<Draft | SealedDraft>,
  encoder: Encoder,
  take: (resource: Resource, key: string | undefined) => unknown,
): Promise<void> {
  const encode = encodeOnce(encoder)
  const pending = new BoundedQueue<readonly [Resource, key: string | undefined]>(maxPendingBytes)
  for (const next of drafts) {
    if ('resource' in next) {
      pending.add(Promise.resolve([next.resource, next.key]), next.size)
    } else {
      const { forms, ...draft } = next
      // Without the text of the body, so that the queue does not hold it.
      const heads = forms.map(({ contentType, headers }) => ({ contentType, headers }))
      const size = forms.reduce((sum, { body }) => sum + body.length, 0)
      const bodies = Promise.all(forms.map(encode))
      pending.add(
        bodies.then((bodies) => [sealResource({ forms: heads, ...draft }, bodies), draft.key] as const),
        size,
      )
    }
    while (pending.isFull) await takeNext()
  }
  while (await takeNext());

  async function takeNext(): Promise<boolean> {
    const next = await pending.next()
    if (next) await take(...next)
    return next !== undefined
  }
}

/** A draft that was sealed before. */
export interface SealedDraft {
  readonly resource: Resource
  readonly key: string
  /** Of its bodies, in bytes. */
  readonly size: number
}

/** A body in one encoding. */
export interface EncodedBody {
  readonly encoding: Encoding
  readonly tag: string
  readonly body: Uint8Array
}

interface BodylessDraft extends Omit<Draft, 'forms'> {
  readonly forms: readonly Omit<Form, 'body'>[]
}

/** `bodies` has the encodings of each form, the preferred one first. */
export function sealResource(
  { path, negotiated, immutable, forms }: BodylessDraft,
  bodies: readonly (readonly EncodedBody[])[],
): Resource {
  const vary = negotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding'
  const common = ['Vary', vary, ...(immutable ? immutableHeaders : resourceHeaders)]
  const [first, ...rest] = forms.map(({ contentType, headers }, nth): Representation => {
    const shared = [...common, ...headers]
    return {
      type: (contentType.split(';')[0] ?? '').toLowerCase(),
      variants: (bodies[nth] ?? []).map(({ encoding, tag, body }) =>
        sealVariant({ contentType, encoding, tag, shared }, body),
      ),
    }
  })
  if (!first) throw new Error(`${path} has no form`)
  return { path, negotiated, vary, representations: [first, ...rest] }
}

/** Hashes and compresses each byte array once, since twins and page files are sent at two paths. */
function encodeOnce(encoder: Encoder): (form: Form) => Promise<readonly EncodedBody[]> {
  const encodedBodies = new WeakMap<Uint8Array, Promise<readonly EncodedBody[]>>()
  return async ({ body, contentType }) => {
    if (typeof body === 'string') return encodeBody(encodeUtf8(body), contentType, encoder)
    const encoded = encodedBodies.get(body) ?? encodeBody(body, contentType, encoder)
    encodedBodies.set(body, encoded)
    return encoded
  }
}

async function encodeBody(
  body: Uint8Array,
  contentType: string,
  encoder: Encoder,
): Promise<readonly EncodedBody[]> {
  const encodings = isCompressible(contentType, body.length)
    ? encodingsAhead(body.length, encoder)
    : (['identity'] as const)
  const targets = encodings.filter((encoding) => encoding !== 'identity')
  const compressed = targets.length > 0 ? await encoder.compress(body, targets) : []
  const digest = encoder.digest(body)
  return encodings.map((encoding) => ({
    encoding,
    tag: tagOf(digest, encoding, encoder),
    body: encoding === 'identity' ? body : (compressed[targets.indexOf(encoding)] ?? body),
  }))
}

/** Compressing a larger body on request would block the event loop for too long. */
const maxOnDemandBytes = 2 ** 18

function encodingsAhead(length: number, { encodings, ahead = 'all' }: Encoder): readonly Encoding[] {
  if (ahead === 'all' || length > maxOnDemandBytes) return encodings
  return ahead === 'packed' ? ['br', 'identity'] : ['identity']
}

/** A FIFO queue of pending results. Add no more while `isFull`, to bound memory. */
export class BoundedQueue<Result> {
  readonly #capacity: number
  readonly #pending: { readonly result: Promise<Result>; readonly size: number }[] = []
  #size = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get isFull(): boolean {
    return this.#size > this.#capacity
  }

  add(result: Promise<Result>, size: number): void {
    // `next` reports a rejection. After the first one nobody awaits the rest.
    result.catch(() => {})
    this.#pending.push({ result, size })
    this.#size += size
  }

  /** Resolves to the oldest result, or undefined if the queue is empty. */
  async next(): Promise<Result | undefined> {
    const first = this.#pending.shift()
    if (!first) return undefined
    const result = await first.result
    this.#size -= first.size
    return result
  }
}

/** Caches compressed bodies. */
export function encoderWithCache<Of extends Encoder>(encoder: Of, cache: BuildCache): Of {
  if (cache === noCache) return encoder
  return {
    ...encoder,
    async compress(body, encodings) {
      const keys = encodings.map((encoding) => cache.key('compressed', encoder.nameOf(encoding), body))
      const hits = keys.map((key) => cache.get(key) as Uint8Array | undefined)
      if (hits.every((hit) => hit !== undefined)) return hits
      const compressed = await encoder.compress(body, encodings)
      for (const [nth, key] of keys.entries()) cache.set(key, compressed[nth])
      return compressed
    },
  }
}
