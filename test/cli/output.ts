import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** What a build leaves besides the site: the list of its files. */
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
