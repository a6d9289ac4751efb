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
 * Holds back future posts, which are reported, and expired posts.
 * @param asOf a day, or a date-time
 */
export function withoutFuture(content: Content, asOf: string): Content {
  const day = lastDay(content, asOf)
  const today = day ?? dayIn(content.layout.timeZone ?? 'UTC', asOf)
  const future = day === undefined ? [] : futurePosts(content, day)
  const isFuture = new Set(future.map(({ post }) => post))
  const expired = content.posts.filter((post) => (shownDay(post, content, 'until') ?? '9999') <= today)
  const isHeldBack = new Set([...isFuture, ...expired])
  return {
    ...content,
    posts: content.posts.filter((post) => !isHeldBack.has(post)),
    drafts: new Set([...content.drafts, ...Array.from(isHeldBack, ({ file }) => file.path)]),
    diagnostics: [
      ...content.diagnostics,
      ...future.map((one) => scheduled(one, today, day === asOf ? undefined : content.layout)),
    ],
  }
}

/** The day from or until which a post is shown, for generators with such keys. */
function shownDay({ file }: SourceDocument, { layout }: Content, end: 'from' | 'until'): string | undefined {
  const key = generatorNamed(layout.generator).shown?.[end]
  // Parsing front matter is slow, and few posts have the key.
  if (key === undefined || !file.text.includes(key)) return undefined
  const value = valueAt(readMatter(file).value?.root.value ?? null, key)
  return typeof value === 'string' ? readDate(value)?.day : undefined
}

/** The last day to publish; undefined if the site shows future posts. */
export function lastDay({ settings, layout }: Content, asOf: string): string | undefined {
  if (isCalendarDate(asOf)) return asOf
  const isShown = settings.future ?? generatorNamed(layout.generator).showsFuture ?? false
  return isShown ? undefined : dayIn(layout.timeZone ?? 'UTC', asOf)
}

function futurePosts(content: Content, day: string) {
  return content.posts
    .map((post) => {
      const days = [identityOf(post, content).published ?? '', shownDay(post, content, 'from') ?? '']
      return { post, published: days.sort().at(-1) ?? '' }
    })
    .filter(({ published }) => published > day)
}

function scheduled(
  { post: { file, facts }, published }: ReturnType<typeof futurePosts>[number],
  day: string,
  /** Set if `asOf` was a date-time. */
  today: Content['layout'] | undefined,
): Diagnostic {
  const message = `The post is dated ${published}, after ${day}, so it is not published.`
  const hint = 'Use `--future` to include it, or `future: true` in archive.yaml to include all future posts.'
  const found = problem(file, facts.published?.offset ?? 0, 'future-date', message, hint)
  const from = today && new Date(startOfDay(today.timeZone ?? 'UTC', published)).toISOString()
  return { ...found, data: { day: published, ...(from !== undefined && { from }) } }
}
