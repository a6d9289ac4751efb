import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { diskCache, layered, memoryCache } from '../../src/build/cache.ts'

const root = mkdtempSync(join(tmpdir(), 'citable-cache-'))
afterAll(() => rmSync(root, { recursive: true }))
let nth = 0
const emptyCache = () => join(root, String(nth++))
const segments = (dir: string) => readdirSync(dir).map((name) => join(dir, name))

/** One value of each kind that is cached, stored under its name. */
const values = {
  text: 'Ä text with 𝄞',
  bytes: new Uint8Array([1, 2, 3]),
  map: new Map([['a', [1, null, true]]]),
  set: new Set(['x']),
}
type Name = keyof typeof values
const names = Object.keys(values) as Name[]

function write(dir: string, some: readonly Name[] = names): void {
  const cache = diskCache(dir)
  for (const name of some) cache.set(cache.key(name), values[name])
  cache.save()
}

/** The names found in the cache; their values must be right. */
function read(dir: string): Name[] {
  const cache = diskCache(dir)
  const found = names.filter((name) => {
    const value = cache.get(cache.key(name))
    if (value !== undefined) expect(value, name).toEqual(values[name])
    return value !== undefined
  })
  cache.save()
  return found
}

test('values persist between runs', () => {
  const dir = emptyCache()
  expect(read(dir)).toEqual([])
  write(dir)
  expect(read(dir)).toEqual(names)
})

test.each([
  ['a folder', emptyCache()],
  ['no writable folder', '/dev/null'],
])('a run reads the values it has stored, with %s', (_, dir) => {
  const cache = diskCache(dir)
  const put = (nth: number) => cache.set(cache.key(String(nth)), 'x'.repeat(100_000) + nth)
  for (let nth = 0; nth < 25; nth++) {
    put(nth)
    for (const earlier of [0, nth - 1, nth]) {
      const key = cache.key(String(earlier))
      const load = cache.loader(key)
      // A value that cannot be stored has no loader.
      if (load) expect(load(), key).toBe('x'.repeat(100_000) + earlier)
      else expect(dir === '/dev/null' || earlier < 0, `has ${earlier}`).toBe(true)
    }
  }
  expect(cache.loader(cache.key('0')) === undefined).toBe(dir === '/dev/null')
  cache.save()
})

test('a new value replaces that of an earlier run', () => {
  const dir = emptyCache()
  write(dir)
  const cache = diskCache(dir)
  cache.set(cache.key('text'), 'new')
  expect(cache.get(cache.key('text'))).toBe('new')
  expect(cache.loader(cache.key('text'))?.()).toBe('new')
  cache.save()
  const next = diskCache(dir)
  expect(next.get(next.key('text'))).toBe('new')
  next.save()
})

test('a loader works after the value is evicted from memory and the disk cache is saved', () => {
  const dir = emptyCache()
  write(dir)
  const [memory, disk] = [memoryCache(), diskCache(dir)]
  const cache = layered(memory, disk)
  const load = cache.loader(cache.key('text'))
  disk.save()
  expect(memory.loader(cache.key('text')), 'the value is in memory for the next run').toBeDefined()
  for (let run = 0; run < 3; run++) memory.nextRun()
  expect(memory.get(cache.key('text'))).toBeUndefined()
  expect(load?.()).toBe(values.text)
})

test('a key depends on its parts, their order and their boundaries', () => {
  const { key } = diskCache(emptyCache())
  const keys = [
    key('a', 'b'),
    key('ab'),
    key('a', 'b', ''),
    key('b', 'a'),
    key('a'),
    key(new Uint8Array([97]), 'b'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

describe('a segment', () => {
  test('truncated at any byte is ignored', () => {
    const dir = emptyCache()
    write(dir)
    const [path = ''] = segments(dir)
    const intact = readFileSync(path)
    for (let length = 0; length < intact.length; length++) {
      writeFileSync(path, intact.subarray(0, length))
      expect(read(dir), `with ${length} of ${intact.length} bytes`).toEqual([])
    }
  })

  test('with a corrupt byte never returns a wrong value', () => {
    const dir = emptyCache()
    write(dir)
    const [path = ''] = segments(dir)
    const intact = readFileSync(path)
    for (let at = 0; at < intact.length; at++) {
      const damaged = Buffer.from(intact)
      damaged.writeUInt8(intact.readUInt8(at) ^ 0x55, at)
      writeFileSync(path, damaged)
      expect(read(dir).length, `with byte ${at} corrupt`).toBeLessThan(names.length)
    }
  })

  test('in another format, or a folder, is ignored', () => {
    const dir = emptyCache()
    mkdirSync(join(dir, 'a.segment'), { recursive: true })
    writeFileSync(join(dir, 'b.segment'), 'x'.repeat(1000))
    expect(read(dir)).toEqual([])
    write(dir)
    expect(read(dir)).toEqual(names)
  })

  test.skipIf(process.platform === 'win32')('that is a link or a FIFO is ignored, and does not block', () => {
    const [dir, other] = [emptyCache(), emptyCache()]
    write(other)
    mkdirSync(dir)
    symlinkSync(segments(other)[0] ?? '', join(dir, 'b.segment'))
    execFileSync('mkfifo', [join(dir, 'a.segment')])
    expect(read(dir)).toEqual([])
    write(dir)
    expect(read(dir)).toEqual(names)
  })

  test('of a killed run is ignored, and removed once old', () => {
    const dir = emptyCache()
    write(dir)
    const [fresh, old] = [join(dir, 'c.part'), join(dir, 'd.part')]
    for (const path of [fresh, old]) writeFileSync(path, 'half')
    utimesSync(old, 1, 1)
    expect(read(dir)).toEqual(names)
    expect(readdirSync(dir)).toContain('c.part')
    expect(readdirSync(dir)).not.toContain('d.part')
  })
})

test('concurrent runs both save their values', () => {
  const dir = emptyCache()
  const [one, other] = [diskCache(dir), diskCache(dir)]
  one.set(one.key('text'), values.text)
  other.set(other.key('map'), values.map)
  one.save()
  other.save()
  expect(read(dir)).toEqual(['text', 'map'])
})

test('merges segments, and drops values that runs no longer use', () => {
  const dir = emptyCache()
  write(dir)
  const cache = () => diskCache(dir)
  for (let run = 0; run < 20; run++) {
    const one = cache()
    one.get(one.key('text'))
    one.set(one.key('run', String(run)), run)
    one.save()
    expect(segments(dir).length).toBeLessThan(10)
  }
  expect(read(dir)).toEqual(['text'])
})

test('does not exceed its size limit', () => {
  const dir = emptyCache()
  for (let run = 0; run < 6; run++) {
    const cache = diskCache(dir, '', 10_000)
    for (let nth = 0; nth < 4; nth++)
      cache.set(cache.key('large', String(run), String(nth)), 'x'.repeat(1500))
    cache.save()
  }
  const size = segments(dir).reduce((sum, path) => sum + readFileSync(path).length, 0)
  expect(size).toBeLessThan(30_000)
})

test('does nothing if the folder is not writable', () => {
  const file = join(root, 'a-file')
  writeFileSync(file, '')
  expect(() => write(file)).not.toThrow()
  expect(read(file)).toEqual([])
  const dir = emptyCache()
  write(dir)
  chmodSync(dir, 0o500)
  expect(() => write(dir)).not.toThrow()
})

test.skipIf(process.platform === 'win32')(
  'does nothing if other users can write the folder, or it is a link',
  () => {
    const [dir, link] = [emptyCache(), emptyCache()]
    write(dir)
    symlinkSync(dir, link)
    expect(read(link)).toEqual([])
    chmodSync(dir, 0o770)
    expect(read(dir)).toEqual([])
    write(dir)
    expect(segments(dir)).toHaveLength(1)
  },
)
