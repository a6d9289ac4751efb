import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../cli/run.ts'

export interface Built {
  /** The output folder. */
  readonly out: string
  remove(): void
}

/** Runs `citable build --target cloudflare` into a new folder. */
export async function buildForCloudflare(archiveDir: string, baseUrl: string): Promise<Built> {
  const out = mkdtempSync(join(tmpdir(), 'citable-cloudflare-'))
  const args = ['build', archiveDir, '--target', 'cloudflare', '--base-url', baseUrl, '--out', out, '--quiet']
  const { code, stderr } = await run(args)
  if (code !== 0) throw new Error(stderr)
  return { out, remove: () => rmSync(out, { recursive: true }) }
}
