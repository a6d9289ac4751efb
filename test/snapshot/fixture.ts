import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RequestFacts } from '../../src/answer/request.ts'
import { type CompileOptions, type ContentSource, compile, fromFolder } from '../../src/compile.ts'
import { fromMemory, packInMemory, type Snapshot } from '../../src/compile.ts'
import { createSnapshotFile, type SnapshotFile } from '../../src/runtime/node/snapshot-file.ts'
import { openAtOnce } from '../../src/snapshot/unpack.ts'
import { encodings, type Resource } from '../../src/snapshot/resource.ts'

export const fixtureDir = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

const archiveDir = fileURLToPath(new URL('../../archive', import.meta.url))

/** Snapshots are immutable, so test files can share them. */
const snapshots = new Map<string, Promise<Snapshot>>()

function cachedCompile(dir: string, options: CompileOptions): Promise<Snapshot> {
  const key = JSON.stringify([dir, options])
  const known = snapshots.get(key) ?? compileOrThrow(fromFolder(dir), options)
  snapshots.set(key, known)
  return known
}

async function compileOrThrow(source: ContentSource, options: CompileOptions): Promise<Snapshot> {
  const { value: snapshot, diagnostics } = await compile(source, options)
  if (!snapshot) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return snapshot
}

/** Files in memory as a snapshot, without compressed variants. */
export const compiled = (files: Readonly<Record<string, string>>, options: CompileOptions = {}) =>
  compileOrThrow(fromMemory(files), { encodings: ['identity'], ...options })

export const fixture = (options: CompileOptions = { baseUrl: 'https://example.org' }): Promise<Snapshot> =>
  cachedCompile(fixtureDir, options)

/** The archive in archive/. */
export const shippedArchive = (): Promise<Snapshot> => cachedCompile(archiveDir, { encodings: ['identity'] })

/** A file with these bytes, unlinked as a server has it. */
export function fileWith(bytes: Uint8Array): SnapshotFile {
  const file = createSnapshotFile()
  if (!file) throw new Error('cannot create a temporary file')
  file.removeName()
  for (let at = 0; at < bytes.length; ) at += writeSync(file.descriptor, bytes, at)
  return file
}

/** The same snapshot, packed and read from a file with almost no cache. */
export function inFile(snapshot: Snapshot): Snapshot {
  return openAtOnce(fileWith(packInMemory(snapshot)), { cacheBytes: 1 })
}

export function resourceAt({ resources }: Snapshot, path: string): Resource {
  const resource = resources.get(path)
  if (!resource) throw new Error(`no resource at ${path}`)
  return resource
}

/** Turns alternating names and values into pairs. */
export function pairs(headers: readonly string[]): [string, string][] {
  return Array.from({ length: headers.length / 2 }, (_, at) => [
    headers[2 * at] ?? '',
    headers[2 * at + 1] ?? '',
  ])
}

/** GET, HEAD and conditional requests for every resource in every type and encoding, and requests that fail. */
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
