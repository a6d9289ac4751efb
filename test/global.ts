import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Build caches of the whole run, inherited by its processes: tests neither read nor write the developer's own. */
export default function makeCaches(): () => void {
  const caches = mkdtempSync(join(tmpdir(), 'citable-caches-'))
  process.env['XDG_CACHE_HOME'] = caches
  return () => rmSync(caches, { recursive: true, force: true })
}
