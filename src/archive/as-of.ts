import { dayIn, isCalendarDate, startOfDay } from '../base/dates.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { problem } from '../base/text-file.ts'
import { readMatter } from '../content/matter.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { readDate } from '../content/written-date.ts'
import { generatorNamed } from '../generators/registry.ts'
import { valueAt } from '../generators/settings.ts'
import { identityOf } from './identity.ts'

/**
 * The content as of a day: posts that are dated later are held back like drafts, and each is noted. So are those whose time is over.
 * @param asOf a day, or the moment of publication
 */
export function withoutLater(content: Content, asOf: string): Content {
  const day = lastDay(content, asOf)
  const today = day ?? dayIn(content.layout.timeZone ?? 'UTC', asOf)
  const later = day === undefined ? [] : laterThan(content, day)
  const isLater = new Set(later.map(({ post }) => post))
  const over = content.posts.filter((post) => (dayAt(post, content, 'until') ?? '9999') <= today)
  const isHeldBack = new Set([...isLater, ...over])
  return {
    ...content,
    posts: content.posts.filter((post) => !isHeldBack.has(post)),
    drafts: new Set([...content.drafts, ...Array.from(isHeldBack, ({ file }) => file.path)]),
    diagnostics: [
      ...content.diagnostics,
      ...later.map((one) => scheduled(one, today, day === asOf ? undefined : content.layout)),
    ],
  }
}

/** Where a generator has another key for it than the date: the day on which it begins, or ceases, to show a post. */
function dayAt({ file }: SourceDocument, { layout }: Content, end: 'from' | 'until'): string | undefined {
  const key = generatorNamed(layout.generator).shown?.[end]
  // Few posts have it, and front matter takes a while to read.
  if (key === undefined || !file.text.includes(key)) return undefined
  const value = valueAt(readMatter(file).value?.root.value ?? null, key)
  return typeof value === 'string' ? readDate(value)?.day : undefined
}

/** The last day whose posts are published. At a moment, that is today, unless the publication shows posts of days to come. */
export function lastDay({ settings, layout }: Content, asOf: string): string | undefined {
  if (isCalendarDate(asOf)) return asOf
  const isShown = settings.future ?? generatorNamed(layout.generator).showsFuture ?? false
  return isShown ? undefined : dayIn(layout.timeZone ?? 'UTC', asOf)
}

interface FuturePost {
  readonly post: SourceDocument
  readonly published: string
}

/** Posts without a date are never later. */
function laterThan(content: Content, day: string): FuturePost[] {
  return content.posts
    .map((post) => {
      const days = [identityOf(post, content).published ?? '', dayAt(post, content, 'from') ?? '']
      return { post, published: days.sort().at(-1) ?? '' }
    })
    .filter(({ published }) => published > day)
}

function scheduled(
  { post: { file, facts }, published }: FuturePost,
  day: string,
  /** Where the day is today's. */
  today: Content['layout'] | undefined,
): Diagnostic {
  const message = `The post is dated ${published}, after ${day}, so it is not published.`
  const hint = 'Use `--future` to include it, or `future: true` in archive.yaml to include all future posts.'
  const found = problem(file, facts.published?.offset ?? 0, 'future-date', message, hint)
  const from = today && new Date(startOfDay(today.timeZone ?? 'UTC', published)).toISOString()
  return { ...found, data: { day: published, ...(from !== undefined && { from }) } }
}
