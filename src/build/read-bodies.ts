import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { type Body, readBody } from '../archive/body.ts'
import { makePost } from '../archive/build.ts'
import type { BuildPlan } from '../archive/plan.ts'
import { searchInput } from '../representations/search-input.ts'
import { isIndexed } from '../search/read.ts'
import { BoundedQueue } from '../snapshot/seal.ts'
import { bodyCache } from './body-cache.ts'
import { type Indexer, indexerFor } from './indexer.ts'

/**
 * V8 optimizes later and inlines less, because code that runs once a post is often not worth it: a seventh less processor time for 1,000
 * posts. Flags are of the process, so only commands set them. Later versions of V8 lack the first and decide otherwise.
 */
const compilerFlags = process.versions.v8?.startsWith('11.')
  ? ['--interrupt-budget=400000', '--max-inlined-bytecode-size-cumulative=400']
  : []
const largeArchive = 3000
const batchSize = 16
/** Parsed posts that are not indexed yet. */
const maxPendingPosts = 256

interface ReadOptions {
  readonly indexed: boolean
  /** For a caller that indexes further. Default: one for this call. */
  readonly indexer?: Indexer | undefined
  /** Called with the number of bodies just read. */
  readonly onRead?: (bodies: number) => void
  /** Receives the milliseconds of each document that is parsed. */
  readonly timed?: ((path: string, time: number) => void) | undefined
}

/** Parses bodies that are not cached. If `indexed`, their search text becomes a part of the index. Pages are not indexed. */
export async function readAndIndex(
  plan: BuildPlan,
  { indexed, indexer: shared, onRead = () => {}, timed }: ReadOptions,
): Promise<readonly Body[]> {
  const { documents, posts, reader } = plan
  const { language } = plan.content.settings
  for (const flag of compilerFlags) setFlagsFromString(flag)
  // Collects garbage earlier: 10,000 posts take 0.7 GB instead of 1.2, and 7 % more time.
  if (documents.length > largeArchive) setFlagsFromString('--heap-growing-percent=25')
  const cache = bodyCache(plan, indexed)
  const all = documents.map((_, at) => cache.get(at))
  const wanted = Array.from(all.keys()).filter((at) => !all[at])
  onRead(all.length - wanted.length)
  const indexer = shared ?? indexerFor(indexed ? wanted.length : 0)
  const pending = new BoundedQueue<true>(maxPendingPosts)
  try {
    for (let from = 0; from < wanted.length; from += batchSize) {
      const bodies = new Map<number, Body>()
      for (const at of wanted.slice(from, from + batchSize)) bodies.set(at, await parse(at))
      pending.add(take(bodies), bodies.size)
      while (pending.isFull) await pending.next()
      onRead(bodies.size)
      // So that a process whose parent has exited can end.
      await nextTurn()
    }
    while (await pending.next());
  } finally {
    if (!shared) indexer.close()
  }
  cache.save()
  return all as Body[]

  async function parse(at: number): Promise<Body> {
    const start = performance.now()
    const { source, path } = documents[at] as BuildPlan['documents'][number]
    const body = await readBody(source, path, reader)
    timed?.(source.file.path, performance.now() - start)
    return body
  }

  async function take(bodies: ReadonlyMap<number, Body>): Promise<true> {
    const searched = [...bodies].flatMap(([at, body]) => {
      const planned = posts[at]
      const { searchText: blocks } = body
      return indexed && planned && !isIndexed(blocks)
        ? [{ at, post: makePost(planned, body, plan), blocks }]
        : []
    })
    const inputs = searched.map(({ post, blocks }) => searchInput(post, blocks, reader, language))
    const parts = inputs.length > 0 ? await indexer.index(inputs) : []
    const made = new Map(searched.map(({ at, post }, nth) => [at, { post, part: parts[nth] }]))
    for (const [at, body] of bodies) {
      const { post, part = [] } = made.get(at) ?? {}
      all[at] = cache.set(at, { ...body, searchText: part }, post?.facts)
    }
    return true
  }
}
