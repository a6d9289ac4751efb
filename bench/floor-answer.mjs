import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @import { Captured } from './wire.mjs' */

/**
 * An answer as a file that the floor sends from. What Node adds by itself is left to it.
 * @param {string} dir @param {Captured} answer @param {{ reads?: boolean }} options Whether the floor is to read a body first.
 */
export function writeAnswer(dir, { status, headers, body }, { reads = false } = {}) {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))
  const seconds = /timeout=(\d+)/.exec(pairs.find(([name]) => name === 'Keep-Alive')?.[1] ?? '')?.[1]
  const own = pairs.filter(([name = '']) => !['Date', 'Connection', 'Keep-Alive'].includes(name)).flat()
  const file = join(dir, 'floor.json')
  const bytes = status === 304 ? null : body.toString('base64')
  writeFileSync(
    file,
    JSON.stringify({
      status,
      headers: own,
      body: bytes,
      keepAliveTimeout: Number(seconds ?? 5) * 1000,
      reads,
    }),
  )
  return file
}
