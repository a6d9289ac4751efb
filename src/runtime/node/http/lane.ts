import type { Handler } from '../../../answer/request.ts'
import { answerSize, BoundedCache, cacheSizes } from '../../../base/caches.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { type Count, Tally } from '../metrics/tally.ts'
import { closing, emptyBuffer, headOf, keepingAlive, thisSecond } from './fields.ts'
import type { Turn } from '../turns.ts'
import { headCache, type PlainHead, type PlainRequest, readKey } from './plain.ts'

/** The answer to the first message in a buffer. */
export interface Reply {
  /** The header section, with the body if that fits in one buffer. */
  readonly head: Buffer
  /** The body, if not in `head`. Shared between clients, never copied. */
  readonly rest: Uint8Array | null
  /** Bytes created for this message alone. */
  readonly privateBytes: number
  /** Length of the request. */
  readonly consumed: number
  readonly close: boolean
  readonly operation?: string | undefined
  /** The message needs a turn of work; nothing is consumed. */
  readonly deferral?: Answer
}

/** Returns undefined for a message that is incomplete or not plain. */
export type Lane = (bytes: Buffer, turn?: Turn) => Reply | undefined

const consumesNothing: Reply = { head: emptyBuffer, rest: null, privateBytes: 0, consumed: 0, close: false }

/**
 * The fast lane. An answer depends only on its request, so a plain message is one cache lookup, and the same bytes are written
 * again. Anything that two parsers could read differently goes to node:http.
 */
export function makeLane(handler: Handler, keepAlive: number, tally = new Tally()): Lane {
  const connection = keepingAlive(keepAlive)
  const readHead = headCache()
  /** By the hash of the key. On a collision, the latest entry wins. */
  const cache = new BoundedCache<number, CachedLookup>(cacheSizes.laneAnswers)
  /** A message in the same buffer gets the same body, so that a batch continues. */
  const bodies = new WeakMap<Buffer, Uint8Array>()

  function lookUp({ key, hash }: PlainHead, turn: Turn): CachedLookup {
    const hit = cache.get(hash)
    if (hit?.key === key) return hit
    const request = readKey(key)
    const answer = request && answerTo(request, turn)
    if (answer?.transient || answer?.status === 102 || turn.messageError)
      return { key, request, cached: undefined, answer, counter: undefined }
    const counter = answer && tally.of('lane', request.facts.method, answer)
    const lookup = { key, request, cached: answer && toCached(answer), counter }
    if (key.length <= longestKey) cache.set(hash, lookup, sizeOf(lookup))
    return lookup
  }

  /** The answer to a POST depends on its body, which is not in the key. */
  function answerTo({ facts }: PlainRequest, turn: Turn): Answer | undefined {
    return facts.method === 'POST' ? undefined : handler({ ...facts, ...turn })
  }

  function toCached(answer: Answer): CachedAnswer | undefined {
    const isLarge = (answer.body?.length ?? 0) > longestCached
    return isLarge ? undefined : { answer, uses: 0, second: 0, bytes: emptyBuffer }
  }

  function headAndBody(answer: Answer, consumed: number, close: boolean, privateBytes = 0): Reply {
    const head = headOf(answer, close ? closing : connection, thisSecond())
    const { body: rest, operation } = answer
    return { head: Buffer.from(head, 'latin1'), rest, privateBytes, consumed, close, operation }
  }

  function singleBuffer(entry: CachedAnswer, consumed: number): Reply {
    const second = thisSecond()
    if (entry.second !== second) {
      const head = Buffer.from(headOf(entry.answer, connection, second), 'latin1')
      entry.bytes = Buffer.concat([head, entry.answer.body ?? emptyBuffer])
      entry.second = second
    }
    return { head: entry.bytes, rest: null, privateBytes: 0, consumed, close: false }
  }

  function bodyIn(bytes: Buffer, start: number, end: number): Uint8Array {
    const body = bodies.get(bytes) ?? bytes.subarray(start, end)
    bodies.set(bytes, body)
    return body
  }

  return (bytes, turn = {}) => {
    const plain = readHead(bytes)
    if (plain === undefined) return undefined
    const { request, cached, answer: ready, counter } = lookUp(plain, turn)
    if (request === undefined) return undefined
    const { close } = request
    const consumed = plain.end + request.length
    if (cached === undefined || counter === undefined) {
      if (bytes.length < consumed) return undefined
      const answer = ready ?? handler({ body: bodyIn(bytes, plain.end, consumed), ...request.facts, ...turn })
      if (answer.status === 102) return { ...consumesNothing, deferral: answer }
      const { method } = request.facts
      const isPrivate = method === 'POST' || answer.transient
      tally.of('lane', method, answer).count++
      return headAndBody(answer, consumed, close, isPrivate ? answer.body?.length : 0)
    }
    counter.count++
    // Copy only short answers, from the second use on: most are never requested again.
    const copied = cached.uses++ > 0 && (cached.answer.body?.length ?? 0) <= longestCopy
    return copied && !close ? singleBuffer(cached, consumed) : headAndBody(cached.answer, consumed, close)
  }
}

/** A parsed key and its answer. Without a request, the message is for node:http. */
interface CachedLookup {
  readonly key: string
  readonly request: PlainRequest | undefined
  readonly cached: CachedAnswer | undefined
  readonly counter: Count | undefined
  /** An answer that is not cached. */
  readonly answer?: Answer | undefined
}

const longestKey = 2048

/** Includes the copy of a short answer. */
function sizeOf({ key, cached }: CachedLookup): number {
  const size = cached === undefined ? 0 : answerSize(cached.answer)
  return entrySize + key.length + (size > longestCopy ? size : 2 * size)
}

/** An estimate for the request facts and objects. */
const entrySize = 1000

/** `bytes` has head and body, and is valid for one second because of Date. */
interface CachedAnswer {
  readonly answer: Answer
  uses: number
  second: number
  bytes: Buffer
}

const longestCopy = 16_384
const longestCached = 65_536
