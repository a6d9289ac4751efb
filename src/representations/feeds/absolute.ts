import { candidates } from '../../markdown/raw-html/srcset.ts'
import type { Urls } from '../../archive/urls.ts'
import { currentPath, versionFolder } from '../../base/version-path.ts'

/**
 * The HTML of a body as it is read away from its page: every address in it absolute, and that of a file the one where it is found as it is now,
 * because readers keep an item for longer than a version lasts. It was written by our renderers, so a tag is what begins
 * with `<` and a letter, and values are in double quotes; both are escaped in text.
 */
export function absoluteHtml(html: string, path: string, urls: Urls): string {
  const page = urls.url(path)
  const { origin, protocol } = new URL(page)
  return html.replace(tags, (tag) =>
    tag.replace(addresses, (_, before: string, name: string, value: string) => {
      if (name !== 'srcset') return `${before}${name}="${absolute(value)}"`
      // Smaller pictures of ours have no other address.
      return value.includes(urls.path(versionFolder)) ? '' : `${before}${name}="${ofPictures(value)}"`
    }),
  )

  function absolute(address: string): string {
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address
    if (address.startsWith('//')) return protocol + address
    if (address.startsWith('/')) return origin + lasting(address)
    if (address === '' || /^[#?]/.test(address)) return page + address
    return page.slice(0, page.lastIndexOf('/') + 1) + address
  }

  function lasting(address: string): string {
    const current = currentPath(address.slice(urls.basePath.length))
    return current === undefined ? address : urls.path(current)
  }

  function ofPictures(srcset: string): string {
    return candidates(srcset).reduceRight(
      (text, { url, start, end }) => text.slice(0, start) + absolute(url) + text.slice(end),
      srcset,
    )
  }
}

const tags = /<[a-z](?:[^<>"]|"[^"]*")*>/gi
const addresses = /(\s)(href|src|srcset|poster|cite)="([^"]*)"/g
