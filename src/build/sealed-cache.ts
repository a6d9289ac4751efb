import type { BuildCache } from '../base/caches.ts'
import { type PackedResource, recordOf, resourceOf, SharedStrings } from '../snapshot/record.ts'
import type { Resource } from '../snapshot/resource.ts'
import type { SealedDraft } from '../snapshot/seal.ts'
import { packedFor } from '../snapshot/variant.ts'

/** The resources of one key, with each body once. */
interface Stored {
  readonly records: readonly (readonly [path: string, record: PackedResource<number>])[]
  readonly strings: readonly string[]
  readonly bodies: readonly Uint8Array[]
}

/** Caches sealed resources for packed files, so that nothing of an unchanged post is rendered, hashed or compressed. */
export function sealedCache(cache: BuildCache, encoder: readonly string[]) {
  const keyOf = (key: string) => cache.key('sealed', key, ...encoder)
  const known = new Set<string>()
  let open: { readonly key: string; readonly resources: Resource[] } | undefined

  function flush(): void {
    if (!open) return
    const strings = new SharedStrings()
    const bodies = new Map<Uint8Array | null, number>()
    const records = open.resources.map((resource) => {
      const record = recordOf(resource, strings, (variant, variants) => {
        const { body } = packedFor(variant, variants).full
        const nth = bodies.get(body) ?? bodies.size
        bodies.set(body, nth)
        return nth
      })
      return [resource.path, record] as const
    })
    cache.set(keyOf(open.key), { records, strings: strings.all, bodies: [...bodies.keys()] })
    open = undefined
  }

  return {
    flush,

    get(key: string): readonly SealedDraft[] | undefined {
      const stored = cache.get(keyOf(key)) as Stored | undefined
      if (!stored) return undefined
      known.add(key)
      const { records, strings, bodies } = stored
      const size = bodies.reduce((sum, { length }) => sum + length, 0)
      return records.map(([path, record], nth) => ({
        resource: resourceOf(path, record, strings, (headers, at) => ({
          status: 200,
          headers,
          body: bodies[at] ?? null,
        })),
        key,
        size: nth === 0 ? size : 0,
      }))
    },

    /** Resources with the same key must be adjacent. */
    add(resource: Resource, key: string | undefined): void {
      if (open?.key !== key) flush()
      if (key === undefined || known.has(key)) return
      open ??= { key, resources: [] }
      open.resources.push(resource)
    },
  }
}
