import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFiles, syncFolders } from './durable.ts'
import { foldersAbove, inspectFolder } from './inspect-folder.ts'
import type { Destination } from '../../import/archive.ts'
import { UsageError } from '../../base/errors.ts'
import { isOfBuild, jsonIn } from './folder.ts'

export interface Outcome {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  /** Edited by the publisher, and the same in the export as before. */
  readonly edited: number
  /** Edited or deleted by the publisher, while the export has changed: kept as they are, and told. */
  readonly conflicts: readonly string[]
  /** Written by an earlier import, and no longer in the export: kept. */
  readonly gone: readonly string[]
}

const stagingPrefix = '.citable-import-'

/**
 * The folder that an import writes to. Everything is written to a staging folder first and is on the disk before the first file is
 * renamed into place, all in one go: whatever ends the import before that leaves the folder as it was.
 */
export class ImportFolder implements Destination {
  readonly #root: string
  readonly #made: string | undefined
  readonly #staging: string
  readonly #list: WrittenList
  readonly #look: ReturnType<typeof inspectFolder>
  readonly #digests = new Map<string, string>()
  readonly #staged = new Map<string, string>()
  readonly #foreign = new Set<string>()
  readonly #conflicts: string[] = []
  #updated = 0
  #edited = 0

  constructor(dir: string) {
    this.#made = mkdirSync(dir, { recursive: true })
    this.#root = dir
    this.#list = readWrittenList(dir)
    this.#look = inspectFolder(dir)
    for (const name of readdirSync(dir))
      if (name.startsWith(stagingPrefix)) rmSync(join(dir, name), { recursive: true, force: true })
    this.#staging = mkdtempSync(join(dir, stagingPrefix))
  }

  has(path: string): boolean {
    return this.#digests.has(path) || this.#list.files.has(path)
  }

  keep(path: string): void {
    const digest = this.#list.files.get(path)?.at(-1)
    if (digest !== undefined && !this.#digests.has(path)) this.#digests.set(path, digest)
  }

  add(path: string, body: string | Uint8Array): void {
    const digest = digestOf(body)
    const known = this.#list.files.get(path)
    const kind = this.#look.kindAt(path)
    const here = kind === 'file' ? digestOf(readFileSync(join(this.#root, path))) : undefined
    const isDeleted = kind === 'nothing' && known !== undefined && !this.#list.isUnfinished
    this.#digests.set(path, digest)
    if (here === digest) return
    if (isDeleted || (known !== undefined && here !== undefined && !known.includes(here))) {
      // The publisher's own: what the export says now is not put over it, and the list keeps saying what it was made of.
      const before = known?.at(-1) ?? digest
      this.#digests.set(path, before)
      if (before === digest) this.#edited++
      else this.#conflicts.push(path)
      return
    }
    if (known === undefined) for (const other of this.#look.inTheWayOf(path)) this.#foreign.add(other)
    const staged = join(this.#staging, String(this.#staged.size))
    writeFileSync(staged, body)
    this.#staged.set(path, staged)
    if (here !== undefined) this.#updated++
  }

  async commit(): Promise<Outcome> {
    const [first, ...more] = this.#foreign
    if (first !== undefined) {
      const others = more.length > 0 ? ` (and ${more.length} more)` : ''
      throw new UsageError(
        `${join(this.#root, first)}${others} was not written by an import and would be lost, so nothing was written. Import into another folder.`,
        2,
      )
    }
    const gone = [...this.#list.files.keys()].filter((path) => !this.#digests.has(path))
    const { files } = this.#list
    const after = new Map<string, readonly string[]>([
      ...gone.map((path) => [path, files.get(path) ?? []] as const),
      ...Array.from(this.#digests, ([path, digest]) => [path, [digest]] as const),
    ])
    const text = writtenListText({ isUnfinished: false, files: after })
    if (this.#staged.size > 0 || !this.#look.holds(listName, text)) await this.#place(after, text)
    return {
      added: this.#staged.size - this.#updated,
      updated: this.#updated,
      unchanged: this.#digests.size - this.#staged.size - this.#edited - this.#conflicts.length,
      edited: this.#edited,
      conflicts: this.#conflicts,
      gone,
    }
  }

  async #place(after: WrittenList['files'], text: string): Promise<void> {
    const both = new Map<string, readonly string[]>()
    for (const [path, digests] of after)
      both.set(path, [...new Set([...(this.#list.files.get(path) ?? []), ...digests])])
    const lists = [writtenListText({ isUnfinished: true, files: both }), text].map((one, at) => {
      const path = join(this.#staging, `list-${at}`)
      writeFileSync(path, one)
      return path
    })
    await syncFiles([...this.#staged.values(), ...lists])
    // From here to the end nothing waits, so no signal is seen in between.
    const [before = '', last = ''] = lists
    renameSync(before, join(this.#root, listName))
    for (const [path, staged] of this.#staged) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true })
      renameSync(staged, join(this.#root, path))
    }
    renameSync(last, join(this.#root, listName))
    const folders = new Set([...this.#staged.keys()].flatMap(foldersAbove))
    await syncFolders([this.#root, ...Array.from(folders, (folder) => join(this.#root, folder))])
  }

  /** Takes back what is not in place; after `commit` there is nothing of the sort. */
  close(): void {
    rmSync(this.#staging, { recursive: true, force: true })
    if (this.#made === undefined) return
    for (
      let folder = this.#root;
      existsSync(folder) && readdirSync(folder).length === 0;
      folder = dirname(folder)
    ) {
      rmdirSync(folder)
      if (folder === this.#made) return
    }
  }
}

function digestOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The list that an import leaves in its folder: what it wrote, so that the next one knows what has been edited since. */
const listName = '.citable-import.json'

interface WrittenList {
  /** An import that was killed may have written none, some or all of what the list names. */
  readonly isUnfinished: boolean
  /** From each path to the digests of what an import wrote there: one, or two while the second is being written. */
  readonly files: ReadonlyMap<string, readonly string[]>
}

function readWrittenList(root: string): WrittenList {
  const { files, unfinished } = jsonIn(join(root, listName)) ?? { files: {} }
  const isList =
    typeof files === 'object' &&
    files !== null &&
    Object.entries(files).every(([path, digests]) => isOfBuild(path, root) && isDigests(digests))
  if (!isList)
    throw new UsageError(
      `${join(root, listName)} is not a list written by an import; import into another folder.`,
    )
  return { isUnfinished: unfinished === true, files: new Map(Object.entries(files)) }
}

function writtenListText({ isUnfinished, files }: WrittenList): string {
  const about = 'Files that citable import wrote. Files edited since are never overwritten.'
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ about, ...(isUnfinished && { unfinished: true }), files: Object.fromEntries(sorted) }, null, 1)}\n`
}

function isDigests(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
