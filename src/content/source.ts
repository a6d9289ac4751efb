/** Where content comes from: a folder, memory, a database. Every implementation passes one contract suite. */
export interface ContentSource {
  /**
   * Every file as a path relative to the archive, with forward slashes, in any order. A folder that cannot be listed and a symbolic link that is not
   * followed end with a slash; reading one rejects, for a link with `NotFollowed`.
   */
  list(): Promise<readonly string[]>
  /** Text stands for its UTF-8. Rejects with an Error whose message says why, when the file cannot be read. */
  read(path: string): Promise<string | Uint8Array>
}

/** Why a symbolic link is not content. */
export class NotFollowed extends Error {}

/** Content held in memory: for tests, for a Worker, for a program that makes its posts. */
export function memory(files: Readonly<Record<string, string | Uint8Array>>): ContentSource {
  const entries = new Map(Object.entries(files))
  return {
    async list() {
      return [...entries.keys()]
    },
    async read(path) {
      const file = entries.get(path)
      if (file === undefined) throw new Error('no such file')
      return file
    },
  }
}

export function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === 'string' ? new TextEncoder().encode(file) : file
}
