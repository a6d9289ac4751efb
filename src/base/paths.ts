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

/** Without percent-encoding; as it is where that is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * What pages load is at an address that is named after its bytes, and so never changes. All such addresses are in one folder, because a
 * static host is told of them by one rule.
 */
export const versionFolder = '/_files/'

/** `digest` is of the bytes, and `path` where the file is found as it is now. */
export function versionPath(digest: string, path: string): string {
  return versionFolder + digest + path
}

/** The other way round: where the file is found as it is now, whatever version of it is asked for. */
export function currentPath(path: string): string | undefined {
  if (!path.startsWith(versionFolder)) return undefined
  return /^[\da-f]{16}(\/.+)$/.exec(path.slice(versionFolder.length))?.[1]
}

/** An absolute http or https URL that a path can be joined to: no query, no fragment, no user. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return (url.protocol === 'http:' || url.protocol === 'https:') && plain
}

/** Any absolute http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Whether a path stands for more than one page, or holds more than a path: hosts read `*` and `/:name` in rules for redirects as patterns. */
export function isPathPattern(path: string): boolean {
  return /[*?#]|(?:^|\/):[a-z]/i.test(path)
}
