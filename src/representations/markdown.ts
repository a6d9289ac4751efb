import type { Archive, Document, Post } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { servicePaths } from '../archive/urls.ts'
import { escapeMarkdown } from '../base/escape.ts'
import { toYaml } from '../base/yaml-text.ts'
import type { PageLink } from '../pages/parts.ts'
import { encodeUtf8 } from '../base/utf8.ts'

type WithUrls = Pick<Archive, 'urls'>

/**
 * Returns the markdown twin: front matter with the facts for a citation, title and body. In bytes, to which the search index refers by
 * offset.
 */
export function postTwinBytes(post: Post, archive: WithUrls): Uint8Array {
  const [{ name }, ...others] = post.authors
  const text = twin(post, archive, {
    ...(others.length > 0 ? { authors: post.authors.map(({ name }) => name) } : { author: name }),
    series: isNamedSeries(post.series, post.seriesLabel) ? post.series : null,
    published: post.datePublished,
    last_updated: post.changedAt,
    changes: post.changes,
    tags: post.tags,
    canonical_url: post.url,
  })
  return encodeUtf8(text)
}

export function pageTwin(page: Omit<Document, 'html'>, archive: Archive): string {
  return twin(page, archive, {
    author: archive.settings.author.name,
    last_updated: page.changedAt ?? archive.changedAt,
    canonical_url: archive.urls.url(page.path),
  })
}

/** Omits empty values. */
export function twin(
  { title, summary, markdown }: Omit<Document, 'html'>,
  { urls }: WithUrls,
  facts: Record<string, FrontMatterValue>,
): string {
  const frontMatter: Record<string, FrontMatterValue> = {
    title,
    description: summary,
    ...facts,
    index: `Every page and post of this archive is listed in ${urls.url(servicePaths.llms)}.`,
  }
  const known = Object.entries(frontMatter).filter(([, value]) => value !== null && value.length > 0)
  return `---\n${toYaml(Object.fromEntries(known))}---\n\n# ${escapeHeading(title)}\n\n${markdown}`
}

type FrontMatterValue = string | readonly string[] | null

export const markdownLink = ({ label, path }: PageLink, { urls }: WithUrls): string =>
  `[${escapeHeading(label)}](${urls.url(path)})`

/** Escapes plain text for a heading, including trailing hashes. */
export const escapeHeading = (text: string): string => escapeMarkdown(text).replace(/(?<!#)#+$/, '\\$&')

export type TemplateValues = Readonly<Record<string, string>>

/** Fills `{{name}}`, and leaves out `{{#name}}…{{/name}}` if its value is empty. A mark alone on its line goes with it. */
export function renderTemplate(text: string, values: TemplateValues): string {
  return text
    .replace(/^(\{\{[#/]\w+\}\})\n/gm, '$1')
    .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name, part) => (values[name] ? part : ''))
    .replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '')
}

/** Truncates text to a number of characters, between words. */
export const cutAtWord = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`

/** The length of `&quot;`. */
const longestEscape = 6

/** Truncates text to a number of UTF-8 bytes, counting characters as long as HTML or markdown would escape them. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (text.length * longestEscape <= maxBytes) return text
  let bytes = 0
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at++
    bytes += byteCost(code)
    // Leave room for the ellipsis.
    if (bytes <= maxBytes - 3) end = at + 1
    else if (bytes > maxBytes) return `${text.slice(0, end).trimEnd()}…`
  }
  return text
}

const asciiCost = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  return '&<>"\''.includes(character) ? longestEscape : '\\`*_[]~#'.includes(character) ? 2 : 1
})

const byteCost = (code: number): number =>
  code < 0x80 ? (asciiCost[code] ?? 1) : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
