import { readFileSync } from 'node:fs'

/** A file of recipes/, as the documents print it. */
export function recipe(path: string): string {
  return readFileSync(new URL(`../../recipes/${path}`, import.meta.url), 'utf8')
}

/** A recipe with the addresses of a test; each of them must be in it. */
export function adapted(path: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`recipes/${path} does not say ${from}`)
    return text.replaceAll(from, to)
  }, recipe(path))
}
