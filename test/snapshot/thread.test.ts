import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { nodeEncoder } from '../../src/snapshot/encode.ts'
import { post } from '../archive/build.ts'

/** The threads started during `run`. */
async function threadsOf(run: () => Promise<unknown>): Promise<Worker[]> {
  const started: Worker[] = []
  const note = (worker: Worker) => started.push(worker)
  process.on('worker', note)
  try {
    await run()
    return started
  } finally {
    process.off('worker', note)
  }
}

test('content with an error starts no thread', async () => {
  const files = { 'posts/week-01.md': post(), 'posts/week-02.md': post(`Text.\n\n${'>'.repeat(101)} lost`) }
  const threads = await threadsOf(async () => {
    const { value, diagnostics } = await compile(fromMemory(files))
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['nested-too-deep'])
  })
  expect(threads).toEqual([])
})

test('a small archive uses one thread, which exits after the build', async () => {
  const [thread, ...others] = await threadsOf(() => compile(fromMemory({ 'posts/week-01.md': post() })))
  expect(others).toEqual([])
  if (!thread) throw new Error('no thread was started')
  expect(thread.threadId === -1 ? [0] : await once(thread, 'exit')).toEqual([0])
})

test('close discards queued work, and the thread exits after the current body', async () => {
  const body = new TextEncoder().encode('Nine causes. '.repeat(200_000))
  let done = 0
  const [thread] = await threadsOf(async () => {
    const encoder = nodeEncoder(['br'])
    const first = encoder.compress(body, ['br'])
    for (let waiting = 0; waiting < 50; waiting++) void encoder.compress(body, ['br']).then(() => done++)
    const [compressed] = await first
    expect(brotliDecompressSync(compressed ?? new Uint8Array(0)).equals(body)).toBe(true)
    encoder.close()
  })
  if (!thread) throw new Error('no thread was started')
  expect(await once(thread, 'exit')).toEqual([0])
  expect(done).toBeLessThan(50)
})

test('an error in a thread rejects compress', async () => {
  const encoder = nodeEncoder(['gzip'])
  await expect(encoder.compress(7 as unknown as Uint8Array, ['gzip'])).rejects.toThrow(/must be/)
  encoder.close()
})

test('a long queue uses more threads, each result belongs to its body, and all threads exit', async () => {
  const utf8 = new TextEncoder()
  const bodies = Array.from({ length: 60 }, (_, nth) => utf8.encode(`${nth}: nine causes. `.repeat(10_000)))
  const threads = await threadsOf(async () => {
    const encoder = nodeEncoder(['br', 'identity'])
    const compressed = await Promise.all(bodies.map((body) => encoder.compress(body, ['br'])))
    for (const [nth, [found]] of compressed.entries())
      expect(brotliDecompressSync(found ?? new Uint8Array()).equals(bodies[nth] ?? new Uint8Array())).toBe(
        true,
      )
    encoder.close()
  })
  expect(threads.length).toBe(Math.min(4, availableParallelism()))
  for (const thread of threads) expect(thread.threadId === -1 ? [0] : await once(thread, 'exit')).toEqual([0])
})
