import { fileURLToPath } from 'node:url'
import { compile, type CompileOptions, folder, type Snapshot } from '../../src/compile.ts'
import type { Resource } from '../../src/snapshot/resource.ts'

export const fixtureDir = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

export async function fixture(
  options: CompileOptions = { baseUrl: 'https://example.org' },
): Promise<Snapshot> {
  const { value: snapshot } = await compile(folder(fixtureDir), options)
  if (!snapshot) throw new Error('the fixture archive has errors')
  return snapshot
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
