import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { advise } from '../../archive/checks/advice.ts'
import { groupedBy } from '../../base/grouped.ts'
import { byPosition, type Diagnostic, type Fix } from '../../base/diagnostics.ts'
import type { ReadOptions } from '../../build/read-archive.ts'
import { say, visible } from '../../base/terminal.ts'
import { UsageError } from '../../base/errors.ts'
import { fromFolder } from '../../content/folder.ts'
import type { ContentSource } from '../../content/source.ts'
import { applyEdits } from '../../markdown/source-map.ts'
import { defaultLinkCache, openLinkCache } from '../../../packages/check/src/links.ts'
import {
  type LinkOptions,
  type OriginalsOptions,
  originalsProblems,
  outgoingLinkProblems,
} from '../check-links.ts'
import { withLostWords } from '../lost-words.ts'
import { type Build, findConfig, type PublishFlags, readSource, requireFolder } from '../load.ts'
import { replaceFile } from '../../build/output/durable.ts'
import type { OnProgress } from '../../build/progress.ts'
import { Progress } from '../progress.ts'
import { counts, type Format, report, tally, unpublished } from '../report.ts'
import { plural } from '../../base/wording.ts'
import { checkServerJson } from '../server-json.ts'
import { resolveDay, useColor } from '../settings.ts'
import { decodeLiteralUtf8 } from '../../base/utf8.ts'

export interface CheckOptions extends Omit<PublishFlags, 'cache'> {
  readonly format: Format
  readonly fix?: boolean
  readonly links?: boolean
  readonly originals?: boolean
  readonly online?: boolean
  readonly allowPrivate?: boolean
  readonly cache?: string
  readonly strict?: boolean
  readonly all?: boolean
  readonly verbose?: boolean
}

/** Reports every problem in the content. Exits with 1 if any is an error. */
export async function checkCommand(dir: string, options: CheckOptions): Promise<number> {
  const { allowPrivate = false, cache = defaultLinkCache(), online = false } = options
  const links = options.links ? { allowPrivate, cache: openLinkCache(cache, Date.now()) } : undefined
  if (online && !options.originals) throw new UsageError('--online is for --originals.', 2)
  const originals = options.originals ? { online, allowPrivate } : undefined
  const reading = { ...resolveDay(options), config: await findConfig(dir, options) }
  const run = (links: LinkOptions | undefined) => {
    requireFolder(dir)
    return new Progress().during((report) => findProblems(fromFolder(dir), reading, report, links, originals))
  }
  const first = await run(links)
  const fixed = options.fix ? await applyFixes(dir, first.diagnostics) : []
  // Fixed content may reveal more problems. Links are not requested again.
  const { archive, build, diagnostics } =
    fixed.length > 0 ? await run(links && { ...links, maxUrls: 0 }) : first
  if (options.format === 'text') for (const fix of fixed) process.stdout.write(fixText(fix, dir))
  const shown = options.strict
    ? diagnostics.map((problem) =>
        problem.severity === 'warning' ? { ...problem, severity: 'error' as const } : problem,
      )
    : diagnostics
  process.stdout.write(report(shown, dir, { ...options, color: useColor(process.stdout) }))
  if (options.format === 'text') {
    if (options.verbose && archive && build) process.stdout.write(derivationText(build))
    if (first.left > 0)
      say(process.stdout, `${plural(first.left, 'link')} not checked yet; run the command again.`)
    const summary = tally(shown) || 'no problems found'
    const changed = fixed.length > 0 ? `${fixed.length} fixed, ` : ''
    const left = unpublished(shown).length
    const without = left > 0 ? `, ${plural(left, 'post')} not published` : ''
    say(process.stdout, `${dir}: ${changed}${summary}${archive ? without : ', nothing published'}.`)
  }
  return counts(shown).errors > 0 ? 1 : 0
}

/** Lists what was derived for each post, because front matter lacks it. */
function derivationText({ plan, bodies }: Build): string {
  const lines = plan.posts.map(({ source: { facts, file }, datePublished }, at) => {
    const { title, lead } = bodies[at] ?? {}
    const from = [
      !facts.title && `title from ${title === undefined ? 'the file name' : 'the first heading'}`,
      !facts.summary && `summary from ${lead === '' ? 'the title' : 'the first paragraph'}`,
      !facts.published && (datePublished === null ? 'no date' : 'date from the path or an old URL'),
    ]
    const derived = from.filter((text) => text !== false).join(', ')
    return derived === '' ? '' : `${visible(file.path)}: ${derived}\n`
  })
  const ignored = plan.posts.reduce((sum, { source }) => sum + source.facts.ignored, 0)
  const keys = ignored === 0 ? '' : ` Ignored: ${plural(ignored, 'key')} that Citable does not use.`
  return `${lines.join('')}${visible(plan.content.settings.title)}: ${plural(lines.length, 'post')}.${keys}\n`
}

/** Returns the problems of publishing, plus advice and link problems. `left` counts the links that are not checked yet. */
export async function findProblems(
  source: ContentSource,
  options: ReadOptions,
  report: OnProgress,
  links?: LinkOptions,
  originals?: OriginalsOptions,
) {
  const { value: archive, diagnostics, build } = await readSource(source, options, report, { isReport: true })
  const known = [...diagnostics, ...(archive ? await checkServerJson(source, archive) : [])]
  if (!build) return { archive, build, diagnostics: known, left: 0 }
  const { plan, bodies } = build
  known.push(...advise(plan, bodies, archive))
  const problems = await withLostWords(source, plan.content, known)
  if (originals) problems.push(...(await originalsProblems(source, plan, originals, report)))
  const elsewhere = links && (await outgoingLinkProblems(plan, links, report))
  problems.push(...(elsewhere?.problems ?? []))
  return { archive, build, diagnostics: problems.sort(byPosition), left: elsewhere?.left ?? 0 }
}

type Fixable = Diagnostic & { readonly fix: Fix }

/** Applies safe fixes, replacing each file atomically. */
async function applyFixes(dir: string, diagnostics: readonly Diagnostic[]): Promise<Fixable[]> {
  const fixable = diagnostics.filter((diagnostic): diagnostic is Fixable => diagnostic.fix !== undefined)
  const fixed: Fixable[] = []
  for (const [path, all] of groupedBy(fixable, ({ path }) => path)) {
    const place = realpathSync(join(dir, path))
    const distinct = withoutOverlaps(all)
    await replaceFile(place, fixedText(readFileSync(place), distinct), statSync(place).mode)
    fixed.push(...distinct)
  }
  return fixed
}

function fixText({ path, line, column, rule, excerpt, fix }: Fixable, dir: string): string {
  const after = excerpt.slice(0, column - 1) + fix.text + excerpt.slice(column - 1 + fix.end - fix.start)
  const place = `${visible(join(dir, path))}:${line}:${column}`
  return `${place} fixed ${rule}\n  - ${visible(excerpt)}\n  + ${visible(after)}\n`
}

/** Keeps the first of overlapping fixes; the next run finds the other. */
function withoutOverlaps(all: readonly Fixable[]): Fixable[] {
  let end = -1
  return all
    .toSorted((a, b) => a.fix.start - b.fix.start)
    .filter(({ fix }) => {
      if (fix.start < end) return false
      end = fix.end
      return true
    })
}

/** Changes only the fixed bytes; keeps line endings and the BOM. */
function fixedText(bytes: Uint8Array, fixes: readonly Fixable[]): string {
  const raw = decodeLiteralUtf8(bytes)
  let stored = raw.startsWith('\uFEFF') ? 1 : 0
  let read = 0
  /** Maps a normalized offset to the raw text. Call in ascending order. */
  const rawOffset = (offset: number) => {
    for (; read < offset; read++) stored += raw.startsWith('\r\n', stored) ? 2 : 1
    return stored
  }
  const edits = fixes.map(({ fix: { start, end, text } }) => ({
    start: rawOffset(start),
    end: rawOffset(end),
    text,
  }))
  return applyEdits(raw, edits).text
}
