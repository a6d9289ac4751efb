import type { Archive, Document, Post } from '../archive/archive.ts'
import { servicePaths } from '../archive/urls.ts'

/** The markdown twin: what a citation needs as front matter, the title, the body. */
export function postTwin(post: Post, archive: Archive): string {
  return twin(post, archive, {
    series: post.series,
    published: post.datePublished,
    last_updated: post.changedAt,
    tags: post.tags,
  })
}

export function pageTwin(page: Document, archive: Archive): string {
  return twin(page, archive, { last_updated: page.changedAt ?? archive.changedAt })
}

function twin(document: Document, { settings, urls }: Archive, facts: Record<string, Value>): string {
  const matter = frontMatter({
    title: document.title,
    description: document.summary,
    author: settings.author.name,
    ...facts,
    canonical_url: urls.url(document.path),
    // A reader that landed on one document learns from it where the others are.
    index: `Every page and post of this archive is listed in ${urls.url(servicePaths.llms)}.`,
  })
  return `${matter}\n# ${escapeHeading(document.title)}\n\n${document.markdown}`
}

type Value = string | readonly string[] | null

/** JSON strings are YAML strings too; dates stand plain, and what is not known is left out. */
function frontMatter(facts: Record<string, Value>): string {
  const lines = Object.entries(facts).flatMap(([key, value]) => {
    if (value === null || value.length === 0) return []
    if (typeof value !== 'string') return [`${key}: [${value.map((one) => JSON.stringify(one)).join(', ')}]`]
    const plain = /^\d{4}-\d{2}-\d{2}(T[\d:]+Z)?$|^[a-z][a-z-]*$|^https?:\/\/[^\s"#]+$/.test(value)
    return [`${key}: ${plain ? value : JSON.stringify(value)}`]
  })
  return `---\n${lines.join('\n')}\n---\n`
}

/** A title is plain text: what markdown would take for its own marks is escaped. */
export function escapeHeading(text: string): string {
  return text.replace(/[\\`*_[\]<>&~]/g, '\\$&').replace(/#+$/, '\\$&')
}
