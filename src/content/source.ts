/** Where content comes from: a folder, memory, a database. One contract suite tests every implementation. */
export interface ContentSource {
  /**
   * Paths relative to the archive, with forward slashes, in any order. An unreadable folder or an unfollowed symbolic link ends
   * with a slash; reading it rejects, for a link with `NotFollowed`.
   */
  list(): Promise<readonly string[]>
  /** Strings are encoded as UTF-8. Rejects with an Error that gives the reason. */
  read(path: string): Promise<string | Uint8Array>
  /** The folder on disk, if it is one: `build` writes no files among its posts. */
  readonly root?: string
}

/** A symbolic link that is not followed. The message says why. */
export class NotFollowed extends Error {}

/** Content in memory, for tests, Workers and generated posts. */
export function fromMemory(files: Readonly<Record<string, string | Uint8Array>>): ContentSource {
  const entries = new Map(Object.entries(files))
  return {
    list: async () => [...entries.keys()],
    async read(path) {
      const file = entries.get(path)
      if (file === undefined) throw new Error('no such file')
      return file
    },
  }
}
