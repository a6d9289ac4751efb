// npm runs this before and after it packs: the scripts and workspaces in package.json are of a clone, and the package has none of their files.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const manifest = 'package.json'
const original = 'package.json.orig'
// Also left by a pack that was killed.
if (existsSync(original)) renameSync(original, manifest)
if (process.argv[2] === 'pack') {
  const { scripts: _, workspaces: __, ...published } = JSON.parse(readFileSync(manifest, 'utf8'))
  // Moved, not copied: a newer time would make the next command build again.
  renameSync(manifest, original)
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
}
