import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generate, idOf } from '../../bench/generate.mjs'
import { emptyFolder } from '../cli/run.ts'
import { connect } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { buildForCloudflare } from './build.ts'
import { startWorkerd } from './workerd.ts'

const workerd = installed('workerd')
const posts = Number(process.env['POSTS']) || 1000
const baseUrl = 'https://bench.example.net'

/** Cloudflare's limits: files per version on the free plan, bytes per file, and megabytes per isolate. */
const limits = { files: 20_000, fileBytes: 25 * 2 ** 20, memory: 128 }
/** Megabytes of heap beside the search index, including the cache of shards. */
const heap = { old: 40, young: 8, shards: 8 }

describe.skipIf(!workerd)(`${posts} posts on workerd (if installed)`, () => {
  test('stay within the limits of files, file sizes and memory', { timeout: 1_800_000 }, async () => {
    const dir = emptyFolder()
    generate(dir, posts)
    const out = await buildForCloudflare(dir, baseUrl)
    const assets = join(out, 'assets')
    const sizes = readdirSync(assets, { recursive: true, encoding: 'utf8' })
      .map((path) => [path, statSync(join(assets, path))] as const)
      .filter(([, file]) => file.isFile())
      .map(([path, { size }]) => ({ path, size }))
    expect(sizes.length).toBeLessThan(limits.files)
    expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThanOrEqual(limits.fileBytes)

    const index = sizes
      .filter(({ path }) => path.startsWith('search'))
      .reduce((sum, { size }) => sum + size, 0)
    expect(index / 1e6 + heap.old + heap.young + heap.shards, 'total MB').toBeLessThan(limits.memory)
    const running = await startWorkerd(workerd ?? '', out, [
      `--max-old-space-size=${heap.old}`,
      `--max-semi-space-size=${heap.young / 2}`,
    ])
    const client = connect(running.origin)
    const call = (name: string, args: object) =>
      client('/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: Buffer.from(
          JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
        ),
      })
    try {
      const every = Array.from({ length: 250 }, (_, at) => idOf(1 + Math.floor((at * posts) / 250)))
      const before = memoryOf(running.pid)
      for (const id of every) expect((await client(`/posts/${id}`)).status, id).toBe(200)
      expect((await client('/api/v1/posts.json')).json<{ count: number }>().count).toBe(posts)
      for (const [at, id] of every.entries()) {
        expect((await client(`/wp-${at}.php`)).status).toBe(404)
        expect((await call('get_archive_post', { id })).text).toContain(`/posts/${id}`)
      }
      const searches = await Promise.all(
        every
          .slice(0, 100)
          .map((_, at) => call('search_archive_posts', { query: `tare mison ${at}`, limit: 10 })),
      )
      for (const { text } of searches) expect(text).toMatch(/"returned":10/)
      expect((await call('search_archive_posts', { query: 'the relan of korto', limit: 50 })).text).toMatch(
        /"returned":50/,
      )
      console.log(
        `${posts} posts: ${sizes.length} files, ${inMb(sizes.reduce((sum, { size }) => sum + size, 0))} MB, the largest ${inMb(Math.max(...sizes.map(({ size }) => size)))} MB, the index ${inMb(index)} MB; workerd took ${before} MB when it started, ${memoryOf(running.pid)} MB after all requests`,
      )
    } finally {
      client.close()
      await running.close()
    }
  })
})

/** The anonymous memory of a process in megabytes. */
function memoryOf(pid: number): string {
  const [, kilobytes = '0'] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) / 1024).toFixed(0)
}

function inMb(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
