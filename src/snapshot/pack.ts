import { checksum, joined } from '../base/digest.ts'
import { type CheckedRange, magic, recordOf, sharedStrings, type Table, tailSize } from './record.ts'
import type { Resource, Snapshot } from './resource.ts'

/** A snapshot as one block of bytes, to hand to another process or to keep in a file. */
export function pack(snapshot: Snapshot): Uint8Array {
  const parts: Uint8Array[] = []
  const packer = packInto((part) => parts.push(part))
  for (const resource of snapshot.resources.values()) packer.add(resource)
  packer.end(snapshot)
  return joined(parts)
}

export interface Packer {
  /** Writes a resource, which need not be kept for it. */
  add(resource: Resource): void
  /** Writes the rest, and tells how many bytes there are in all. */
  end(rest: Omit<Snapshot, 'resources'>): number
}

/** Packs a snapshot as it is sealed, one part after another. */
export function packInto(write: (part: Uint8Array) => void): Packer {
  const bodies = new WeakMap<Uint8Array, CheckedRange>()
  const resources: [string, CheckedRange][] = []
  const strings = sharedStrings()
  let size = 0

  function put(part: Uint8Array): CheckedRange {
    const range: CheckedRange = [size, part.length, checksum(part)]
    write(part)
    size += part.length
    return range
  }

  function putBody(body: Uint8Array): CheckedRange {
    const range = bodies.get(body) ?? put(body)
    bodies.set(body, range)
    return range
  }

  const word = new DataView(new ArrayBuffer(4))
  word.setUint32(0, magic)
  put(new Uint8Array(word.buffer))
  return {
    add(resource) {
      const record = recordOf(resource, strings, ({ full }) => putBody(full.body ?? new Uint8Array(0)))
      resources.push([resource.path, put(json(record))])
    },
    end({ baseUrl, basePath, language, signposts, redirects, mcp, resultPages }) {
      const search = put(mcp.search)
      const table: Table = {
        baseUrl,
        basePath,
        language,
        signposts,
        resultPages,
        mcp: { ...mcp, search },
        redirects: [...redirects],
        strings: strings.all,
        // In order of their paths, which a server would otherwise sort when something is missing, with a client waiting.
        resources: resources.sort(([one], [other]) => (one < other ? -1 : 1)),
      }
      const [start, length, sum] = put(json(table))
      const tail = new DataView(new ArrayBuffer(tailSize))
      tail.setUint32(0, magic)
      // A 32-bit number would end at 4 GB.
      tail.setFloat64(4, start)
      tail.setFloat64(12, length)
      tail.setInt32(20, sum)
      put(new Uint8Array(tail.buffer))
      return size
    },
  }
}

const utf8 = new TextEncoder()

function json(value: object): Uint8Array {
  return utf8.encode(JSON.stringify(value))
}
