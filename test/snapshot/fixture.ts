import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile, type CompileOptions, folder, pack, type Snapshot } from '../../src/compile.ts'
import { createSnapshotFile, type SnapshotFile } from '../../src/runtime/node/snapshot-file.ts'
import { openPacked } from '../../src/snapshot/unpack.ts'
import type { Resource } from '../../src/snapshot/resource.ts'

export const fixtureDir = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

export async function fixture(
  options: CompileOptions = { baseUrl: 'https://example.org' },
): Promise<Snapshot> {
  const { value: snapshot } = await compile(folder(fixtureDir), options)
  if (!snapshot) throw new Error('the fixture archive has errors')
  return snapshot
}

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
  return openPacked(fileWith(pack(snapshot)), 1)
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
