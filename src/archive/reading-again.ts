import type { Content, SourceDocument } from '../content/read.ts'
import { coversOf } from './covers.ts'
import { type BuildOptions, type BuildPlan, planArchive } from './plan.ts'

/**
 * What is settled before the first body is read, for content that was settled before. What a body says settles nothing: where only
 * bodies have changed, everything is called what it was, links lead where they led, and the reader is the same object.
 */
export function readingAgain(
  before: BuildPlan | undefined,
  content: Content,
  options: BuildOptions,
): BuildPlan {
  const now = before?.reader.urls.base === options.baseUrl ? newBodies(before.content, content) : undefined
  return before && now ? withBodies(before, content, now) : planArchive(content, options)
}

/** From each document to the one with its new body; undefined when anything but bodies has changed. */
function newBodies(before: Content, content: Content): Swap | undefined {
  const kinds = ['posts', 'pages', 'unfit'] as const
  const isSame =
    before.settings === content.settings &&
    hasSame(before.paths, content.paths) &&
    hasSame(before.drafts, content.drafts) &&
    hasSame(before.broken, content.broken) &&
    kinds.every((kind) => before[kind].length === content[kind].length) &&
    kinds.every((kind) => before[kind].every((one, nth) => isCalledTheSame(one, content[kind][nth])))
  if (!isSame) return undefined
  const changed = new Map<SourceDocument, SourceDocument>()
  for (const kind of kinds) {
    for (const [nth, one] of before[kind].entries()) changed.set(one, content[kind][nth] ?? one)
  }
  return (one) => changed.get(one) ?? one
}

type Swap = (before: SourceDocument) => SourceDocument

function isCalledTheSame(a: SourceDocument, b: SourceDocument | undefined): boolean {
  if (a === b) return true
  return (
    a.file.path === b?.file.path &&
    a.base === b.base &&
    a.file.text.slice(0, a.bodyStart) === b.file.text.slice(0, b.bodyStart)
  )
}

function hasSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false
  for (const one of a) if (!b.has(one)) return false
  return true
}

function withBodies(before: BuildPlan, content: Content, swap: Swap): BuildPlan {
  const { series } = before
  const swapped = <One extends { readonly source: SourceDocument }>(one: One): One => ({
    ...one,
    source: swap(one.source),
  })
  const posts = before.posts.map(swapped)
  const pages = before.pages.map(swapped)
  const rest = before.documents.slice(posts.length + pages.length).map(swapped)
  return {
    ...before,
    content,
    posts,
    pages,
    documents: [...posts, ...pages, ...rest],
    covers: coversOf(posts, before.reader),
    series: {
      ...series,
      of: new Map(Array.from(series.of, ([one, name]) => [swap(one), name])),
      outside: new Set(Array.from(series.outside, swap)),
    },
  }
}
