import { once } from '../base/caches.ts'
import {
  type Answer,
  type Encoding,
  encodings,
  type DeferredBody,
  type Recipe,
  type Representation,
  type Variant,
} from './resource.ts'
import { type Encoder, isCompressible, sealVariant, tagOf } from './seal.ts'

/** What a server makes when it is first asked for, and keeps as long as its cache has room. Nothing in an answer depends on when. */
export interface OnDemand extends Pick<Encoder, 'digest' | 'nameOf'> {
  compress(body: Uint8Array, encoding: Exclude<Encoding, 'identity'>): Uint8Array
  /** What a packed file keeps in Brotli. */
  decompress(body: Uint8Array): Uint8Array
  make(recipe: Recipe): Uint8Array
}

/** A variant that is made when its answer is looked at. */
class OnDemandVariant implements Variant {
  readonly encoding: Encoding
  readonly #known: Pick<Variant, 'etag' | 'notModified'> | undefined
  readonly #make: () => Variant
  isReady = false

  /** `known`: what can be told before it is made. */
  constructor(encoding: Encoding, make: () => Variant, known?: Pick<Variant, 'etag' | 'notModified'>) {
    this.encoding = encoding
    this.#known = known
    this.#make = once(() => {
      this.isReady = true
      return make()
    })
  }

  get etag(): string {
    return (this.#known ?? this.#make()).etag
  }

  get notModified(): Answer {
    return (this.#known ?? this.#make()).notModified
  }

  get head(): Answer {
    return this.#make().head
  }

  get full(): Answer {
    return this.#make().full
  }
}

/** A form in every encoding that it gains by, of which some are kept. */
export function withAllEncodings({ type, variants }: Representation, onDemand: OnDemand): Representation {
  const plain = variants.find(({ encoding }) => encoding === 'identity')
  const [, contentType = '', , length] = plain?.head.headers ?? []
  if (!plain || !isCompressible(contentType, Number(length))) return { type, variants }
  // The headers of a body come first, and after them what is on a 304 too, the tag at its beginning.
  const shared = plain.notModified.headers.slice(2)
  const digest = plain.etag.slice(1, -1)
  const coded = encodings.map((encoding) => {
    const kept = variants.find((one) => one.encoding === encoding)
    if (kept || encoding === 'identity') return kept ?? plain
    const seal = (body: Uint8Array) =>
      sealVariant({ contentType, headers: [] }, shared, encoding, body, tagOf(digest, encoding, onDemand))
    return new OnDemandVariant(
      encoding,
      () => seal(onDemand.compress(plain.full.body ?? new Uint8Array(), encoding)),
      seal(new Uint8Array()),
    )
  })
  return { type, variants: coded }
}

export function onDemandVariant(
  { recipe, contentType, headers }: DeferredBody,
  { make, digest }: OnDemand,
): Variant {
  return new OnDemandVariant('identity', () => {
    const body = make(recipe)
    return sealVariant({ contentType, headers: [] }, headers, 'identity', body, digest(body))
  })
}
