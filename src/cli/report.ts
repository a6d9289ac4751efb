import { groupedBy } from '../base/grouped.ts'
import { contentRules, type Diagnostic, harmOf, harms } from '../base/diagnostics.ts'
import { say, visible, visibleJson } from '../base/terminal.ts'
import { plural, shortList, thousands } from '../base/wording.ts'
import { useColor } from './settings.ts'
import { sarif } from './sarif.ts'

export const formats = ['text', 'json', 'github', 'sarif'] as const
export type Format = (typeof formats)[number]

interface ReportOptions {
  readonly format?: Format
  readonly color: boolean
  readonly all?: boolean | undefined
  readonly quiet?: boolean | undefined
  /** Lists errors and lost texts and images, and counts the rest. */
  readonly brief?: boolean
}

const maxPlaces = 3

/** Formats diagnostics for people, programs or pull requests. Text shows each cause once, errors first, then by harm. */
export function report(
  diagnostics: readonly Diagnostic[],
  dir: string,
  { format = 'text', color, all = false, quiet = false, brief = false }: ReportOptions,
): string {
  if (format === 'json')
    return `${visibleJson(JSON.stringify({ ...counts(diagnostics), diagnostics }, null, 2))}\n`
  const located = diagnostics.map((one) => ({ ...one, path: joinPath(dir, one.path) }))
  if (format === 'sarif') return sarif(located)
  const selected = quiet ? located.filter(({ severity }) => severity === 'error') : located
  if (format === 'github') return selected.map((one) => `${annotation(one)}\n`).join('')
  const errors = selected.filter(({ severity }) => severity === 'error')
  const warnings = byHarm(selected.filter(({ severity }) => severity === 'warning'))
  const notes = selected.filter(({ severity }) => severity === 'note')
  const isPost = ({ rule }: Diagnostic) => rule !== 'other-files'
  const shown = all
    ? [...errors, ...warnings.flat()].map((one) => textFor([one], color))
    : [
        ...byRule(errors, color),
        ...warnings.flatMap((of) => (brief ? briefly(of, color) : byRule(of, color))),
      ]
  return [
    ...shown,
    ...unpublishedLines(notes.filter(isPost), all ? notes.length : maxPlaces),
    ...(brief ? [] : otherLines(notes)),
  ]
    .map((text) => `${text}\n`)
    .join('')
}

/** Splits diagnostics by what readers lose, the worst first. */
function byHarm(diagnostics: readonly Diagnostic[]): Diagnostic[][] {
  const groups = groupedBy(diagnostics, harmOf)
  return harms.map((harm) => groups.get(harm) ?? [])
}

/** Per cause. */
const maxPosts = 20

/** Lists every cause of lost text, most words first, and of lost images; other rules in one line each. */
function briefly(diagnostics: readonly Diagnostic[], color: boolean): string[] {
  const [first] = diagnostics
  if (!first || !['text', 'image'].includes(harmOf(first)))
    return Array.from(groupedBy(diagnostics, ({ rule }) => rule).values(), ruleLine)
  const causes = [...groupedBy(diagnostics, causeOf).values()].sort((a, b) => lostIn(b) - lostIn(a))
  return causes.map((places, nth) => {
    const [first] = places as [Diagnostic]
    const isPost = contentRules[first.rule].counted !== undefined
    const lines = isPost
      ? unpublishedLines(places, maxPosts)
      : first.data?.removed !== undefined
        ? [lossesByPost(places, color)]
        : [locatedMessage(first, color), ...otherPlaces(places)]
    // Several causes in a row share a hint.
    const isLast = causes[nth + 1]?.[0]?.hint !== first.hint
    return [...lines, ...(isLast ? [`      = ${visible(first.hint)}`] : [])].join('\n')
  })
}

/** Tags of one name have one cause. */
function causeOf(one: Diagnostic): string {
  const { rule, message, data } = one
  if (contentRules[rule].counted) return rule + statusOf(one)
  return `${rule} ${data?.removed === undefined ? message : /[\p{L}\p{N}_.-]+/u.exec(data.removed)?.[0]}`
}

const lostIn = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.reduce((sum, { data }) => sum + (data?.lost ?? 0), 0)

/** A removed tag at its first place, and a line for each other post. Posts that lose most come first. */
function lossesByPost(places: readonly Diagnostic[], color: boolean): string {
  const posts = [...groupedBy(places, ({ path }) => path).values()].sort((a, b) => lostIn(b) - lostIn(a))
  const lines = posts.slice(0, maxPosts).map((inPost, nth) => {
    const [first] = inPost as [Diagnostic]
    return `${nth === 0 ? locatedMessage(first, color) : `${placeOf(first)}:`} ${lossesIn(inPost)}.`
  })
  return indented(lines, posts.length - maxPosts)
}

const indented = (lines: readonly string[], more: number): string =>
  [...lines, ...(more > 0 ? [`and ${plural(more, 'more post')}`] : [])].join('\n      ')

/** "2 times; 13,120 words lost, of 62 files such as releases/1.2/fixes.md; 1,012 left" */
function lossesIn(inPost: readonly Diagnostic[]): string {
  const left = inPost[0]?.data?.left ?? 0
  const lost = lostIn(inPost)
  const files = inPost.flatMap(({ data }) => data?.files ?? [])
  const count = files.length > 1 ? `${files.length} files such as ` : ''
  const from = files.length > 0 ? `, of ${count}${visible(files[0] ?? '')}` : ''
  return [
    ...(inPost.length > 1 ? [`${inPost.length} times`] : []),
    ...(lost > 0 ? [`${wordsText(lost)} lost${from}`] : []),
    `${wordsText(left)} left`,
  ].join('; ')
}

const wordsText = (words: number): string => `${thousands(words)} word${words === 1 ? '' : 's'}`

/** "dead-link: 20 times, first at posts/a.md:5:2: week-2.md is not a published page or file." */
function ruleLine(matches: readonly Diagnostic[]): string {
  const [first] = matches as [Diagnostic]
  const times = matches.length === 1 ? 'at' : `${matches.length} times, first at`
  return `${first.rule}: ${times} ${placeOf(first)}: ${visible(first.message)}`
}

/** Per rule. Shows more errors, since they block publishing. */
const maxCauses = { error: 10, warning: 3, note: 3 } as const

/** Groups by rule and cause, with a count of the rest. */
function byRule(diagnostics: readonly Diagnostic[], color: boolean): string[] {
  const rules = groupedBy(diagnostics, ({ rule }) => rule)
  return Array.from(rules, ([rule, matches]) => {
    const causes = [...groupedBy(matches, ({ message }) => message).values()]
    // Each is an answer that the publisher has to give.
    const limit = maxCauses[rule === 'held-back' ? 'error' : (matches[0]?.severity ?? 'warning')]
    const rest = causes.slice(limit).flat().length
    return [
      ...causes.slice(0, limit).map((places) => textFor(places, color)),
      ...(rest > 0 ? [`${rule}: ${rest} more; \`citable check --all\` lists them.`] : []),
    ]
  }).flat()
}

/** Returns the diagnostics about unpublished posts. */
export const unpublished = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
  diagnostics.filter(({ rule }) => contentRules[rule].counted !== undefined)

/** "3 posts are not published: 2 are scheduled, 1 is a draft.", if there are any. */
export function unpublishedSummary(diagnostics: readonly Diagnostic[]): string[] {
  const all = unpublished(diagnostics)
  if (all.length === 0) return []
  const reasons = Array.from(byReason(all), ([, matches]) => `${matches.length} ${predicate(matches)}`)
  const count = new Set(all.map(({ path }) => path)).size
  return [`${plural(count, 'post')} ${count === 1 ? 'is' : 'are'} not published: ${reasons.join(', ')}.`]
}

/** "12 other files (READMEs, licenses and the like): posts/ 10, docs/ 2." */
export const otherLines = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.flatMap(({ rule, message }) => (rule === 'other-files' ? [visible(message)] : []))

/** "2 posts are scheduled: 2026-11-20 posts/a.md, 2026-12-01 posts/b.md" */
export function unpublishedLines(diagnostics: readonly Diagnostic[], limit = maxPlaces): string[] {
  return [...byReason(diagnostics).values()].map((matches) => {
    // "2026-11-20 posts/a.md", "posts/b.md (120 words)"
    const places = matches.map(({ path, data }) => {
      const lost = matches.length > 1 && data?.lost !== undefined ? ` (${wordsText(data.lost)})` : ''
      return visible((data?.day === undefined ? path : `${data.day} ${path}`) + lost)
    })
    places.sort()
    const words = lostIn(matches)
    const lost = words === 0 ? '' : `, ${wordsText(words)}`
    const head = `${plural(matches.length, 'post')} ${predicate(matches)}${lost}:`
    if (places.length <= maxPlaces || limit <= maxPlaces) return `${head} ${shortList(places, maxPlaces)}`
    return indented([head, ...places.slice(0, limit)], places.length - limit)
  })
}

const statusOf = ({ data }: Diagnostic) => (data?.status === undefined ? '' : ` ${data.status}`)

const byReason = (diagnostics: readonly Diagnostic[]) =>
  groupedBy(diagnostics, (one) => one.rule + statusOf(one))

function predicate([first, ...others]: readonly Diagnostic[]): string {
  if (!first) return ''
  const [one = 'is left out', several = 'are left out'] = contentRules[first.rule].counted ?? []
  return visible((others.length === 0 ? one : several) + statusOf(first))
}

export function counts(diagnostics: readonly Diagnostic[]): { errors: number; warnings: number } {
  const count = (level: Diagnostic['severity']) =>
    diagnostics.filter(({ severity }) => severity === level).length
  return { errors: count('error'), warnings: count('warning') }
}

/** "2 errors, 1 warning" */
export function tally(diagnostics: readonly Diagnostic[]): string {
  const { errors, warnings } = counts(diagnostics)
  const selected = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')]
  return selected.filter(Boolean).join(', ')
}

/** Formats one cause at its first position, and lists the others. */
function textFor(places: readonly Diagnostic[], color: boolean): string {
  const [first] = places
  if (!first) return ''
  const { line, column, hint, excerpt } = first
  const window = excerptAround(excerpt, column)
  const margin = `${line}`.padStart(5)
  const mark = ' '.repeat(window.column - 1) + paint(36, '^', color)
  const shown = excerpt.trim() === '' ? [] : [`${margin} | ${window.text}`, `      | ${mark}`]
  return [locatedMessage(first, color), ...shown, `      = ${visible(hint)}`, ...otherPlaces(places)].join(
    '\n',
  )
}

/** "3 times, also at posts/a.md:5:2, posts/b.md:7:1" */
function otherPlaces([, ...others]: readonly Diagnostic[]): string[] {
  if (others.length === 0) return []
  return [`      ${others.length + 1} times, also at ${shortList(others.map(placeOf), maxPlaces - 1)}`]
}

function locatedMessage(one: Diagnostic, color: boolean): string {
  const severity = paint(one.severity === 'error' ? 31 : 33, one.severity, color)
  return `${paint(1, placeOf(one), color)} ${severity} ${one.rule}: ${visible(one.message)}`
}

const placeOf = ({ path, line, column }: Diagnostic): string => visible(`${path}:${line}:${column}`)

const paint = (code: number, text: string, color: boolean): string =>
  color ? `\u001b[${code}m${text}\u001b[0m` : text

/** Shortens a long line around the column. Tabs count as one column, to align the marker. */
function excerptAround(excerpt: string, column: number): { text: string; column: number } {
  const flat = excerpt.replaceAll('\t', ' ')
  const isShort = flat.length <= 120
  const start = isShort ? 0 : Math.max(0, Math.min(column - 40, flat.length - 110))
  const stop = isShort ? flat.length : start + 110
  const before = `${start > 0 ? '…' : ''}${visible(flat.slice(start, column - 1))}`
  const after = `${visible(flat.slice(column - 1, stop))}${stop < flat.length ? '…' : ''}`
  return { text: before + after, column: before.length + 1 }
}

/** Formats a GitHub Actions workflow command, with its escapes. */
function annotation({ path, line, column, severity, rule, message, hint }: Diagnostic): string {
  const value = (text: string) => visible(text.replace(/[%\r\n]/g, encodeURIComponent))
  const property = (text: string) => value(text).replace(/[:,]/g, encodeURIComponent)
  const level = severity === 'note' ? 'notice' : severity
  const place = `file=${property(path)},line=${line},col=${column},title=${property(rule)}`
  return `::${level} ${place}::${value(`${message} ${hint}`)}`
}

function joinPath(dir: string, path: string): string {
  const clean = dir.replace(/\/+$/, '')
  return clean === '.' || clean === '' ? path : `${clean}/${path}`
}

export function printNextSteps(dir: string, { hasTerms = false, isReady = true } = {}): void {
  const named = dir === '.' ? '' : ` ${dir}`
  // Without a global install, only npx finds it.
  const program = process.env['npm_command'] === 'exec' ? 'npx citable' : 'citable'
  const line = (text: string) => say(process.stdout, text)
  if (!hasTerms)
    line(
      'Set `terms` in archive.yaml to license your posts; until then, readers get no rights to reuse them.',
    )
  line('')
  line('Next:')
  line(`  ${program} check${named}    list problems, with file and line`)
  if (isReady) line(`  ${program} serve${named}    the archive at http://localhost:3000`)
}

const harmNames = ['of lost text', 'of lost images', 'of lost links', 'other'] as const

/** Prints the errors in full and a count of the rest: "3 warnings: 1 of lost text, 2 other; `citable check` lists them." */
export function printProblems(diagnostics: readonly Diagnostic[], dir: string): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  process.stderr.write(report(errors, dir, { color: useColor(process.stderr) }))
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning')
  const kinds = byHarm(warnings).flatMap((of, nth) => (of.length > 0 ? `${of.length} ${harmNames[nth]}` : []))
  const line = (text: string) => say(process.stderr, `${dir}: ${text}`)
  if (warnings.length > 0)
    line(`${plural(warnings.length, 'warning')}: ${kinds.join(', ')}; \`citable check\` lists them.`)
  unpublishedSummary(diagnostics).forEach(line)
}
