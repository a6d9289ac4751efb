import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { put, putState, scratch } from './archive.mjs'
import { run, serve } from './server.mjs'

/** @import { Plan, Outcome } from './scenarios.mjs' */

/** A full and a read-only disk, simulated with a small tmpfs, which only root can mount. @returns {Promise<Outcome>} */
export async function disk() {
  const base = scratch()
  const small = join(base, 'small')
  mkdirSync(small)
  const mount = (/** @type {string} */ options) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', small]).status === 0
  if (process.getuid?.() !== 0 || !mount('size=8m'))
    return { counts: {}, failures: [], skipped: 'needs root, and a system that allows mounts' }
  const unmount = () => spawnSync('umount', [small])
  process.once('exit', unmount)
  const failures = []
  const counts = { 'full disk': 0, 'read-only disk': 0, 'full TMPDIR': 0, 'foreign files kept': 0 }
  try {
    const archive = join(base, 'archive')
    let state = 0
    putState(archive, state)
    const site = join(small, 'site')
    const build = () => run(['build', archive, '--out', site, '--quiet'])
    put(site, { 'mine.txt': 'mine' })
    const first = await build()
    if (first.code !== 0) failures.push(`the first build: ${first.stderr}`)
    const untouched = contents(site)
    putState(archive, ++state)
    writeFileSync(join(small, 'filler'), Buffer.alloc(freeOf(small) - 8192))
    const full = await build()
    if (full.code !== 1 || !/is unchanged: ENOSPC/.test(full.stderr)) failures.push(`full: ${full.stderr}`)
    if (contents(site) !== untouched) failures.push('a full disk changed the site')
    counts['full disk']++
    writeFileSync(join(small, 'filler'), '')
    if (spawnSync('mount', ['-o', 'remount,ro', small]).status !== 0)
      failures.push('cannot remount it read-only')
    const locked = await build()
    if (locked.code !== 1 || !/is unchanged: EROFS/.test(locked.stderr))
      failures.push(`read-only: ${locked.stderr}`)
    spawnSync('mount', ['-o', 'remount,rw', small])
    if (contents(site) !== untouched) failures.push('a read-only disk changed the site')
    counts['read-only disk']++
    const again = await build()
    if (again.code !== 0) failures.push(`with free space again: ${again.stderr}`)
    if (readFileSync(join(site, 'mine.txt'), 'utf8') === 'mine') counts['foreign files kept']++
    spawnSync('rm', ['-rf', site])
    const server = await serve(archive, [], { env: { TMPDIR: small } })
    const tag = async () =>
      (await fetch(`http://127.0.0.1:${server.port}/`, { headers: { connection: 'close' } })).headers.get(
        'etag',
      )
    const before = await tag()
    putState(archive, ++state)
    writeFileSync(join(small, 'filler'), Buffer.alloc(freeOf(small)))
    const outcome = await server.reload()
    if (!/^Reload failed, /.test(outcome)) failures.push(`TMPDIR full: ${outcome}`)
    if ((await tag()) !== before) failures.push('the response changed with a full TMPDIR')
    counts['full TMPDIR']++
    writeFileSync(join(small, 'filler'), '')
    const after = await server.reload()
    if (!after.startsWith('Reloaded ')) failures.push(`TMPDIR with free space again: ${after}`)
    await server.stop()
  } finally {
    unmount()
    process.off('exit', unmount)
  }
  return { counts, failures }
}

/** @param {string} dir */
function freeOf(dir) {
  const { stdout } = spawnSync('df', ['--output=avail', '-B1', dir], { encoding: 'utf8' })
  return Number(stdout.split('\n')[1])
}

/** @param {string} dir */
function contents(dir) {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  return JSON.stringify(
    paths.map((path) => [
      path,
      statSync(join(dir, path)).isFile() && readFileSync(join(dir, path), 'base64'),
    ]),
  )
}
