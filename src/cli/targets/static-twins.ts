import { nodeEncoder } from '../../snapshot/encode.ts'
import { gainsByCompression } from '../../snapshot/seal.ts'
import { BoundedQueue } from '../../snapshot/bounded-queue.ts'
import type { OutputFile } from '../output/output.ts'
import type { StaticFile } from './static-files.ts'

/**
 * Each file, and after it what a server sends instead to a client that takes it compressed: `x.html.br` and `x.html.gz`. They are
 * compressed by a thread while the next files are made.
 */
export async function* withTwins(
  files: Iterable<StaticFile>,
  /** Files of the publisher's may have the name of a twin. */
  taken: ReadonlySet<string>,
): AsyncGenerator<OutputFile> {
  const encoder = nodeEncoder(encodings)
  const underWay = new BoundedQueue<readonly OutputFile[]>(mostWaiting)
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
    const compressed = await encoder.compress(bytes, encodings)
    return endings.flatMap((ending, nth) => {
      const twin = compressed[nth]
      if (!twin || twin.length >= bytes.length || taken.has(path + ending)) return []
      return [{ path: path + ending, body: twin }]
    })
  }
}

const encodings = ['br', 'gzip'] as const
const endings = ['.br', '.gz'] as const

/** In bytes of the files themselves. */
const mostWaiting = 32 * 2 ** 20
