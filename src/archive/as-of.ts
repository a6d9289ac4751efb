import { dayIn, isCalendarDate, startOfDay } from '../base/dates.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { problem } from '../base/text-file.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { generatorNamed } from '../generators/registry.ts'
import { identityOf } from './identity.ts'

/**
 * The content as of a day: posts that are dated later are held back like drafts, and each is noted.
 * @param asOf a day, or the moment of publication
 */
export function withoutLater(content: Content, asOf: string): Content {
  const day = lastDay(content, asOf)
  if (day === undefined) return content
  const later = laterThan(content, day)
  const isLater = new Set(later.map(({ post }) => post))
  return {
    ...content,
    posts: content.posts.filter((post) => !isLater.has(post)),
    drafts: new Set([...content.drafts, ...later.map(({ post }) => post.file.path)]),
    diagnostics: [
      ...content.diagnostics,
      ...later.map((one) => scheduled(one, day, day === asOf ? undefined : content.layout)),
    ],
  }
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
    .map((post) => ({ post, published: identityOf(post, content).published ?? '' }))
    .filter(({ published }) => published > day)
}

function scheduled(
  { post: { file, facts }, published }: FuturePost,
  day: string,
  /** Where the day is today's. */
  today: Content['layout'] | undefined,
): Diagnostic {
  const message = `The post is dated ${published}, later than ${day}, and is left out.`
  const hint = '`--future` includes it, and `future: true` in archive.yaml all that are dated after today.'
  const found = problem(file, facts.published?.offset ?? 0, 'future-date', message, hint)
  const from = today && new Date(startOfDay(today.timeZone ?? 'UTC', published)).toISOString()
  return { ...found, data: { day: published, ...(from !== undefined && { from }) } }
}
