import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BuildCache } from '../../base/build-cache.ts'
import type { OutputFile } from './output.ts'

/** What an earlier build wrote into a folder, of files whose key says what they hold: those need neither be made nor be read. */
export class WrittenBefore {
  readonly #out: string
  readonly #cache: BuildCache
  readonly #earlier: ReadonlyMap<string, Written>

  constructor(out: string, cache: BuildCache) {
    this.#out = out
    this.#cache = cache
    this.#earlier = (cache.get(this.#key()) ?? new Map()) as ReadonlyMap<string, Written>
  }

  /** Undefined if it must be made. */
  sizeOf({ path, key }: OutputFile): number | undefined {
    const written = this.#earlier.get(path)
    return key !== undefined && written?.key === key && this.#isAsWritten(path, written)
      ? written.size
      : undefined
  }

  /** Every file of this build that has a key, once they are all in place. */
  keep(files: Iterable<readonly [path: string, key: string]>): void {
    const now = new Map<string, Written>()
    let isNew = false
    for (const [path, key] of files) {
      const { size, mtimeMs } = lstatSync(join(this.#out, path))
      const earlier = this.#earlier.get(path)
      isNew ||= earlier?.key !== key || earlier.mtimeMs !== mtimeMs || earlier.size !== size
      now.set(path, { key, size, mtimeMs })
    }
    if (isNew || now.size !== this.#earlier.size) this.#cache.set(this.#key(), now)
  }

  #isAsWritten(path: string, { size, mtimeMs }: Written): boolean {
    const found = lstatSync(join(this.#out, path), { throwIfNoEntry: false })
    return found?.isFile() === true && found.size === size && found.mtimeMs === mtimeMs
  }

  #key(): string {
    return this.#cache.key('written', resolve(this.#out))
  }
}

interface Written {
  readonly key: string
  readonly size: number
  readonly mtimeMs: number
}
