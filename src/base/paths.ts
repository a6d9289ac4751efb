import iso639 from './iso-639-1.json' with { type: 'json' }

/**
 * Normalizes percent-encoding (RFC 3986 §6.2.2), so that an old URL has one spelling. Escapes a bare percent sign and keeps
 * bytes that are not UTF-8.
 */
export const normalPath = (path: string): string => path.split('/').map(normalSegment).join('/')

/** Characters that `encodeURIComponent` escapes although a path may contain them: `:`, `@` and sub-delims (RFC 3986 §3.3). */
const pathCharacters = /%(?:40|3A|24|26|2B|2C|3B|3D)/g

function normalSegment(segment: string): string {
  const escaped = segment.replace(/%(?![\da-f]{2})/gi, '%25')
  try {
    return encodeURIComponent(decodeURIComponent(escaped)).replace(pathCharacters, decodeURIComponent)
  } catch {
    return escaped.replace(/%../g, (byte) => byte.toUpperCase())
  }
}

/** Decodes percent-encoding; returns invalid input unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Content-hashed files. They share one folder, so that static hosts need only one immutable caching rule. */
export const versionFolder = '/_files/'

/** Returns the content-hashed path of a file. */
export const versionPath = (digest: string, path: string): string => versionFolder + digest + path

/** Returns the unhashed path for any version of a file. */
export function currentPath(path: string): string | undefined {
  if (!path.startsWith(versionFolder)) return undefined
  return /^[\da-f]{16}(\/.+)$/.exec(path.slice(versionFolder.length))?.[1]
}

/** Whether this is an absolute http(s) URL that can serve as a base: no query, fragment or credentials. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return (url.protocol === 'http:' || url.protocol === 'https:') && plain
}

/** Whether this is an absolute http(s) URL. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Whether hosts would read this path as a pattern in redirect rules (`*`, `/:name`), or it has a query or fragment. */
export const isPathPattern = (path: string): boolean => /[*?#]|(?:^|\/):[a-z]/i.test(path)

/** The full list, because `js` in `node.js.md` is not a language. */
const languages: ReadonlySet<string> = new Set(iso639)

/** Whether this is a language tag, such as `en`, `pt-BR` or `zh_Hans`. */
export const isLanguageTag = (tag: string): boolean =>
  /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(tag) && languages.has(tag.slice(0, 2))

/** A step of a path that may be a language: `content/pt-br/posts`. */
export const languageStep = /(^|\/)([a-z]{2}(?:[-_][A-Za-z]{2,4})?)(?=\/|$)/

/** Maps names to paths for media imports such as `import cover from './cover.jpg'`. */
export function importedFiles(script: string): ReadonlyMap<string, string> {
  const imports = script.matchAll(
    /^import[ \t]+(\w+)[ \t]+from[ \t]+["']([^"'\n]+\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf))["']/gim,
  )
  return new Map(Array.from(imports, ([, name = '', path = '']) => [name, path]))
}

/** Returns `a` and `a/b` for `a/b/c.txt`. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}
