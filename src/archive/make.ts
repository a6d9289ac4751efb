import { toDateTime } from '../base/dates.ts'
import { isWebAddress } from '../base/http-url.ts'
import type { Written } from '../content/read.ts'
import type { Image, Page, Post } from './archive.ts'
import { authorsOf } from './authors.ts'
import type { Body, Reader } from './body.ts'
import type { Identified } from './identify.ts'
import type { PublishedFile } from './paths.ts'
import type { Reading } from './reading.ts'
import type { Urls } from './urls.ts'
import { minutesToRead } from '../markdown/words.ts'

/** A post, from what it is called, what its front matter says and what its body holds. */
export function makePost(
  one: Identified,
  body: Body,
  { content: { settings }, numbers, reader }: Reading,
): Post {
  const { written, id, published, series, seriesLabel } = one
  const { facts } = written
  const { urls } = reader
  const { path, markdown, html, headings, wordCount, said } = body
  const image = imageOf(written, reader)
  const datePublished = published ?? null
  const dateModified = facts.modified === undefined ? null : toDateTime(facts.modified.text)
  return {
    id,
    path,
    // It goes into headers, too: encoded as a browser would.
    url:
      facts.canonical && isElsewhere(facts.canonical.text, urls)
        ? new URL(facts.canonical.text).href
        : urls.url(path),
    authors: authorsOf(written, settings),
    series,
    seriesLabel,
    seriesNumber: numbers.get(one) ?? 1,
    title: titleOf(written, body),
    summary: facts.summary?.text ?? (body.lead || titleOf(written, body)),
    hasOwnSummary: facts.summary !== undefined,
    tags: facts.tags,
    datePublished,
    dateModified,
    changes: facts.changes?.text ?? null,
    changedAt: dateModified ?? (datePublished && toDateTime(datePublished)),
    image: image ? { url: image.url, href: image.href, alt: image.alt } : null,
    minutes: minutesToRead(wordCount),
    wordCount,
    markdown,
    html,
    headings,
    said,
  }
}

export function makePage(written: Written, name: string, body: Body): Page {
  const { facts } = written
  const title = titleOf(written, body, name)
  return {
    path: body.path,
    title,
    summary: facts.summary?.text ?? (body.lead || title),
    changedAt: facts.modified === undefined ? null : toDateTime(facts.modified.text),
    markdown: body.markdown,
    html: body.html,
    headings: body.headings,
  }
}

/** As it is said, else as the body opens, else as the file is named. */
function titleOf({ facts, file }: Written, { title }: Body, name = ''): string {
  const [, stem = ''] = /([^/]+?)(?:\/index)?\.\w+$/.exec(file.path) ?? []
  const words = (name || stem.replace(/^\d{4}-\d{1,2}-\d{1,2}[-_. ]*/, '')).replace(/[-_]+/g, ' ').trim()
  return facts.title?.text ?? title ?? (words.charAt(0).toUpperCase() + words.slice(1) || stem)
}

function isElsewhere(url: string, { base }: Urls): boolean {
  return isWebAddress(url) && url !== base && !url.startsWith(`${base}/`)
}

export interface FoundImage extends Image {
  readonly file: PublishedFile | undefined
}

/** The picture that front matter names, if it is there. */
export function imageOf({ facts, file }: Written, { resolve, urls }: Reader): FoundImage | undefined {
  if (!facts.image) return undefined
  const { text, alt } = facts.image
  const target = resolve(text, file.path)
  if (target.kind === 'here' && target.file)
    return { url: urls.url(target.path), href: urls.path(target.path), alt, file: target.file }
  return target.kind === 'elsewhere' && isWebAddress(text)
    ? { url: text, href: text, alt, file: undefined }
    : undefined
}
