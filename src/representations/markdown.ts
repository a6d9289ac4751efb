import type { Archive, Document, Post } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { escapeMarkdown, toYaml } from '../base/escape.ts'
import { memoizeLast } from '../base/caches.ts'

/** Where an archive is: all that the twin of a post takes of it. */
type Located = Pick<Archive, 'urls'>

/** The twin of a post as it is published, at two addresses; the search index refers to the same bytes. */
export const postTwinBytes = memoizeLast((post: Post, archive: Located) =>
  utf8.encode(postTwin(post, archive)),
)

const utf8 = new TextEncoder()

/** The markdown twin: what a citation needs as front matter, the title, the body. */
export function postTwin(post: Post, archive: Located): string {
  return twin(post, archive, {
    ...(post.authors.length > 1
      ? { authors: post.authors.map(({ name }) => name) }
      : { author: post.authors[0].name }),
    series: post.series,
    published: post.datePublished,
    last_updated: post.changedAt,
    changes: post.changes,
    tags: post.tags,
    canonical_url: post.url,
  })
}

export function pageTwin(page: Omit<Document, 'html'>, archive: Archive): string {
  return twin(page, archive, {
    author: archive.settings.author.name,
    last_updated: page.changedAt ?? archive.changedAt,
    canonical_url: archive.urls.url(page.path),
  })
}

/** What is not known is left out. */
export function twin(
  document: Omit<Document, 'html'>,
  { urls }: Located,
  facts: Record<string, Value>,
): string {
  const everything: Record<string, Value> = {
    title: document.title,
    description: document.summary,
    ...facts,
    // A reader that landed on one document learns from it where the others are.
    index: `Every page and post of this archive is listed in ${urls.url(servicePaths.llms)}.`,
  }
  const known = Object.entries(everything).filter(([, value]) => value !== null && value.length > 0)
  const frontMatter = toYaml(Object.fromEntries(known))
  return `---\n${frontMatter}---\n\n# ${escapeHeading(document.title)}\n\n${document.markdown}`
}

type Value = string | readonly string[] | null

/** A title is plain text: what markdown would take for its own marks is escaped. */
export function escapeHeading(text: string): string {
  return escapeMarkdown(text).replace(/(?<!#)#+$/, '\\$&')
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * A text for a line of a list, cut where it would take more bytes than it may; the whole is on the page that the line leads to. What HTML
 * or markdown has to escape counts as its longer form.
 */
export function shorten(text: string, mostBytes: number): string {
  if (text.length * longestForm <= mostBytes) return text
  let bytes = 0
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at++
    bytes += costOf(code)
    // Room for the ellipsis.
    if (bytes <= mostBytes - 3) end = at + 1
    else if (bytes > mostBytes) return `${text.slice(0, end).trimEnd()}…`
  }
  return text
}

function costOf(code: number): number {
  return code < 0x80 ? (ofAscii[code] ?? 1) : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Bytes: of `&quot;`. */
const longestForm = 6

const ofAscii = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  return '&<>"\''.includes(character) ? longestForm : '\\`*_[]~#'.includes(character) ? 2 : 1
})
