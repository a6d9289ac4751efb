import { endingOf, mediaTypeOf, mediaTypes } from '../../representations/media-types.ts'
import type { Form } from '../../snapshot/draft.ts'
import { onEveryResource, onEveryVersion } from '../../snapshot/headers.ts'
import { versionFolder } from '../../base/version-path.ts'

/**
 * The rules of `_headers`, for hosts that read it: what the server sends with all pages and with all other files, and the types
 * that a name does not tell. Hosts take a hundred rules, so they go by folder and ending.
 *
 * Where two rules apply, some hosts send the later value and some join both with a comma. Of two policies in one
 * Content-Security-Policy both hold (CSP 3 §2.2), so either way a file has its own, though `/*` gives it that of a page. Of two
 * Cache-Controls a cache takes the first (RFC 9111 §4.2.1), so the rule for what never changes takes back the other: `!` is known to the
 * hosts that join, and to the others it is a line without a colon, which they pass over.
 */
export function headerRules() {
  let onPages: readonly string[] | undefined
  let onFiles: readonly string[] | undefined
  const rules = new Map<string, Set<string | undefined>>()
  const rule = (pattern: string, type?: string) =>
    rules.set(pattern, (rules.get(pattern) ?? new Set()).add(type))
  return {
    /** `name` is the path without its first slash. */
    add(name: string, { contentType, headers }: Form, immutable: boolean): void {
      const lines = headerLines(headers)
      const shared = (before: readonly string[] = lines) => before.filter((line) => lines.includes(line))
      if (isPage(contentType)) onPages = shared(onPages)
      else onFiles = shared(onFiles)
      if (immutable) rule(versions)
      else if (name.startsWith('assets/')) rule('/assets/*')
      else if (!isPage(contentType)) {
        const ending = endingOf(name).length
        if (ending > 0) rule(`/*${name.slice(-ending - 1)}`, contentType)
        if (mediaTypeOf(name) !== contentType) rule(`/${inItsFolder(name)}`, contentType)
      }
    },
    text(): string {
      const byPattern = Array.from(rules, ([pattern, [type, ...others]]) => [
        pattern,
        ...(type === undefined || others.length > 0 ? [] : [`Content-Type: ${type}`]),
        ...(pattern === versions ? ['! Cache-Control', ...headerLines(onEveryVersion).slice(0, 1)] : []),
        ...(onFiles ?? []),
      ])
      const everything = ['/*', ...headerLines(onEveryResource), ...(onPages ?? [])]
      const missing = ['/404.html', `Content-Type: ${mediaTypes.json}`]
      return [everything, ...byPattern, missing].map((lines) => `${lines.join('\n  ')}\n`).join('\n')
    },
  }
}

const versions = `${versionFolder}*`

// `tags/*/feed.xml` is one rule for as many tags as there are.
function inItsFolder(name: string): string {
  return name.replace(/^([^/]+)\/.+\/([^/]+)$/, '$1/*/$2')
}

export function isPage(contentType: string): boolean {
  return contentType.startsWith('text/html')
}

function headerLines(headers: readonly string[]): string[] {
  const lines: string[] = []
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return lines
}
