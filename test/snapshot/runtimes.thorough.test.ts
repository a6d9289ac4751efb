import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { unpack } from '../../src/serve.ts'
import { emptyFolder, fixture, main } from '../cli/run.ts'
import { installed } from '../installed.ts'

const runtimes: readonly (readonly [name: string, program: string | undefined, ...args: string[]])[] = [
  ['this Node', process.execPath],
  ['a newer Node', installed('node')],
  ['Bun', installed('bun')],
  ['Deno', installed('deno'), 'run', '--allow-all'],
]

test('on whatever runtime an archive is packed, one strong tag stands for one sequence of bytes', async () => {
  const dir = emptyFolder()
  const bodies = new Map<string, { readonly body: Buffer; readonly from: string }>()
  const different: string[] = []
  let compared = 0
  // Each with a cache of its own, and with one where others have left what they compressed.
  const homes = runtimes.flatMap((runtime) => [emptyFolder(), dir].map((home) => ({ home, runtime })))
  for (const {
    home,
    runtime: [name, program, ...args],
  } of homes) {
    if (program === undefined) continue
    const file = join(dir, 'archive.citable')
    const { PATH = '' } = process.env
    await promisify(execFile)(
      program,
      [...args, main, 'pack', fixture, '--out', file, '--base-url', 'https://example.org'],
      {
        env: { PATH, HOME: home },
      },
    )
    for (const { path, representations } of unpack(readFileSync(file)).resources.values())
      for (const { variants } of representations)
        for (const { etag, full } of variants) {
          const body = Buffer.from(full.body ?? [])
          const before = bodies.get(etag)
          if (before) compared++
          if (before && Buffer.compare(before.body, body) !== 0)
            different.push(`${path} ${etag} of ${before.from} and ${name}`)
          bodies.set(etag, { body, from: name })
        }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(100)
})
