import { once } from '../base/caches.ts'
import { emptyBytes } from '../base/digest.ts'
import {
  type Answer,
  type CompressedEncoding,
  type Encoding,
  encodings,
  type OnDemand,
  type Representation,
  type Variant,
} from './resource.ts'

/** What identifies a variant. `tag` is its ETag without quotation marks. */
export interface VariantFacts extends Pick<Variant, 'contentType' | 'encoding' | 'shared'> {
  readonly tag: string
}

/**
 * Makes the three answers of a variant on first use. A class, because each object literal with a getter has its own hidden class in V8,
 * which prevents optimization.
 */
export class SealedVariant implements Variant {
  readonly contentType: string
  readonly encoding: Encoding
  readonly etag: string
  readonly shared: readonly string[]
  readonly notModified: Answer
  readonly #lengthOf: () => number
  readonly #open: (headers: readonly string[]) => Answer
  readonly #isStored: boolean
  #head: Answer | undefined
  #full: Answer | undefined

  /** `length` is a function if the body is not made yet. `open` returns the 200 with these headers. */
  constructor(
    { contentType, encoding, tag, shared }: VariantFacts,
    length: number | (() => number),
    open: (headers: readonly string[]) => Answer,
  ) {
    this.contentType = contentType
    this.encoding = encoding
    this.etag = `"${tag}"`
    this.shared = shared
    this.notModified = { status: 304, headers: ['ETag', this.etag, ...shared], body: null }
    this.#isStored = typeof length === 'number'
    this.#lengthOf = typeof length === 'number' ? () => length : length
    this.#open = open
  }

  get isReady(): boolean {
    return this.#isStored || this.#head !== undefined
  }

  get length(): number {
    return this.#lengthOf()
  }

  get head(): Answer {
    this.#head ??= { status: 200, headers: this.#headers(), body: null }
    return this.#head
  }

  get full(): Answer {
    this.#full ??= this.#open(this.head.headers)
    return this.#full
  }

  #headers(): string[] {
    const encoding = this.encoding === 'identity' ? [] : ['Content-Encoding', this.encoding]
    const length = String(this.length)
    return [
      'Content-Type',
      this.contentType,
      'Content-Length',
      length,
      ...encoding,
      ...this.notModified.headers,
    ]
  }
}

export const sealVariant = (facts: VariantFacts, body: Uint8Array): SealedVariant =>
  new SealedVariant(facts, body.length, (headers) => ({ status: 200, headers, body }))

/** Adds the missing encodings to a compressible representation, each made on first request. */
export function withAllEncodings({ type, variants }: Representation, onDemand: OnDemand): Representation {
  const plain = variants.find(({ encoding }) => encoding === 'identity')
  if (!plain || !isCompressible(plain.contentType, plain.length)) return { type, variants }
  const { contentType, shared } = plain
  const all = encodings.map((encoding) => {
    const existing = variants.find((variant) => variant.encoding === encoding)
    if (existing || encoding === 'identity') return existing ?? plain
    const tag = tagOf(plain.etag.slice(1, -1), encoding, onDemand)
    const body = once(() => onDemand.compress(plain.full.body ?? emptyBytes, encoding))
    return new SealedVariant(
      { contentType, encoding, tag, shared },
      () => body().length,
      (headers) => ({ status: 200, headers, body: body() }),
    )
  })
  return { type, variants: all }
}

/**
 * Returns the tag: a digest of the uncompressed bytes and the encoder's name. It is known before compression, and the same after a
 * restart and on every machine with the same encoder.
 */
export function tagOf(digest: string, encoding: Encoding, { nameOf }: Pick<OnDemand, 'nameOf'>): string {
  return encoding === 'identity' ? digest : `${digest}-${nameOf(encoding)}`
}

/** A smaller body fits into one packet with its headers. */
const minCompressedBytes = 600

/** Images and fonts are already compressed. */
export const isCompressible = (contentType: string, length: number): boolean =>
  length >= minCompressedBytes && /^text\/|json|xml|yaml|bibtex|javascript/.test(contentType)

/**
 * Returns the variant whose body is stored for this one: the encoding `plainAs` also stands for the plain body, because few clients need
 * that, and plain bodies would be two thirds of all bytes.
 */
export function storedFor(
  variant: Variant,
  variants: readonly Variant[],
  plainAs: CompressedEncoding | undefined,
): Variant {
  if (variant.encoding !== 'identity') return variant
  return variants.find(({ encoding }) => encoding === plainAs) ?? variant
}

/** The same for a packed file. A large body, which has all encodings, would take too long to decompress. */
export const packedFor = (variant: Variant, variants: readonly Variant[]): Variant =>
  storedFor(variant, variants, variants.length === 2 ? 'br' : undefined)
