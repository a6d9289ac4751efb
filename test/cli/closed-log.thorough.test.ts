import { expect, test } from 'vitest'
import { once } from 'node:events'
import { folderWith, post, start } from './run.ts'

test.each(['1', '2'])('a server with %s worker(s) outlives the readers of its output', async (workers) => {
  const child = start([
    'serve',
    folderWith({ 'posts/a.md': post() }),
    '--port',
    '0',
    '--log',
    '--workers',
    workers,
  ])
  const [line] = await once(child.stdout ?? process.stdin, 'data')
  const [, port] = / at http:\/\/\S+?:(\d+)/.exec(String(line)) ?? []
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.kill('SIGHUP')
  // Enough connections for every worker to get several, and to write to the closed pipe.
  for (let round = 0; round < 12; round++) {
    const answer = await fetch(`http://127.0.0.1:${port}/posts/a`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
  }
  const end = once(child, 'close')
  child.kill('SIGTERM')
  expect(await end).toEqual([0, null])
})
