import { readFileSync } from 'node:fs'

/** The text of a file in recipes/. */
export function recipe(path: string): string {
  return readFileSync(new URL(`../../recipes/${path}`, import.meta.url), 'utf8')
}

/** A recipe with texts replaced for a test; each must occur in it. */
export function adapted(path: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`recipes/${path} does not contain ${from}`)
    return text.replaceAll(from, to)
  }, recipe(path))
}
