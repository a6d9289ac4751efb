import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../cli/run.ts'

export interface Built {
  /** The folder that was written. */
  readonly out: string
  /** What the command said. */
  readonly said: string
  remove(): void
}

/** What the installed command writes, in a folder of its own. */
export async function buildForCloudflare(archiveDir: string, baseUrl: string): Promise<Built> {
  const out = mkdtempSync(join(tmpdir(), 'citable-cloudflare-'))
  const args = ['build', archiveDir, '--target', 'cloudflare', '--base-url', baseUrl, '--out', out, '--quiet']
  const { code, stdout, stderr } = await run(args)
  if (code !== 0) throw new Error(stderr)
  return { out, said: stdout, remove: () => rmSync(out, { recursive: true }) }
}
