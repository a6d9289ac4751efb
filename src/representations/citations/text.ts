import type { Archive, Post } from '../../archive/model.ts'
import { citation } from '../../mcp/citation.ts'

/** A post cited in a sentence: the same words on its page and from the MCP tools. */
export function citationText({ title, authors, url, datePublished }: Post, { settings }: Archive): string {
  const names = authors.map(({ name }) => name)
  return citation({ title, authors: names, url, published: datePublished }, settings.title)
}
