import { once } from '../base/caches.ts'
import { type Answer, type Encoding, encodings, type Representation, type Variant } from './resource.ts'
import { type Encoder, isCompressible, sealVariant, tagOf } from './seal.ts'

/** Makes encodings and bodies on first request. The result never depends on when. */
export interface OnDemand extends Pick<Encoder, 'digest' | 'nameOf'> {
  compress(body: Uint8Array, encoding: Exclude<Encoding, 'identity'>): Uint8Array
  /** Decompresses Brotli from a packed file. */
  decompress(body: Uint8Array): Uint8Array
}

class OnDemandVariant implements Variant {
  readonly encoding: Encoding
  readonly #known: Pick<Variant, 'etag' | 'notModified'> | undefined
  readonly #make: () => Variant
  isReady = false

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

/** Adds the missing encodings to a compressible representation, each made on first request. */
export function withAllEncodings({ type, variants }: Representation, onDemand: OnDemand): Representation {
  const plain = variants.find(({ encoding }) => encoding === 'identity')
  const [, contentType = '', , length] = plain?.head.headers ?? []
  if (!plain || !isCompressible(contentType, Number(length))) return { type, variants }
  // Skips the ETag.
  const shared = plain.notModified.headers.slice(2)
  const digest = plain.etag.slice(1, -1)
  const all = encodings.map((encoding) => {
    const existing = variants.find((one) => one.encoding === encoding)
    if (existing || encoding === 'identity') return existing ?? plain
    const seal = (body: Uint8Array) =>
      sealVariant({ contentType, headers: [] }, shared, encoding, body, tagOf(digest, encoding, onDemand))
    return new OnDemandVariant(
      encoding,
      () => seal(onDemand.compress(plain.full.body ?? new Uint8Array(), encoding)),
      seal(new Uint8Array()),
    )
  })
  return { type, variants: all }
}
