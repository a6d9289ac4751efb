import { expect, test } from 'vitest'
import { compile, fromFolder, fromMemory, packInMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { packArchive } from '../../src/build/seal-archive.ts'
import { compressFast, onDemand } from '../../src/snapshot/encode.ts'
import { answering } from '../answering.ts'
import { serve } from '../../src/serve.ts'
import { packWriter } from '../../src/snapshot/pack.ts'
import { DamagedSnapshot } from '../../src/base/errors.ts'
import { blockSize, type PackedBytes } from '../../src/snapshot/record.ts'
import { opening, openAtOnce, unpack } from '../../src/snapshot/unpack.ts'
import type { Resource, SealedPost } from '../../src/snapshot/resource.ts'
import type { Ahead } from '../../src/snapshot/seal.ts'
import { cases } from '../thorough.ts'
import { everyRequest, fileWith, fixture, fixtureDir, inFile, pairs } from './fixture.ts'

const original = await fixture()
const packed = packInMemory(original)

/** Packed while it is sealed. */
async function packedAhead(ahead: Ahead): Promise<Buffer> {
  const { value: archive } = await readArchive(fromFolder(fixtureDir), { baseUrl: 'https://example.org' })
  if (!archive) throw new Error('the fixture archive has errors')
  const parts: Uint8Array[] = []
  await packArchive(archive, (part) => parts.push(part), { ahead })
  return Buffer.concat(parts)
}
/** As for `serve`: without what a server makes on demand. */
const forServer = await packedAhead('large')

test.each([
  ['in memory', () => unpack(packed)],
  ['in a file', () => inFile(original)],
  ['packed for a server', () => unpack(forServer, onDemand)],
  [
    'packed for a server, without a cache',
    () => openAtOnce(fileWith(forServer), { cacheBytes: 1, onDemand }),
  ],
])('a packed snapshot (%s) returns the same responses', (_, unpacked) => {
  const asCompiled = answering(original)
  const asUnpacked = answering(unpacked())
  const requests = everyRequest(original)
  expect(requests.length).toBeGreaterThan(original.resources.size * 2)
  for (const request of requests) {
    const [expected, answer] = [asCompiled(request), asUnpacked(request)]
    const what = JSON.stringify(request)
    expect(answer.status, what).toBe(expected.status)
    expect(answer.headers, what).toEqual(expected.headers)
    const [sent, compiled] = [answer.body, expected.body].map((body) => body && Buffer.from(body))
    expect(sent === compiled || (sent && compiled && sent.equals(compiled)), `body of ${what}`).toBe(true)
  }
})

test('a snapshot packed for a server has no compressed bodies, and makes them on demand', () => {
  expect(forServer.length).toBeLessThan(0.7 * packed.length)
  const handler = serve(unpack(forServer, onDemand))
  const get = { method: 'GET', acceptEncoding: 'br' }
  for (const target of ['/posts/week-01', '/posts/week-02']) {
    expect(handler({ ...get, target, mayWork: false }), target).toEqual({ needs: 'time' })
    expect(handler({ ...get, target }), target).toMatchObject({ status: 200 })
    expect(handler({ ...get, target, mayWork: false }), `${target} is cached`).toMatchObject({ status: 200 })
  }
})

test('headers survive packing, whatever the name of a post', async () => {
  const names = ['a', 'text', 'posts', 'application', 'x.y', 'é']
  const post =
    '---\ntitle: A name\nseries: s\nsummary: One.\ntags: [t]\npublished: 2026-01-05\n---\n\nText.\n'
  const files = Object.fromEntries(names.map((name) => [`posts/${name}.md`, post]))
  const { value: compiled, diagnostics } = await compile(fromMemory(files))
  if (!compiled) throw new Error(JSON.stringify(diagnostics))
  const { resources } = unpack(packInMemory(compiled))
  expect(compiled.resources.size).toBeGreaterThan(5 * names.length)
  for (const { path, representations } of compiled.resources.values()) {
    const headers = representations.map(({ variants }) => variants.map(({ full }) => full.headers))
    const unpacked = resources.get(path)?.representations
    expect(
      unpacked?.map(({ variants }) => variants.map(({ full }) => full.headers)),
      path,
    ).toEqual(headers)
  }
})

test('a packed snapshot can start at any offset of a buffer', () => {
  const block = new Uint8Array(packed.length + 14)
  block.set(packed, 7)
  expect(unpack(block.subarray(7, 7 + packed.length)).resources.size).toBe(original.resources.size)
})

test('a shared body is packed once', () => {
  const { resources } = unpack(packed)
  const offsets = new Map<Uint8Array, number>()
  let uses = 0
  for (const resource of original.resources.values()) {
    const copies = bodiesOf(resources.get(resource.path) as Resource)
    for (const [at, body] of bodiesOf(resource).entries()) {
      const offset = copies[at]?.byteOffset ?? -1
      expect(offsets.get(body) ?? offset, resource.path).toBe(offset)
      offsets.set(body, offset)
      uses++
    }
  }
  expect(uses, 'some bodies are shared').toBeGreaterThan(offsets.size)
})

test('packing while sealing gives the same bytes as packing afterwards', async () => {
  expect((await packedAhead('all')).equals(packed)).toBe(true)
})

test('a snapshot in a file is read lazily', () => {
  const file = fileWith(packed)
  const read: [number, number][] = []
  const { mcp, resources } = openAtOnce({
    length: file.length,
    read(start, length) {
      read.push([start, length])
      return file.read(start, length)
    },
  })
  const opening = read.splice(0).reduce((sum, [, length]) => sum + length, 0)
  const [path = ''] = resources.keys()
  const variant = resources.get(path)?.representations[0].variants[0]
  expect(read.splice(0), 'only the record').toHaveLength(1)
  const full = variant?.full
  expect(variant?.full).toBe(full)
  expect(full?.body).toHaveLength(Number(new Map(pairs(full?.headers ?? [])).get('Content-Length')))
  expect(
    read.map(([, length]) => length),
    'one body, read once',
  ).toEqual([full?.body?.length])
  expect(opening, 'only the index and the table are read on open').toBeLessThan(
    mcp.search.length + packed.length / 4,
  )
})

test('the record of a resource is parsed once, on first use', () => {
  const { resources } = unpack(packed)
  expect([...resources.keys()], 'sorted').toEqual([...original.resources.keys()].sort())
  expect(resources.get('/nowhere')).toBeUndefined()
  const [path = ''] = resources.keys()
  expect(resources.get(path)).toBe(resources.get(path))
})

test('MCP data survives packing, and the search index is not copied', () => {
  expect(unpack(packed).mcp).toEqual(original.mcp)
  expect(unpack(packed).mcp.search.buffer).toBe(packed.buffer)
})

test('unpacking copies no body', () => {
  for (const body of [...unpack(packed).resources.values()].flatMap(bodiesOf))
    expect(body.buffer).toBe(packed.buffer)
})

const withByte = (at: number, byte: number) => Uint8Array.from(packed).fill(byte, at, at + 1)
const damaged: Readonly<Record<string, Uint8Array>> = {
  'an empty buffer': new Uint8Array(0),
  'seven bytes': packed.subarray(0, 7),
  'a wrong magic number at the start': withByte(0, 0),
  'a truncated table': packed.subarray(0, 2000),
  'a wrong magic number at the end': withByte(packed.length - 24, 0),
  'a table that is not JSON': withByte(packed.length - 25, 0x21),
  'a missing byte at the end': packed.subarray(0, -1),
  'a missing byte at the start': packed.subarray(1),
  'an extra byte': Buffer.concat([packed, packed.subarray(-1)]),
}

for (const [what, bytes] of Object.entries(damaged)) {
  test(`${what} is rejected`, () => {
    expect(() => unpack(bytes)).toThrow()
    expect(() => openAtOnce(fileWith(bytes))).toThrow()
  })
}

test('a corrupt byte is detected on open, or when its record or body is read', () => {
  const requests = everyRequest(original)
  const asPacked = answering(unpack(packed))
  const tableStart = new DataView(packed.buffer, packed.byteOffset + packed.length - 24).getFloat64(4)
  const counts = { opened: 0, refused: 0, failed: 0 }
  for (let nth = 0, tries = cases(5, 150); nth <= tries; nth++) {
    const at = Math.floor(((packed.length - 1) * nth) / tries)
    const damaged = Uint8Array.from(packed)
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (nth % 8))
    let handler: typeof asPacked
    try {
      handler = answering(openAtOnce(fileWith(damaged)))
      counts.opened++
    } catch {
      counts.refused++
      continue
    }
    expect(at, 'corruption after tableStart must fail on open').toBeLessThan(tableStart)
    for (const request of requests) {
      try {
        const [answer, expected] = [handler(request), asPacked(request)]
        expect(answer.headers).toEqual(expected.headers)
        if (expected.body) expect(Buffer.compare(answer.body ?? new Uint8Array(0), expected.body)).toBe(0)
      } catch (error) {
        expect(error, `byte ${at}, ${JSON.stringify(request)}`).toBeInstanceOf(DamagedSnapshot)
        counts.failed++
      }
    }
  }
  expect(counts.refused).toBeGreaterThan(1)
  expect(counts.failed, 'at least one failed request per opened file').toBeGreaterThanOrEqual(counts.opened)
})

function bodiesOf({ representations }: Resource): Uint8Array[] {
  return representations.flatMap(({ variants }) => variants.map(({ full }) => full.body ?? new Uint8Array(0)))
}

test.each([
  ['compressed, in a file', true],
  ['plain, in a file', false],
])('opening takes steps of a bounded size, however large the archive is (%s)', (_, compressed) => {
  /** Adds lists and a search index of this many rows to the fixture. */
  const steps = (count: number) => {
    const rows = Array.from({ length: count }, (_, nth) => nth)
    const [post] = original.mcp.posts as readonly [SealedPost]
    const search = Buffer.from(rows.map((nth) => `${Math.imul(nth, nth)} `.repeat(50)).join(''))
    const redirects = new Map(rows.map((nth) => [`/old/${nth}`, `/new/${nth}`]))
    const posts = rows.map((nth) => ({ ...post, entry: { ...post.entry, id: `week-${nth}` } }))
    const parts: Uint8Array[] = []
    const packer = packWriter((part) => parts.push(part), { compress: compressed ? compressFast : undefined })
    const [page] = original.resources.values()
    for (const resource of original.resources.values()) packer.add(resource)
    for (const nth of rows) if (page) packer.add({ ...page, path: `/tags/${nth}` })
    packer.end({ ...original, redirects, mcp: { ...original.mcp, posts, search } })

    let bytes = 0
    const file = fileWith(Buffer.concat(parts))
    const counting: PackedBytes = {
      length: file.length,
      read(start, length) {
        bytes += length
        return file.read(start, length)
      },
    }
    const decompress = (body: Uint8Array) => {
      const plain = onDemand.decompress(body)
      bytes += plain.length
      return plain
    }
    const sizes: number[] = []
    const opened = opening(counting, { onDemand: { ...onDemand, decompress } })
    for (let step = opened.next(); ; step = opened.next()) {
      sizes.push(bytes)
      bytes = 0
      if (!step.done) continue
      const { mcp, redirects, resources } = step.value
      expect([mcp.posts.length, redirects.get('/old/7')]).toEqual([count, '/new/7'])
      expect(search.equals(mcp.search)).toBe(true)
      expect(resources.size).toBe(original.resources.size + count)
      return sizes
    }
  }
  const [small, large] = [steps(1000), steps(8000)]
  expect(large.length).toBeGreaterThan(4 * small.length)
  expect(Math.max(...large)).toBeLessThan(2.5 * blockSize)
})
