import type { Handler, Need } from '../../../answer/request.ts'
import { answerSize, BoundedCache, cacheSizes } from '../../../base/caches.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { type Count, Tally } from '../metrics/tally.ts'
import type { Turn } from '../turns.ts'
import { closing, emptyBuffer, headOf, keepingAlive, thisSecond } from './fields.ts'
import { headCache, type PlainHead, type PlainRequest, readKey } from './plain.ts'

/** The answer to the first message in a buffer. */
export interface LaneReply {
  readonly needs?: undefined
  /** The header section, with the body if that fits in one buffer. */
  readonly head: Buffer
  /** The body, if not in `head`. Shared between clients, never copied. */
  readonly rest: Uint8Array | null
  readonly answer: Answer
  /** Length of the request. */
  readonly consumed: number
  readonly close: boolean
}

/** Returns undefined for a message that is incomplete or not plain. What needs something consumes nothing. */
export type Lane = (bytes: Buffer, turn?: Turn) => LaneReply | Need | undefined

const longestKey = 2048
const longestCopy = 16_384
const longestCached = 65_536

/**
 * The fast lane. An answer depends only on its request, so a plain message is one cache lookup, and the same bytes are written
 * again. Anything that two parsers could read differently goes to node:http.
 */
export function makeLane(handler: Handler, keepAlive: number, tally = new Tally()): Lane {
  const connection = keepingAlive(keepAlive)
  const readHead = headCache()
  /** By the hash of the key. On a collision, the latest entry wins. */
  const cache = new BoundedCache<number, LaneEntry>(cacheSizes.laneAnswers)

  /** Parses a key that is not in the cache. */
  function newEntry({ key, hash }: PlainHead): LaneEntry {
    const entry = { key, request: readKey(key) }
    if (key.length <= longestKey) cache.set(hash, entry, sizeOf(entry))
    return entry
  }

  function replyFrom(cached: CachedAnswer, consumed: number, close: boolean): LaneReply {
    cached.counter.count++
    const { answer } = cached
    // Copy only short answers, from the second use on: most are never requested again.
    const isCopied = cached.uses++ > 0 && (answer.body?.length ?? 0) <= longestCopy
    if (!isCopied || close) return headAndBody(answer, consumed, close)
    const second = thisSecond()
    if (cached.second !== second) {
      const head = Buffer.from(headOf(answer, connection, second), 'latin1')
      cached.bytes = Buffer.concat([head, answer.body ?? emptyBuffer])
      cached.second = second
    }
    return { head: cached.bytes, rest: null, answer, consumed, close }
  }

  function headAndBody(answer: Answer, consumed: number, close: boolean): LaneReply {
    const head = headOf(answer, close ? closing : connection, thisSecond())
    return { head: Buffer.from(head, 'latin1'), rest: answer.body, answer, consumed, close }
  }

  return (bytes, turn = {}) => {
    const plain = readHead(bytes)
    if (plain === undefined) return undefined
    const { key, hash, end } = plain
    const hit = cache.get(hash)
    const { request, cached } = hit?.key === key ? hit : newEntry(plain)
    if (request === undefined) return undefined
    const { facts, close } = request
    const consumed = end + request.length
    if (cached) return replyFrom(cached, consumed, close)
    if (bytes.length < consumed) return undefined
    const isPost = facts.method === 'POST'
    const body = isPost ? bytes.subarray(end, consumed) : undefined
    const answer = handler({ body, ...facts, ...turn })
    if (answer.needs) return answer
    const counter = tally.of('lane', facts.method, answer)
    // The answer to a POST depends on its body, which is not in the key.
    const isCached = !isPost && !answer.transient && !turn.messageError && key.length <= longestKey
    if (isCached && (answer.body?.length ?? 0) <= longestCached) {
      const entry = { key, request, cached: { answer, counter, uses: 1, second: 0, bytes: emptyBuffer } }
      cache.set(hash, entry, sizeOf(entry))
    }
    counter.count++
    return headAndBody(answer, consumed, close)
  }
}

/** A parsed key and its answer, if that may be used again. Without a request, the message is for node:http. */
interface LaneEntry {
  readonly key: string
  readonly request: PlainRequest | undefined
  readonly cached?: CachedAnswer
}

/** An estimate for the request facts and objects. */
const entrySize = 1000

/** Includes the copy of a short answer. */
function sizeOf({ key, cached }: LaneEntry): number {
  const size = cached === undefined ? 0 : answerSize(cached.answer)
  return entrySize + key.length + (size > longestCopy ? size : 2 * size)
}

/** `bytes` has head and body, and is valid for one second because of Date. */
interface CachedAnswer {
  readonly answer: Answer
  readonly counter: Count
  uses: number
  second: number
  bytes: Buffer
}
