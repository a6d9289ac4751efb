/**
 * A name as part of an address: Latin letters without their marks in lower case, digits, and hyphens for whatever stands between them; as
 * long as the name is. '' when nothing is left, as of a name in another script.
 */
export function slugged(name: string): string {
  return plain(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/**
 * What a tag is called in an address, told by the tag alone: no other tag, and no order of files, moves its page. Tags that differ only in
 * case, in marks or in what is between their words are one. Where more would be lost, as of `c++`, a hash says which tag it is.
 */
export function nameInPath(name: string): string {
  const slug = slugged(name)
  const isWhole = /^[a-z0-9]+(?:[\s_./:-]+[a-z0-9]+)*$/.test(plain(name))
  return isWhole ? shortened(slug) : hashedAfter(slug, name.normalize('NFC').toLowerCase())
}

/** A name that is fit for an address already, but for its length. */
export function shortened(slug: string): string {
  return slug.length <= longestName ? slug : hashedAfter(slug, slug)
}

function hashedAfter(slug: string, name: string): string {
  return slug === '' ? hashed(name) : `${slug.slice(0, longestName)}-${hashed(name)}`
}

/** Long enough for words, and short enough for a line of a list and for the name of a file. */
const longestName = 60

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
}

/** For a name of which no slug can be made: short, and the same on every machine (FNV-1a). */
export function hashed(name: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
