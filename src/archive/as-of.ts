import { dayIn, isCalendarDate, startOfDay } from '../base/dates.ts'
import { contentRules, type Diagnostic, type Rule } from '../base/diagnostics.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { generatorNamed } from '../generators/registry.ts'
import { identityOf } from './identity.ts'

/**
 * Holds back future and expired posts, and reports them.
 * @param asOf a day, or a date-time
 */
export function asOfDay(content: Content, asOf: string, future = false): Content {
  const zone = content.layout.timeZone ?? 'UTC'
  const today = isCalendarDate(asOf) ? asOf : dayIn(zone, asOf)
  const lastShown = (future ? undefined : lastDay(content, asOf)) ?? '9999'
  const found = new Map<SourceDocument, Diagnostic>()
  const changes: string[] = []
  for (const post of content.posts) {
    const { file, facts } = post
    const { published, shownFrom, expires } = facts
    const dated = identityOf(post, content).published ?? ''
    const isLater = shownFrom !== undefined && shownFrom.text > dated
    const first = isLater ? shownFrom.text : dated
    if (expires && expires.text <= today) {
      found.set(post, expired(file, expires.offset, expires.text))
    } else if (first > lastShown) {
      const { offset = 0 } = (isLater ? shownFrom : published) ?? {}
      found.set(post, scheduled(file, offset, first, today, showsFuture(content)))
      changes.push(first)
    } else if (expires) changes.push(expires.text)
  }
  const [next] = changes.sort()
  return {
    ...content,
    posts: content.posts.filter((post) => !found.has(post)),
    drafts: new Set([...content.drafts, ...Array.from(found.keys(), ({ file }) => file.path)]),
    diagnostics: [...content.diagnostics, ...found.values()],
    nextChange: next && !isCalendarDate(asOf) ? new Date(startOfDay(zone, next)).toISOString() : undefined,
  }
}

/** The last day to publish; undefined if the site shows future posts. */
export function lastDay(content: Content, asOf: string): string | undefined {
  if (isCalendarDate(asOf)) return asOf
  return showsFuture(content) ? undefined : dayIn(content.layout.timeZone ?? 'UTC', asOf)
}

function showsFuture({ settings, layout }: Content): boolean {
  return settings.future ?? generatorNamed(layout.generator).showsFuture ?? false
}

function scheduled(file: TextFile, offset: number, day: string, today: string, isShown: boolean): Diagnostic {
  const message = `The post is dated ${day}, after ${today}, so it is not published.`
  const all = isShown ? '' : ', or `future: true` in archive.yaml to include all future posts'
  const hint = `Use ${isShown ? 'a later `--as-of`, or ' : ''}\`--future\` to include it${all}.`
  return { ...problem(file, offset, 'future-date', message, hint), data: { day } }
}

function expired(file: TextFile, offset: number, day: string): Diagnostic {
  const message = `The post expired on ${day}, so it is not published.`
  const hint = 'Remove the date to publish it again.'
  return { ...problem(file, offset, 'expired', message, hint), data: { day } }
}

/** Whether a diagnostic reports a post that is held back for another reason than being a draft. */
export function isHeldBack({ rule }: Diagnostic): boolean {
  return (contentRules[rule] as Rule).counted !== undefined
}
