import type { Checked } from '../base/diagnostics.ts'
import type { ArchiveSettings } from './archive-keys.ts'
import type { Layout } from './layout.ts'
import type { SourceDocument } from './read.ts'

/**
 * What was made of files before, for whoever reads the same folder again and again. A source that gives the same bytes as the same
 * object says that the file is as it was; what it was read with must be the same, too.
 */
export class ReadBefore {
  #settings: ArchiveSettings | undefined
  #layout:
    | { readonly paths: readonly string[]; readonly settings: ArchiveSettings; readonly made: Layout }
    | undefined
  readonly #written = new WeakMap<Uint8Array, Reading>()

  /** Settings that say the same are the same object, so that what depends on them can be told by it. */
  settings(now: ArchiveSettings): ArchiveSettings {
    if (JSON.stringify(now) !== JSON.stringify(this.#settings)) this.#settings = now
    return this.#settings ?? now
  }

  /** Where things are depends on the settings and on which files there are. */
  layout(paths: readonly string[], settings: ArchiveSettings, make: () => Layout): Layout {
    const before = this.#layout
    const isSame =
      before?.settings === settings &&
      before.paths.length === paths.length &&
      before.paths.every((path, nth) => path === paths[nth])
    if (!isSame) this.#layout = { paths, settings, made: make() }
    return this.#layout?.made ?? make()
  }

  written(
    bytes: Uint8Array | undefined,
    readWith: ReadWith,
    read: () => Checked<SourceDocument>,
  ): Checked<SourceDocument> {
    const before = bytes && this.#written.get(bytes)
    if (before && isSame(before.readWith, readWith)) return before.checked
    const checked = read()
    if (bytes) this.#written.set(bytes, { readWith, checked })
    return checked
  }
}

interface Reading {
  readonly readWith: ReadWith
  readonly checked: Checked<SourceDocument>
}

/** All that the meaning of a file's front matter depends on. */
export interface ReadWith {
  readonly path: string
  readonly base: string
  readonly settings: ArchiveSettings
  readonly generator: string
}

function isSame(a: ReadWith, b: ReadWith): boolean {
  return a.path === b.path && a.base === b.base && a.settings === b.settings && a.generator === b.generator
}
