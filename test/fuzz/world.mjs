import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @import { World } from './grammar.mjs' */

export const root = fileURLToPath(new URL('../../', import.meta.url))
/** The URL of a built module, since import() takes no Windows paths. @param {string} name */
export const built = (name) => new URL(`../../dist/${name}`, import.meta.url).href
/** Valid and odd values that requests are made of. @type {typeof import('./words.json')} */
export const words = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'))
export const archive = `${root}test/fixtures/archive`

/**
 * The compiled fixture archive, and the paths and ETags that requests are generated from.
 * @returns {Promise<{ snapshot: import('../../src/snapshot/resource.ts').Snapshot, world: World }>}
 */
export async function readWorld() {
  const { compile, fromFolder } = await import(built('compile.js'))
  /** @type {import('../../src/compile.ts').Checked<import('../../src/compile.ts').Snapshot>} */
  const { value: snapshot } = await compile(fromFolder(archive))
  if (!snapshot) throw new Error(`${archive} does not compile`)
  const world = Array.from(snapshot.resources.values(), ({ path, representations }) => ({
    path,
    etags: representations.flatMap(({ variants }) => variants.map(({ etag }) => etag)),
  }))
  return { snapshot, world }
}

/** Bytes as a string literal, to reproduce a request. @param {Buffer} bytes */
export function escaped(bytes) {
  const text = JSON.stringify(bytes.toString('latin1'))
  return text.replace(/[\u007f-\u00ff]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
}
