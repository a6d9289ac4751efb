import type { MarkdownIt } from 'markdown-it'

/**
 * Nearly every address in a post is written as it is sent: lower-case host, nothing to escape, no port, no name. Such a one is
 * left alone; markdown-it would take it apart, encode each part and put it together again, to the same end.
 */
export function plainUrls(md: MarkdownIt): void {
  const { normalizeLink, normalizeLinkText } = md
  md.normalizeLink = (url) => (isPlainUrl(url) ? url : normalizeLink(url))
  md.normalizeLinkText = (url) => (isPlainUrl(url) ? url : normalizeLinkText(url))
}

/** Two hyphens in a host may be punycode. */
export function isPlainUrl(url: string): boolean {
  return (
    /^(?:https?:\/\/[a-z0-9]+(?:[.-][a-z0-9]+)*(?=[/?#]|$))?[A-Za-z0-9/._~=&,+-]*(?:\?[A-Za-z0-9/._~=&,+-]*)?(?:#[A-Za-z0-9/._~=&,+-]*)?$/.test(
      url,
    ) && !url.startsWith('//')
  )
}
