/**
 * A path in the one spelling that old addresses are kept in (RFC 3986 §6.2.2): what needs no encoding has none, the rest has it in
 * capitals. A percent sign that encodes nothing stands for itself; bytes that are no UTF-8 stay as they are.
 */
export function normalPath(path: string): string {
  return path.split('/').map(normalStep).join('/')
}

function normalStep(step: string): string {
  const escaped = step.replace(/%(?![\da-f]{2})/gi, '%25')
  try {
    return encodeURIComponent(decodeURIComponent(escaped)).replace(plain, decodeURIComponent)
  } catch {
    return escaped.replace(/%../g, (byte) => byte.toUpperCase())
  }
}

/** What a path may hold as it is, and `encodeURIComponent` encodes all the same: `:`, `@` and sub-delims (RFC 3986 §3.3). */
const plain = /%(?:40|3A|24|26|2B|2C|3B|3D)/g
