/**
 * A name as part of an address: Latin letters without their marks in lower case, digits, and hyphens for whatever stands between them; as
 * long as the name is. '' when nothing is left, as of a name in another script.
 */
export function slugged(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** For a name of which no slug can be made: short, and the same on every machine (FNV-1a). */
export function hashed(name: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
