import { short } from './shapes.ts'
import type { ProbedSite } from './probed-site.ts'

/** Addresses in a document that should be the archive's own: none may lead to localhost, and all should be where it is examined. */
export function holdLinks(
  { base, notes }: Pick<ProbedSite, 'base' | 'notes'>,
  document: string,
  urls: readonly string[],
): void {
  const astray = urls.filter((url) => !isBelow(url, base))
  const [local] = astray.filter((url) => isLoopback(url))
  const [foreign] = astray.filter((url) => !isLoopback(url))
  notes.hold('localhost-links', document, base, local ?? base, local === undefined)
  notes.hold('base-url', document, base, foreign === undefined ? base : short(foreign), foreign === undefined)
}

/** Names of this machine are one name: a server that is examined at 127.0.0.1 may call itself localhost. */
export function isBelow(url: string, base: string): boolean {
  const plain = (text: string) =>
    text.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/i, '$1localhost')
  return `${plain(url).replace(/[?#].*/, '')}/`.startsWith(`${plain(base)}/`)
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i.test(url)
}
