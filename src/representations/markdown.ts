import type { Archive, Document, Post } from '../archive/model.ts'
import { servicePaths } from '../archive/urls.ts'
import { escapeMarkdown } from '../base/escape.ts'
import { toYaml } from '../base/yaml-text.ts'
import { memoizeLast } from './memoize-last.ts'

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
