import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

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
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args])
  return { out, said: stdout, remove: () => rmSync(out, { recursive: true }) }
}
