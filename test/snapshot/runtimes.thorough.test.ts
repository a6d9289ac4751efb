import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { onDemand } from '../../src/snapshot/encode.ts'
import { unpack } from '../../src/snapshot/unpack.ts'
import { emptyFolder, fixture, main } from '../cli/run.ts'
import { installed } from '../installed.ts'

const runtimes: readonly (readonly [name: string, program: string | undefined, ...args: string[]])[] = [
  ['this Node', process.execPath],
  ['a newer Node', installed('node')],
  ['Bun', installed('bun')],
  ['Deno', installed('deno'), 'run', '--allow-all'],
]

test('an ETag stands for the same bytes on every runtime', async () => {
  const bodies = new Map<string, { readonly body: Buffer; readonly from: string }>()
  const different: string[] = []
  let compared = 0
  const note = (etag: string, body: Buffer, from: string) => {
    const before = bodies.get(etag)
    if (before) compared++
    if (before && Buffer.compare(before.body, body) !== 0)
      different.push(`${etag} of ${before.from} and ${from}`)
    bodies.set(etag, { body, from })
  }
  for (const [name, program, ...args] of runtimes) {
    if (program === undefined) continue
    const home = emptyFolder()
    const file = join(home, 'archive.citable')
    const citable = async (...command: string[]) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: home }
      return (await promisify(execFile)(program, [...args, main, ...command], { env, encoding: 'buffer' }))
        .stdout
    }
    await citable('pack', fixture, '--out', file, '--base-url', 'https://example.org')
    for (const { path, representations } of unpack(readFileSync(file), onDemand).resources.values())
      for (const { variants } of representations)
        for (const { etag, full } of variants)
          note(etag, Buffer.from(full.body ?? []), `${path}, packed on ${name}`)
    for (const path of ['/', '/api/v1/posts.json'])
      for (const encoding of ['br', 'gzip']) {
        const answer = await citable('get', path, '-i', '-H', `Accept-Encoding: ${encoding}`, '--dir', file)
        const end = answer.indexOf('\n\n')
        const etag = /^etag: (.*)$/im.exec(answer.subarray(0, end).toString())?.[1] ?? ''
        expect(etag, `${path} on ${name}`).toMatch(/^".+-(br|gzip)/)
        note(etag, answer.subarray(end + 2), `${path}, served on ${name}`)
      }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(100)
})
