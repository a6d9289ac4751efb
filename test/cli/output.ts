import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { emptyFolder } from './run.ts'

/** The list of files that a build adds to the site. */
export const listName = '.citable-build.json'

/** Every file below a folder, with forward slashes, sorted. */
export function pathsIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .sort()
}

export function contents(dir: string): Record<string, string> {
  return Object.fromEntries(pathsIn(dir).map((path) => [path, readFileSync(join(dir, path), 'base64')]))
}

/** For NODE_OPTIONS: traces or interrupts file system calls, as `trace-fs.mjs` describes. */
export const tracing = `--import=${pathToFileURL(join(import.meta.dirname, 'trace-fs.mjs'))}`

/** An environment that pauses a command in the middle of its disk changes until it is released. */
export function holding() {
  const file = join(emptyFolder(), 'held')
  return {
    env: { NODE_OPTIONS: tracing, HOLD_FILE: file },
    held: () => expect.poll(() => existsSync(file)).toBe(true),
    release: () => rmSync(file),
  }
}
