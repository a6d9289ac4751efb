import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { afterFile } from '../after-file.ts'
import {
  build,
  type CompileOptions,
  compile,
  fromMemory,
  packInMemory,
  type Step,
} from '../../src/compile.ts'

/** The options `onProgress` and `signal`. */

const files = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `posts/post-${at}.md`,
    `---\ntitle: Post ${at}\npublished: 2026-01-05\n---\n\n${'Words of a paragraph. '.repeat(200)}\n`,
  ]),
)
const source = fromMemory({ ...files, 'archive.yaml': 'title: Many\n' })
const scratch = mkdtempSync(join(tmpdir(), 'citable-progress-'))
afterFile(() => rmSync(scratch, { recursive: true, force: true }))
const baseUrl = 'https://example.org'

type Work = (options: Pick<CompileOptions, 'signal' | 'onProgress'>) => Promise<unknown>
const works: Record<string, { readonly work: Work; readonly phases: readonly string[] }> = {
  compile: {
    work: (options) => compile(source, { baseUrl, encodings: ['identity'], ...options }),
    phases: ['reading', 'parsing', 'sealing'],
  },
  build: {
    work: (options) => build(source, { baseUrl, out: join(scratch, 'out'), ...options }),
    phases: ['reading', 'parsing', 'writing'],
  },
}

describe.each(Object.entries(works))('%s()', (_, { work, phases }) => {
  test('reports each phase from its start to its end', async () => {
    const steps: Step[] = []
    await work({ onProgress: ({ phase, done, total }) => steps.push({ phase, done, total }) })
    const seen = [...new Set(steps.map(({ phase }) => phase))]
    expect(seen).toEqual(phases)
    for (const phase of phases) {
      const own = steps.filter((step) => step.phase === phase)
      const { done = 0, total } = own.at(-1) ?? {}
      expect([phase, own.map((step) => step.done)]).toEqual([
        phase,
        own.map((step) => step.done).sort(byNumber),
      ])
      expect(done, phase).toBeGreaterThanOrEqual(total ?? Number.POSITIVE_INFINITY)
    }
  })

  test.each(phases)('ends when it is aborted while %s, with the reason', async (phase) => {
    const stopping = new AbortController()
    const reason = new Error('no longer needed')
    let after = 0
    const onProgress = (step: Step) => {
      if (stopping.signal.aborted) after++
      if (step.phase === phase && step.done > 1) stopping.abort(reason)
    }
    await expect(work({ signal: stopping.signal, onProgress })).rejects.toBe(reason)
    expect(after, 'nothing is reported afterwards').toBe(0)
  })

  test('lets events in, one of which may abort it', async () => {
    const stopping = new AbortController()
    let turns = 0
    const timer = setInterval(() => {
      if (++turns === 3) stopping.abort()
    }, 0)
    await expect(work({ signal: stopping.signal })).rejects.toThrow('This operation was aborted')
    clearInterval(timer)
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  test('rejects a signal that is aborted already, with any reason', async () => {
    await expect(work({ signal: AbortSignal.abort('stopped') })).rejects.toBe('stopped')
  })
})

test('an aborted build leaves nothing behind', async () => {
  const out = join(scratch, 'aborted')
  for (const reason of [new Error('stopped'), 'stopped']) {
    const stopping = new AbortController()
    const onProgress = ({ phase, done }: Step) => {
      if (phase === 'writing' && done === 20) stopping.abort(reason)
    }
    await expect(build(source, { out, baseUrl, signal: stopping.signal, onProgress })).rejects.toBe(reason)
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([])
  }
})

test('neither changes a byte', async () => {
  const packed = async (options: CompileOptions) => {
    const { value } = await compile(source, { baseUrl, encodings: ['identity'], ...options })
    return value && Buffer.from(packInMemory(value))
  }
  const plain = await packed({})
  const watched = await packed({ signal: new AbortController().signal, onProgress: () => {} })
  expect(plain && watched?.equals(plain)).toBe(true)
})

const byNumber = (a: number, b: number) => a - b
