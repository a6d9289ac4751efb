import { expect, test } from 'vitest'
import type { ContentSource } from '../../src/content/source.ts'
import { bytesOf } from '../../src/base/utf8.ts'

export type Bytes = Readonly<Record<string, Uint8Array>>

/** The contract of content sources. `open` makes a source with exactly these files. */
export function sourceContract(open: (files: Bytes) => Promise<ContentSource>): void {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const files = {
    'posts/week-10.md': new TextEncoder().encode('ten'),
    'posts/Week-02.md': new TextEncoder().encode('capital'),
    'posts/2026/week-01.md': new TextEncoder().encode('deep'),
    'posts/ärger.md': new TextEncoder().encode('beyond ASCII'),
    'archive.yaml': new Uint8Array(0),
    'assets/every byte.bin': everyByte,
  }

  test('lists every file once by its path within the archive, with forward slashes', async () => {
    const source = await open(files)
    const listed = await source.list()
    expect(listed.toSorted()).toEqual(Object.keys(files).sort())
    expect(await source.list(), 'the same files twice').toEqual(listed)
  })

  test('lists nothing for an empty archive', async () => {
    expect(await (await open({})).list()).toEqual([])
  })

  test('reads each listed file unchanged', async () => {
    const source = await open(files)
    for (const [path, bytes] of Object.entries(files)) {
      expect(Uint8Array.from(bytesOf(await source.read(path))), path).toEqual(bytes)
    }
  })

  test('rejects with a reason for a missing file', async () => {
    const source = await open(files)
    const error = await source.read('posts/none.md').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).not.toBe('')
  })

  test('names of Object.prototype are no files', async () => {
    const source = await open(files)
    await expect(source.read('constructor')).rejects.toBeInstanceOf(Error)
  })
}
