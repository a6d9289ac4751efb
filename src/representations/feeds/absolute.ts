import { candidates } from '../../archive/html-in-markdown/srcset.ts'
import type { Urls } from '../../archive/urls.ts'

/**
 * The HTML of a body as it is read away from its page: every address in it absolute. It was written by our renderers, so a tag is what begins
 * with `<` and a letter, and values are in double quotes; both are escaped in text.
 */
export function absoluteHtml(html: string, path: string, urls: Urls): string {
  const page = urls.url(path)
  const { origin, protocol } = new URL(page)
  return html.replace(tags, (tag) =>
    tag.replace(addresses, (_, before: string, name: string, value: string) => {
      return `${before}${name}="${name === 'srcset' ? ofPictures(value) : absolute(value)}"`
    }),
  )

  function absolute(address: string): string {
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address
    if (address.startsWith('//')) return protocol + address
    if (address.startsWith('/')) return origin + address
    if (address === '' || /^[#?]/.test(address)) return page + address
    return page.slice(0, page.lastIndexOf('/') + 1) + address
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
