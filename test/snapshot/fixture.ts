import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RequestFacts } from '../../src/answer/request.ts'
import { compile, type CompileOptions, folder, pack, type Snapshot } from '../../src/compile.ts'
import { createSnapshotFile, type SnapshotFile } from '../../src/runtime/node/snapshot-file.ts'
import { openPacked } from '../../src/snapshot/unpack.ts'
import { encodings, type Resource } from '../../src/snapshot/resource.ts'

export const fixtureDir = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

const archiveDir = fileURLToPath(new URL('../../archive', import.meta.url))

/** Snapshots never change, so files of tests that share this module share them. */
const snapshots = new Map<string, Promise<Snapshot>>()

function compiledOnce(dir: string, options: CompileOptions): Promise<Snapshot> {
  const key = JSON.stringify([dir, options])
  const known = snapshots.get(key) ?? compileWhole(dir, options)
  snapshots.set(key, known)
  return known
}

async function compileWhole(dir: string, options: CompileOptions): Promise<Snapshot> {
  const { value: snapshot } = await compile(folder(dir), options)
  if (!snapshot) throw new Error(`${dir} has errors`)
  return snapshot
}

export const fixture = (options: CompileOptions = { baseUrl: 'https://example.org' }): Promise<Snapshot> =>
  compiledOnce(fixtureDir, options)

/** The archive in archive/. */
export const shippedArchive = (): Promise<Snapshot> => compiledOnce(archiveDir, { encodings: ['identity'] })

/** A file with these bytes, as a server has it: without a name. */
export function fileWith(bytes: Uint8Array): SnapshotFile {
  const file = createSnapshotFile()
  if (!file) throw new Error('no temporary file can be made')
  file.removeName()
  for (let at = 0; at < bytes.length; ) at += writeSync(file.descriptor, bytes, at)
  return file
}

/** The same snapshot, packed and read from a file, of which next to nothing is kept in memory. */
export function inFile(snapshot: Snapshot): Snapshot {
  return openPacked(fileWith(pack(snapshot)), { cacheBytes: 1 })
}

export function resourceAt({ resources }: Snapshot, path: string): Resource {
  const resource = resources.get(path)
  if (!resource) throw new Error(`nothing is at ${path}`)
  return resource
}

/** name, value, name, value … as pairs. */
export function pairs(headers: readonly string[]): [string, string][] {
  return Array.from({ length: headers.length / 2 }, (_, at) => [
    headers[2 * at] ?? '',
    headers[2 * at + 1] ?? '',
  ])
}

/** Every resource in every type and encoding, with and without a body and a tag, and what is not there. */
export function everyRequest({ resources, redirects }: Snapshot): RequestFacts[] {
  const found = [...resources.values()].flatMap(({ path: target, representations }) =>
    representations.flatMap(({ type: accept, variants }) =>
      encodings.flatMap((acceptEncoding) => [
        { method: 'GET', target, accept, acceptEncoding },
        { method: 'HEAD', target, accept, acceptEncoding },
        ...variants.map(({ etag }) => ({ method: 'GET', target, accept, acceptEncoding, ifNoneMatch: etag })),
      ]),
    ),
  )
  const others = [
    ...Array.from(redirects, ([from]) => from),
    '/none',
    '/api/v1/posts/week-99.json',
    '/posts/week-1',
  ]
  return [
    ...found,
    ...others.map((target) => ({ method: 'GET', target })),
    { method: 'POST', target: '/api/v1/x' },
  ]
}
