import { type BuildCache, noCache } from '../base/caches.ts'
import { resourceHeaders, immutableHeaders } from './headers.ts'
import type { Answer, Encoding, Representation, Resource, Snapshot, Variant } from './resource.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** Compression and hashing, which depend on the runtime. `snapshot/encode.ts` implements it for Node. */
export interface Encoder {
  readonly encodings: readonly Encoding[]
  readonly ahead?: Ahead
  /** Returns the body in each encoding, in the same order. */
  compress(body: Uint8Array, encodings: readonly Encoding[]): Promise<readonly Uint8Array[]>
  /** Short, URL-safe, the same on every machine. */
  digest(body: Uint8Array): string
  /** Returns a name for the encoding and its library, since libraries differ in their output. */
  nameOf(encoding: Exclude<Encoding, 'identity'>): string
}

/**
 * What to make before the first request. `all`: every encoding. `packed`: each body once, in Brotli, for a packed file.
 * `large`: only bodies that are too slow to compress on request, for a server that compiles its own content.
 */
export type Ahead = 'all' | 'packed' | 'large'

export interface SealedSite extends Pick<Snapshot, 'baseUrl' | 'basePath' | 'words' | 'signposts'> {
  readonly redirects: ReadonlyMap<string, string>
}

/**
 * Seals drafts into resources with final bytes and headers, in order. Pulls a draft only when the queue has room, so that a large
 * archive is never in memory as a whole.
 */
export async function seal(
  drafts: Iterable<Draft>,
  encoder: Encoder,
  take: (resource: Resource, key: string | undefined) => void,
): Promise<void> {
  const encode = encodeOnce(encoder)
  const pending = new BoundedQueue<readonly [Resource, string | undefined]>(maxPendingBytes)
  for (const draft of drafts) {
    // Drops the text of the body, so that the queue does not hold it.
    const head = {
      ...draft,
      forms: draft.forms.map(({ contentType, headers }) => ({ contentType, headers })),
    }
    const sealed = Promise.all(draft.forms.map(encode)).then((bodies) => sealResource(head, bodies))
    pending.add(
      sealed.then((resource) => [resource, head.key] as const),
      sizeOf(draft),
    )
    while (pending.isFull) await takeNext()
  }
  while (await takeNext());

  async function takeNext(): Promise<boolean> {
    const next = await pending.next()
    if (next) take(...next)
    return next !== undefined
  }
}

/** Enough to keep the compression threads busy while the search index is built. */
const maxPendingBytes = 32 * 2 ** 20

function sizeOf({ forms }: Draft): number {
  return forms.reduce((sum, form) => sum + form.body.length, 0)
}

/** A body in each available encoding, the preferred one first. */
export interface EncodedBody {
  readonly variants: readonly {
    readonly encoding: Encoding
    readonly tag: string
    readonly body: Uint8Array
  }[]
}

interface Head extends Omit<Draft, 'forms'> {
  readonly forms: readonly Pick<Form, 'contentType' | 'headers'>[]
}

export function sealResource(
  { path, negotiated, immutable, forms }: Head,
  bodies: readonly EncodedBody[],
): Resource {
  const vary = negotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding'
  const shared = ['Vary', vary, ...(immutable ? immutableHeaders : resourceHeaders)]
  const [first, ...rest] = forms.map((form, nth): Representation => {
    const { variants } = bodies[nth] ?? { variants: [] }
    return {
      type: (form.contentType.split(';')[0] ?? '').toLowerCase(),
      variants: variants.map(({ encoding, tag, body }) => sealVariant(form, shared, encoding, body, tag)),
    }
  })
  if (!first) throw new Error(`${path} has no form`)
  return { path, negotiated, vary, representations: [first, ...rest] }
}

/**
 * Returns the tag: a digest of the uncompressed bytes and the encoder's name. It is known before compression, and the same after a
 * restart and on every machine with the same encoder.
 */
export function tagOf(digest: string, encoding: Encoding, { nameOf }: Pick<Encoder, 'nameOf'>): string {
  return encoding === 'identity' ? digest : `${digest}-${nameOf(encoding)}`
}

export function sealVariant(
  form: Pick<Form, 'contentType' | 'headers'>,
  shared: readonly string[],
  encoding: Encoding,
  body: Uint8Array,
  tag: string,
): Variant {
  const etag = `"${tag}"`
  const { full: headers, notModified } = headerLists(
    form.contentType,
    { encoding, etag, length: body.length },
    [...shared, ...form.headers],
  )
  const answer = (status: number, list: readonly string[], content: Uint8Array | null): Answer =>
    Object.freeze({ status, headers: list, body: content })
  return {
    encoding,
    etag,
    full: answer(200, headers, body),
    head: answer(200, headers, null),
    notModified: answer(304, notModified, null),
  }
}

/** Returns the headers of a variant's 200 and 304. `rest` is shared by all encodings. */
export function headerLists(
  contentType: string,
  { encoding, etag, length }: { encoding: Encoding; etag: string; length: number },
  rest: readonly string[],
): { readonly full: readonly string[]; readonly notModified: readonly string[] } {
  const notModified = ['ETag', etag, ...rest]
  const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  return {
    full: ['Content-Type', contentType, 'Content-Length', String(length), ...coded, ...notModified],
    notModified,
  }
}

/** Hashes and compresses each byte array once, since twins and page files are sent at two paths. */
function encodeOnce(encoder: Encoder): (form: Form) => Promise<EncodedBody> {
  const results = new WeakMap<Uint8Array, Promise<EncodedBody>>()
  return async (form) => {
    const { body, contentType } = form
    if (typeof body === 'string') return encodeAll(encodeUtf8(body), contentType, encoder)
    const encoded = results.get(body) ?? encodeAll(body, contentType, encoder)
    results.set(body, encoded)
    return encoded
  }
}

async function encodeAll(body: Uint8Array, contentType: string, encoder: Encoder): Promise<EncodedBody> {
  const encodings = isCompressible(contentType, body.length)
    ? encodingsAhead(body.length, encoder)
    : (['identity'] as const)
  const targets: readonly Encoding[] = encodings.filter((encoding) => encoding !== 'identity')
  const compressed = targets.length > 0 ? await encoder.compress(body, targets) : []
  const digest = encoder.digest(body)
  return {
    variants: encodings.map((encoding) => ({
      encoding,
      tag: tagOf(digest, encoding, encoder),
      body: compressed[targets.indexOf(encoding)] ?? body,
    })),
  }
}

function encodingsAhead(length: number, { encodings, ahead = 'all' }: Encoder): readonly Encoding[] {
  if (ahead === 'all' || length > maxOnDemandBytes) return encodings
  return ahead === 'packed' ? ['br', 'identity'] : ['identity']
}

/** Compressing a larger body on request would block the event loop for too long. */
const maxOnDemandBytes = 2 ** 18

/** A smaller body fits into one packet with its headers. */
const minCompressedBytes = 600

/** Images and fonts are already compressed. */
export function isCompressible(contentType: string, length: number): boolean {
  return length >= minCompressedBytes && /^text\/|json|xml|yaml|bibtex|javascript/.test(contentType)
}

/** A resource before it is sealed. */
export interface Draft {
  readonly path: string
  /** A cache key for everything the bodies depend on, if known. */
  readonly key?: string | undefined
  readonly negotiated: boolean
  /** The path contains a digest of the bytes, so they never change. */
  readonly immutable: boolean
  /** In order of the server's preference. */
  readonly forms: readonly Form[]
}

/** A resource with slots in its text and headers, which `search-page/results.ts` fills on request. */
export interface Template extends Draft {
  readonly forms: readonly TextForm[]
}

export interface TextForm extends Form {
  readonly body: string
}

export interface Form {
  readonly contentType: string
  readonly body: string | Uint8Array
  /** Additional headers, as name, value, name, value. */
  readonly headers: readonly string[]
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
      const keys = encodings.map((encoding) =>
        cache.key('compressed', encoding === 'identity' ? encoding : encoder.nameOf(encoding), body),
      )
      const hits = keys.map((key) => cache.get(key) as Uint8Array | undefined)
      if (hits.every((hit) => hit !== undefined)) return hits
      const compressed = await encoder.compress(body, encodings)
      for (const [nth, key] of keys.entries()) cache.set(key, compressed[nth])
      return compressed
    },
  }
}
