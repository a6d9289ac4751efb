import { type BuildCache, cached, noCache } from '../base/caches.ts'
import { resourceHeaders, immutableHeaders } from './headers.ts'
import type { Answer, Encoding, Recipe, Representation, Resource, Snapshot, Variant } from './resource.ts'

/** The work that needs a runtime's own libraries; `snapshot/encode.ts` does it on Node. */
export interface Encoder {
  readonly encodings: readonly Encoding[]
  readonly ahead?: Ahead
  /** The body in each of the encodings, in their order. */
  compress(body: Uint8Array, encodings: readonly Encoding[]): Promise<readonly Uint8Array[]>
  /** Short, URL-safe, the same on every machine. */
  digest(body: Uint8Array): string
  /** Of the encoding and what becomes of a body in it, which differs between libraries. */
  nameOf(encoding: Exclude<Encoding, 'identity'>): string
}

/**
 * What is made before it is asked for: everything; every body once, compressed, for a packed file; or, for a server that compiled the
 * content itself, only what would keep a client waiting. Recipes are followed ahead only for the first.
 */
export type Ahead = 'all' | 'packed' | 'large'

export interface SealedSite extends Pick<Snapshot, 'baseUrl' | 'basePath' | 'language' | 'signposts'> {
  readonly redirects: ReadonlyMap<string, string>
}

/**
 * Fixes every byte and header that will ever be sent. Resources are handed over in the order of their drafts, each as soon as it
 * is sealed: a draft is made when there is room for it, so that a large archive is never in memory with all its forms.
 */
export async function seal(
  drafts: Iterable<Draft>,
  encoder: Encoder,
  /** With the key of its draft. */
  take: (resource: Resource, key: string | undefined) => void,
): Promise<void> {
  const encode = encodeOnce(encoder)
  const underWay = new BoundedQueue<readonly [Resource, string | undefined]>(mostWaiting)
  for (const draft of drafts) {
    // The text of a body ends here, or it would wait with its bytes.
    const head = {
      ...draft,
      forms: draft.forms.map(({ contentType, headers }) => ({ contentType, headers })),
    }
    const sealed = Promise.all(draft.forms.map(encode)).then((bodies) => sealResource(head, bodies))
    underWay.begin(
      sealed.then((resource) => [resource, head.key] as const),
      sizeOf(draft),
    )
    while (underWay.isFull) await takeNext()
  }
  while (await takeNext());

  async function takeNext(): Promise<boolean> {
    const next = await underWay.next()
    if (next) take(...next)
    return next !== undefined
  }
}

/** In bytes, or nearly so: enough for the thread that compresses to have work while the search index is made. */
const mostWaiting = 32 * 2 ** 20

function sizeOf({ forms }: Draft): number {
  return forms.reduce((sum, form) => sum + (form.recipe ? 0 : form.body.length), 0)
}

/** A body in each encoding it is kept in, the one that the server prefers first. */
export interface EncodedBody {
  readonly variants: readonly {
    readonly encoding: Encoding
    readonly tag: string
    readonly body: Uint8Array
  }[]
  /** Of a body that is not made yet. */
  readonly recipe?: Recipe | undefined
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
    const { variants, recipe } = bodies[nth] ?? { variants: [] }
    return {
      type: (form.contentType.split(';')[0] ?? '').toLowerCase(),
      variants: variants.map(({ encoding, tag, body }) => sealVariant(form, shared, encoding, body, tag)),
      ...(recipe && {
        deferred: { recipe, contentType: form.contentType, headers: [...shared, ...form.headers] },
      }),
    }
  })
  if (!first) throw new Error(`${path} has no form`)
  return { path, negotiated, vary, representations: [first, ...rest] }
}

/**
 * The tag is of the uncompressed bytes and the name of what encoded them, not of the compressed bytes: it is known before they are made,
 * and two machines whose libraries make the same bytes agree on it, as do a client's cache and a restarted server.
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

/** Those of a variant: what describes its body, its tag, and the rest, which its form has in every encoding. */
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

/** A twin is sent at two addresses, and so is a file that pages load; bytes are hashed and compressed once. Text is sent at one. */
function encodeOnce(encoder: Encoder): (form: Form) => Promise<EncodedBody> {
  const utf8 = new TextEncoder()
  const done = new WeakMap<Uint8Array, Promise<EncodedBody>>()
  return async (form) => {
    if (form.recipe && (encoder.ahead ?? 'all') !== 'all') return { variants: [], recipe: form.recipe }
    const { body, contentType } = form
    if (typeof body === 'string') return encodeAll(utf8.encode(body), contentType, encoder)
    const encoded = done.get(body) ?? encodeAll(body, contentType, encoder)
    done.set(body, encoded)
    return encoded
  }
}

async function encodeAll(body: Uint8Array, contentType: string, encoder: Encoder): Promise<EncodedBody> {
  const encodings = isCompressible(contentType, body.length)
    ? encodingsAhead(body.length, encoder)
    : (['identity'] as const)
  const smaller = encodings.filter((encoding) => encoding !== 'identity')
  const compressed = smaller.length > 0 ? await encoder.compress(body, smaller) : []
  const made = new Map<Encoding, Uint8Array>(
    smaller.map((encoding, at) => [encoding, compressed[at] ?? body]),
  )
  const digest = encoder.digest(body)
  return {
    variants: encodings.map((encoding) => ({
      encoding,
      tag: tagOf(digest, encoding, encoder),
      body: made.get(encoding) ?? body,
    })),
  }
}

function encodingsAhead(length: number, { encodings, ahead = 'all' }: Encoder): readonly Encoding[] {
  if (ahead === 'all' || length > mostOnDemand) return encodings
  return ahead === 'packed' ? ['br', 'identity'] : ['identity']
}

/** Bytes: what would keep everybody else waiting while it is compressed is compressed ahead. */
const mostOnDemand = 2 ** 18

/** Bytes: less is one packet with its headers, compressed or not. */
const worthCompressing = 600

/** Pictures and fonts are compressed by their own formats already. */
export function isCompressible(contentType: string, length: number): boolean {
  return length >= worthCompressing && /^text\/|json|xml|yaml|bibtex|javascript/.test(contentType)
}

/** A resource before it is sealed: its bodies, and the headers that go with each. */
export interface Draft {
  readonly path: string
  /** Of all that its bodies are made of, where that is known: they are made when they are looked at. */
  readonly key?: string | undefined
  readonly negotiated: boolean
  /** Its path is named after its bytes, so that they never change. */
  readonly immutable: boolean
  /** In server order. */
  readonly forms: readonly Form[]
}

/** A resource whose text and headers have slots, which `search-page/slots.ts` fills when it is asked for. */
export interface Template extends Draft {
  readonly forms: readonly TextForm[]
}

export interface TextForm extends Form {
  readonly body: string
}

export interface Form {
  /** The whole Content-Type. */
  readonly contentType: string
  readonly body: string | Uint8Array
  /** What `OnDemand` makes the same body of. */
  readonly recipe?: Recipe
  /** Headers of this form alone, as name, value, name, value. */
  readonly headers: readonly string[]
}

/** Work that was begun, taken in the order in which it was begun. Who begins no more while it is full keeps memory within bounds. */
export class BoundedQueue<Result> {
  readonly #most: number
  readonly #begun: { readonly done: Promise<Result>; readonly size: number }[] = []
  #size = 0

  /** In whatever sizes are counted in. */
  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#size > this.#most
  }

  begin(done: Promise<Result>, size: number): void {
    // Whoever waits for it is told; the others are not waited for any more.
    done.catch(() => {})
    this.#begun.push({ done, size })
    this.#size += size
  }

  /** The first, when it is done; undefined when there is none left. */
  async next(): Promise<Result | undefined> {
    const first = this.#begun.shift()
    if (!first) return undefined
    const result = await first.done
    this.#size -= first.size
    return result
  }
}

/** Drafts whose slow bodies, those with a recipe, are made once for each recipe. */
export function* withCache(drafts: Iterable<Draft>, cache: BuildCache): Generator<Draft> {
  for (const draft of drafts) {
    const isSlow = draft.forms.some(({ recipe }) => recipe)
    yield isSlow ? { ...draft, forms: draft.forms.map((form) => formWithCache(form, cache)) } : draft
  }
}

function formWithCache(form: Form, cache: BuildCache): Form {
  const { contentType, headers, recipe } = form
  if (!recipe) return form
  return {
    contentType,
    headers,
    recipe,
    get body() {
      return cached(cache, recipeKey(recipe, cache), () => form.body)
    },
  }
}

export function recipeKey(recipe: Recipe, cache: BuildCache): string {
  return cache.key('made', JSON.stringify(recipe))
}

/** Compresses each body once for each encoding. */
export function encoderWithCache<Of extends Encoder>(encoder: Of, cache: BuildCache): Of {
  if (cache === noCache) return encoder
  return {
    ...encoder,
    async compress(body, encodings) {
      const keys = encodings.map((encoding) =>
        cache.key('compressed', encoding === 'identity' ? encoding : encoder.nameOf(encoding), body),
      )
      const kept = keys.map((key) => cache.get(key) as Uint8Array | undefined)
      if (kept.every((one) => one !== undefined)) return kept
      const made = await encoder.compress(body, encodings)
      for (const [nth, key] of keys.entries()) cache.set(key, made[nth])
      return made
    },
  }
}
