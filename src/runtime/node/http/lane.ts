import type { Handler } from '../../../answer/request.ts'
import { answerSize, BoundedCache, cacheSizes } from '../../../base/caches.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { type Count, Tally } from '../metrics/tally.ts'
import { closing, headOf, keepingAlive, thisSecond } from './fields.ts'
import { headCache, type PlainHead, type PlainRequest, readKey } from './plain.ts'

/** What to write in answer to the first message in some bytes. */
export interface Reply {
  /** The header section, and the body too where that is all that follows. */
  readonly head: Buffer
  /** What is left of the answer: sealed bytes, which are never copied for one client. */
  readonly rest: Uint8Array | null
  /** How many bytes of it were made for this message alone. */
  readonly own: number
  readonly taken: number
  readonly close: boolean
  readonly operation?: string | undefined
}

/** Undefined for a message that is not plain beyond doubt, or not all there. */
export interface Lane {
  (bytes: Buffer, mayWork?: true): Reply | undefined
  (bytes: Buffer, mayWork: boolean): Reply | 'takes work' | undefined
}

/**
 * The fast lane. An answer depends on nothing but the facts of its request, so those of a plain message are looked up as one
 * string, and the bytes that answered it before are written again. Whatever two parsers could read differently is left to
 * node:http.
 */
export function makeLane(handler: Handler, keepAlive: number, tally = new Tally()): Lane {
  const connection = keepingAlive(keepAlive)
  const readHead = headCache()
  /** By the hash of its key, and so at most one of a hash: the latest. */
  const known = new BoundedCache<number, CachedLookup>(cacheSizes.laneAnswers)

  function lookUp({ key, hash }: PlainHead, mayWork: boolean): CachedLookup {
    const before = known.get(hash)
    if (before?.key === key) return before
    const request = readKey(key)
    const answer = request && answerTo(request, mayWork)
    if (answer?.transient || answer?.status === 102)
      return { key, request, kept: undefined, answer, counted: undefined }
    const counted = answer && tally.of('lane', request.facts.method, answer)
    const now = { key, request, kept: answer && keepable(answer), counted }
    if (key.length <= longestKey) known.set(hash, now, sizeOf(now))
    return now
  }

  /** The body of a POST is another each time, though what its head says stays the same. */
  function answerTo({ facts }: PlainRequest, mayWork: boolean): Answer | undefined {
    return facts.method === 'POST' ? undefined : handler({ ...facts, mayWork })
  }

  /** A large answer is not for keeping. */
  function keepable(answer: Answer): CachedAnswer | undefined {
    const isLarge = (answer.body?.length ?? 0) > longestKept
    return isLarge ? undefined : { answer, asked: 0, second: 0, bytes: emptyBuffer }
  }

  function headAndBody(answer: Answer, taken: number, close: boolean, own = 0): Reply {
    const head = headOf(answer, close ? closing : connection, thisSecond())
    const { body: rest, operation } = answer
    return { head: Buffer.from(head, 'latin1'), rest, own, taken, close, operation }
  }

  function singleBuffer(entry: CachedAnswer, taken: number): Reply {
    const second = thisSecond()
    if (entry.second !== second) {
      const head = Buffer.from(headOf(entry.answer, connection, second), 'latin1')
      entry.bytes = Buffer.concat([head, entry.answer.body ?? emptyBuffer])
      entry.second = second
    }
    return { head: entry.bytes, rest: null, own: 0, taken, close: false }
  }

  function lane(bytes: Buffer, mayWork?: true): Reply | undefined
  function lane(bytes: Buffer, mayWork: boolean): Reply | 'takes work' | undefined
  function lane(bytes: Buffer, mayWork = true): Reply | 'takes work' | undefined {
    const plain = readHead(bytes)
    if (plain === undefined) return undefined
    const { request, kept, answer, counted } = lookUp(plain, mayWork)
    if (request === undefined) return undefined
    const { close } = request
    const taken = plain.end + request.length
    if (kept === undefined || counted === undefined) {
      if (bytes.length < taken) return undefined
      const made = answer ?? handler({ body: bytes.subarray(plain.end, taken), mayWork, ...request.facts })
      if (made.status === 102) return 'takes work'
      const { method } = request.facts
      const isOwn = method === 'POST' || made.transient
      tally.of('lane', method, made).count++
      return headAndBody(made, taken, close, isOwn ? made.body?.length : 0)
    }
    counted.count++
    // Most of what is asked once is never asked again, and what is large is not worth a copy.
    const copied = kept.asked++ > 0 && (kept.answer.body?.length ?? 0) <= longestCopy
    return copied && !close ? singleBuffer(kept, taken) : headAndBody(kept.answer, taken, close)
  }
  return lane
}

/** What a key was found to ask, and the answer; no request where that is for node:http. */
interface CachedLookup {
  readonly key: string
  readonly request: PlainRequest | undefined
  readonly kept: CachedAnswer | undefined
  /** Where its answers are counted, if one is kept. */
  readonly counted: Count | undefined
  /** Where it is not kept, and was asked for already. */
  readonly answer?: Answer
}

const longestKey = 2048

/** With the copy that is made of a short answer when it is asked for again. */
function sizeOf({ key, kept }: CachedLookup): number {
  const size = kept === undefined ? 0 : answerSize(kept.answer)
  return entrySize + key.length + (size > longestCopy ? size : 2 * size)
}

/** What is left: the facts of the request, and objects. */
const entrySize = 1000

/** An answer in one piece, good for as long as the second of its Date lasts. */
interface CachedAnswer {
  readonly answer: Answer
  asked: number
  second: number
  bytes: Buffer
}

const longestCopy = 16_384
const longestKept = 65_536
const emptyBuffer = Buffer.alloc(0)
