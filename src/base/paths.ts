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

/** ISO 639-1, whole: what else has two letters at the end of a name, as in `node.js.md`, is part of the name. */
const codes = new Set(
  `aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff
  fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv
  kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn
  ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo
  xh yi yo za zh zu`.split(/\s+/),
)

/** `en`, `pt-BR`, `zh_Hans`. */
export function isLanguageTag(tag: string): boolean {
  return /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(tag) && codes.has(tag.slice(0, 2))
}

/** `import cover from './cover.jpg'`: what such a name stands for where a picture or a video is wanted. */
export function importedFiles(script: string): ReadonlyMap<string, string> {
  const found = script.matchAll(
    /^import[ \t]+(\w+)[ \t]+from[ \t]+["']([^"'\n]+\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf))["']/gim,
  )
  return new Map(Array.from(found, ([, name = '', path = '']) => [name, path]))
}
