import { dayIn, isCalendarDate, startOfDay } from '../base/dates.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { problem } from '../base/text-file.ts'
import type { Content } from '../content/read.ts'
import type { SourceDocument } from '../content/document.ts'
import type { Identity } from './identity.ts'

/** Holds back future and expired posts, and reports them. `asOf` is a day, or a date-time. */
export function asOfDay(
  content: Content,
  identities: ReadonlyMap<SourceDocument, Identity>,
  asOf: string,
  future = false,
): Content {
  const zone = content.layout.timeZone ?? 'UTC'
  const today = isCalendarDate(asOf) ? asOf : dayIn(zone, asOf)
  const lastShown = (future ? undefined : lastDay(content, asOf)) ?? '9999'
  const heldBack = new Map<SourceDocument, Diagnostic>()
  const changes: string[] = []
  for (const post of content.posts) {
    const { file, facts } = post
    const { published, shownFrom, expires } = facts
    const dated = identities.get(post)?.published ?? ''
    const isLater = shownFrom !== undefined && shownFrom.text > dated
    const first = isLater ? shownFrom.text : dated
    if (expires && expires.text <= today) {
      const message = `The post expired on ${expires.text}, so it is not published.`
      const hint = 'Remove the date to publish it again.'
      const day = expires.text
      heldBack.set(post, { ...problem(file, expires.offset, 'expired', message, hint), data: { day } })
    } else if (first > lastShown) {
      const { offset = 0 } = (isLater ? shownFrom : published) ?? {}
      const message = `The post is dated ${first}, after ${today}, so it is not published.`
      const isShown = showsFuture(content)
      const all = isShown ? '' : ', or `future: true` in archive.yaml to include all future posts'
      const hint = `Use ${isShown ? 'a later `--as-of`, or ' : ''}\`--future\` to include it${all}.`
      heldBack.set(post, { ...problem(file, offset, 'future-date', message, hint), data: { day: first } })
      changes.push(first)
    } else if (expires) changes.push(expires.text)
  }
  const [next] = changes.sort()
  return {
    ...content,
    posts: content.posts.filter((post) => !heldBack.has(post)),
    drafts: new Set([...content.drafts, ...Array.from(heldBack.keys(), ({ file }) => file.path)]),
    diagnostics: [...content.diagnostics, ...heldBack.values()],
    nextChange: next && !isCalendarDate(asOf) ? new Date(startOfDay(zone, next)).toISOString() : undefined,
  }
}

/** The last day to publish; undefined if the site shows future posts. */
export function lastDay(content: Content, asOf: string): string | undefined {
  if (isCalendarDate(asOf)) return asOf
  return showsFuture(content) ? undefined : dayIn(content.layout.timeZone ?? 'UTC', asOf)
}

const showsFuture = ({ settings, layout }: Content) =>
  settings.future ?? layout.generator.fields.showsFuture ?? false
