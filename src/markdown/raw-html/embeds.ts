/** What a frame or a script of somebody else's shows, as a link to it; undefined when nobody could follow one. */
export function embeddedLink(
  tag: string,
  src: string,
): { readonly href: string; readonly label: string } | undefined {
  const address = src.startsWith('//') ? `https:${src}` : src
  for (const { pattern, href, label } of known) {
    const found = pattern.exec(address)
    if (found) return { href: href(found[1] ?? ''), label }
  }
  if (tag !== 'iframe' || !URL.canParse(address)) return undefined
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:'
    ? { href: address, label: `Embedded: ${host}` }
    : undefined
}

/** A frame that becomes a link to the very thing it shows is nothing to tell an author of. */
export function isKnownEmbed(src: string): boolean {
  const address = src.startsWith('//') ? `https:${src}` : src
  return known.some(({ pattern }) => pattern.test(address))
}

const known = [
  {
    pattern: /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/,
    href: (id: string) => `https://www.youtube.com/watch?v=${id}`,
    label: 'Video on YouTube',
  },
  {
    pattern: /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/,
    href: (id: string) => `https://vimeo.com/${id}`,
    label: 'Video on Vimeo',
  },
  {
    pattern: /^https?:\/\/gist\.github\.com\/([\w./-]+?)(?:\.js)?(?:\?|$)/,
    href: (id: string) => `https://gist.github.com/${id}`,
    label: 'Gist on GitHub',
  },
] as const
