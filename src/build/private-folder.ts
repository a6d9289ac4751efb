import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/** The folder for caches of all programs; undefined without a home. */
export function userCaches(): string | undefined {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA } = process.env
  // The XDG specification has relative paths ignored.
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME
  if (process.platform === 'win32') return LOCALAPPDATA
  try {
    return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
  } catch {
    return undefined
  }
}

/** Node's own recursion never ends where the system reports a missing folder inside one that exists: in /proc, or below an automounter. */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return
  makePrivateFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another command may have made it.
    if (!existsSync(path)) throw error
  }
}

/** Why a folder cannot hold a cache: its values are published as they are, so nobody else may write them. */
export function distrustOf(dir: string): string | undefined {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  if (stat?.isDirectory() === false) return 'is no folder'
  // Windows has neither.
  const user = process.getuid?.()
  if (!stat || user === undefined) return undefined
  if (stat.uid !== user) return 'belongs to another user'
  return stat.mode & 0o022 ? 'can be written by other users (chmod 700 makes it private)' : undefined
}
