import type { PackedResource, PackedVariant } from './packed.ts'
import type { Answer, Representation, Resource, Variant } from './resource.ts'

/** A resource as plain data; `place` puts a body somewhere and says where. */
export function recordOf<Place>(
  { path, representations, ...resource }: Resource,
  strings: SharedStrings,
  place: (variant: Variant, representation: Representation) => Place,
): PackedResource<Place> {
  return {
    ...resource,
    representations: representations.map((representation) => ({
      type: representation.type,
      variants: representation.variants.map((variant): PackedVariant<Place> => {
        const { encoding, etag, full, notModified } = variant
        return {
          encoding,
          etag,
          headers: full.headers.map(strings.pack),
          kept: full.headers.length - notModified.headers.length,
          body: place(variant, representation),
        }
      }),
    })),
  }
}

/** And back: `answer` makes the 200 of a body that is at a place. */
export function resourceOf<Place>(
  path: string,
  record: PackedResource<Place>,
  strings: readonly string[],
  answer: (headers: readonly string[], body: Place) => Answer,
): Resource {
  const [first, ...rest] = record.representations.map(
    ({ type, variants }): Representation => ({ type, variants: variants.map(variantOf) }),
  )
  if (!first) throw new Error(`${path} has no form`)
  return { ...record, path, representations: [first, ...rest] }

  function variantOf({ encoding, etag, headers: shared, kept, body }: PackedVariant<Place>): Variant {
    const headers = shared.map((one) => (typeof one === 'string' ? one : (strings[one] ?? '')))
    return {
      encoding,
      etag,
      full: answer(headers, body),
      head: { status: 200, headers, body: null },
      notModified: { status: 304, headers: headers.slice(kept), body: null },
    }
  }
}

export interface SharedStrings {
  readonly all: readonly string[]
  readonly pack: (text: string) => number | string
}

/**
 * The strings in headers: nearly all of them are on every answer, so from the second time on each is a number. Those are met early;
 * the tags and lengths of a large archive would fill the memory, and its links the table that a server opens.
 */
export function sharedStrings(): SharedStrings {
  const seen = new Map<string, number | undefined>()
  const all: string[] = []
  return {
    all,
    pack(text) {
      const known = seen.get(text)
      if (known !== undefined) return known
      if (seen.has(text)) seen.set(text, all.push(text) - 1)
      else if (seen.size < mostLookedFor) seen.set(text, undefined)
      return text
    },
  }
}

const mostLookedFor = 4096
