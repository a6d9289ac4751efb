import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { nodeEncoder } from '../../snapshot/encode.ts'
import { gainsByCompression } from '../../snapshot/seal.ts'
import { UnderWay } from '../../snapshot/under-way.ts'
import type { OutputFile } from '../output.ts'
import type { StaticFile } from './static-files.ts'

/**
 * Each file, and after it what a server sends instead to a client that takes it compressed: `x.html.br` and `x.html.gz`. They are made
 * once and read often, so as small as can be. That takes long, so one that the last build left in `out` is kept if it is still the same.
 */
export async function* withTwins(
  files: Iterable<StaticFile>,
  out: string,
  /** Files of the publisher's may have the name of a twin. */
  taken: ReadonlySet<string>,
): AsyncGenerator<OutputFile> {
  const encoder = nodeEncoder(['br', 'gzip'], 'best')
  const underWay = new UnderWay<readonly OutputFile[]>(mostWaiting)
  try {
    for (const file of files) {
      underWay.begin(twinsOf(file), file.body.length)
      yield file
      while (underWay.isFull) yield* (await underWay.next()) ?? []
    }
    for (let twins = await underWay.next(); twins; twins = await underWay.next()) yield* twins
  } finally {
    encoder.close()
  }

  async function twinsOf({ path, body, contentType = '' }: StaticFile): Promise<readonly OutputFile[]> {
    const bytes = Buffer.from(body)
    if (!gainsByCompression(contentType, bytes.length)) return []
    const kept = endings.map(({ ending, decode }) => earlier(join(out, path + ending), decode, bytes))
    const compressed = kept.every((one) => one !== undefined)
      ? kept
      : await encoder.compress(bytes, ['br', 'gzip'])
    return endings.flatMap(({ ending }, nth) => {
      const twin = compressed[nth]
      if (!twin || twin.length >= bytes.length || taken.has(path + ending)) return []
      return [{ path: path + ending, body: twin }]
    })
  }
}

const endings = [
  { ending: '.br', decode: brotliDecompressSync },
  { ending: '.gz', decode: gunzipSync },
] as const

/** In bytes of the files themselves. */
const mostWaiting = 32 * 2 ** 20

/** What is there already, if it decodes to these bytes. */
function earlier(path: string, decode: (bytes: Uint8Array) => Buffer, body: Buffer): Buffer | undefined {
  try {
    const twin = readFileSync(path)
    return decode(twin).equals(body) ? twin : undefined
  } catch {
    return undefined
  }
}
