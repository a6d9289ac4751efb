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

/** Without the times in the list of files. */
export function contents(dir: string): Record<string, string> {
  const read = (path: string) => readFileSync(join(dir, path))
  return Object.fromEntries(
    pathsIn(dir).map((path) => [
      path,
      path === listName ? filesIn(read(path)) : read(path).toString('base64'),
    ]),
  )
}

const filesIn = (list: Buffer): string => JSON.stringify(JSON.parse(list.toString()).files)

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
