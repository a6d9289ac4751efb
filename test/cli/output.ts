import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { emptyFolder } from './run.ts'

/** What a build leaves besides the site: the list of its files. */
export const listName = '.citable-build.json'

/** Every file below a folder, with forward slashes, sorted. */
/** All but what commands keep to be faster. */
export function pathsIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/(?:^|\/)\.citable\//.test(path))
    .sort()
}

export function contents(dir: string): Record<string, string> {
  return Object.fromEntries(pathsIn(dir).map((path) => [path, readFileSync(join(dir, path), 'base64')]))
}

/** For NODE_OPTIONS: what a command does to the disk is traced, or interrupted, as the variables say that `trace-fs.mjs` lists. */
export const tracing = `--import=${pathToFileURL(join(import.meta.dirname, 'trace-fs.mjs'))}`

/** An environment in which a command stops amid its changes to the disk, for as long as somebody wants it to. */
export function holding() {
  const file = join(emptyFolder(), 'held')
  return {
    env: { NODE_OPTIONS: tracing, HOLD_FILE: file },
    held: () => expect.poll(() => existsSync(file)).toBe(true),
    release: () => rmSync(file),
  }
}
