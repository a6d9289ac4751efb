import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { groupedBy } from '../base/grouped.ts'
import { contentRules, type Diagnostic, type Rule, type RuleName } from '../base/diagnostics.ts'
import { say, visible, visibleJson } from '../base/escape.ts'
import { exitStatusOf, programName, version, useColor } from './settings.ts'
import { ecsLine, errorsAsEcs, type Level, type LogFormat } from '../runtime/node/metrics/log.ts'

export const formats = ['text', 'json', 'github', 'sarif'] as const
export type Format = (typeof formats)[number]

interface ReportOptions {
  readonly format?: Format
  readonly color: boolean
  readonly all?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** Formats diagnostics for people, programs or pull requests. Text shows each cause once, errors first. */
export function report(
  diagnostics: readonly Diagnostic[],
  dir: string,
  { format = 'text', color, all = false, quiet = false }: ReportOptions,
): string {
  if (format === 'json')
    return `${visibleJson(JSON.stringify({ ...counts(diagnostics), diagnostics }, null, 2))}\n`
  const located = diagnostics.map((one) => ({ ...one, path: joinPath(dir, one.path) }))
  if (format === 'sarif') return sarif(located)
  const selected = quiet ? located.filter(({ severity }) => severity === 'error') : located
  if (format === 'github') return selected.map((one) => `${annotation(one)}\n`).join('')
  const ranked = (['error', 'warning'] as const).map((rank) =>
    selected.filter((one) => one.severity === rank),
  )
  const notes = selected.filter(({ severity }) => severity === 'note')
  const isPost = ({ rule }: Diagnostic) => rule !== 'other-files'
  const shown = all
    ? ranked.flat().map((one) => textFor([one], color))
    : ranked.flatMap((of) => byRule(of, color))
  return [...shown, ...unpublishedLines(notes.filter(isPost), all), ...otherLines(notes)]
    .map((text) => `${text}\n`)
    .join('')
}

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

const ruleTable: Readonly<Record<RuleName, Rule>> = contentRules

/** Per rule. Shows more errors, since they block publishing. */
const maxCauses = { error: 10, warning: 3, note: 3 } as const
const maxPlaces = 3

/** Returns the diagnostics about unpublished posts. */
export function unpublished(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ rule }) => ruleTable[rule].counted !== undefined)
}

/** "3 posts are not published: 2 are scheduled, 1 is a draft." */
export function unpublishedLine(diagnostics: readonly Diagnostic[]): string {
  const all = unpublished(diagnostics)
  const reasons = Array.from(byReason(all), ([, matches]) => `${matches.length} ${predicate(matches)}`)
  const count = new Set(all.map(({ path }) => path)).size
  return `${plural(count, 'post')} ${count === 1 ? 'is' : 'are'} not published: ${reasons.join(', ')}.`
}

/** "12 other files (READMEs, licenses and the like): posts/ 10, docs/ 2." */
export function otherLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ rule, message }) => (rule === 'other-files' ? [visible(message)] : []))
}

/** "2 posts are scheduled: 2026-11-20 posts/a.md, 2026-12-01 posts/b.md" */
export function unpublishedLines(notes: readonly Diagnostic[], all = false): string[] {
  const placeOf = ({ path, data }: Diagnostic) =>
    visible(data && 'day' in data ? `${data.day} ${path}` : path)
  return [...byReason(notes).values()].map((matches) => {
    const places = matches.map(placeOf).sort()
    const listed = shortList(places, all ? places.length : maxPlaces)
    return `${plural(matches.length, 'post')} ${predicate(matches)}: ${listed}`
  })
}

const statusIn = ({ data }: Diagnostic) => (data && 'status' in data ? ` ${data.status}` : '')

function byReason(diagnostics: readonly Diagnostic[]) {
  return groupedBy(diagnostics, (one) => one.rule + statusIn(one))
}

function predicate([first, ...others]: readonly Diagnostic[]): string {
  if (!first) return ''
  const [one = 'is left out', several = 'are left out'] = ruleTable[first.rule].counted ?? []
  return visible((others.length === 0 ? one : several) + statusIn(first))
}

export function shortList(items: readonly string[], limit: number): string {
  const more = items.length - limit
  return `${items.slice(0, limit).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
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

/** "1 post", "2 posts" */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats one cause at its first position, and lists the others. */
function textFor([first, ...others]: readonly Diagnostic[], color: boolean): string {
  if (!first) return ''
  const { path, line, column, severity, rule, message, hint, excerpt } = first
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text)
  const place = paint(1, `${visible(path)}:${line}:${column}`)
  const head = `${place} ${paint(severity === 'error' ? 31 : 33, severity)} ${rule}: ${visible(message)}`
  const window = around(excerpt, column)
  const margin = `${line}`.padStart(5)
  const mark = ' '.repeat(window.column - 1) + paint(36, '^')
  const shown = excerpt.trim() === '' ? [] : [`${margin} | ${window.text}`, `      | ${mark}`]
  const also = others.map((one) => visible(`${one.path}:${one.line}:${one.column}`))
  const elsewhere =
    also.length > 0 ? [`      ${also.length + 1} times, also at ${shortList(also, maxPlaces - 1)}`] : []
  return [head, ...shown, `      = ${visible(hint)}`, ...elsewhere].join('\n')
}

/** Shortens a long line around the column. Tabs count as one column, to align the marker. */
function around(excerpt: string, column: number): { text: string; column: number } {
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
  return `::${severity === 'note' ? 'notice' : severity} file=${property(path)},line=${line},col=${column},title=${property(rule)}::${value(`${message} ${hint}`)}`
}

function joinPath(dir: string, path: string): string {
  const clean = dir.replace(/\/+$/, '')
  return clean === '.' || clean === '' ? path : `${clean}/${path}`
}

/** Formats SARIF 2.1.0 for GitHub code scanning and editors. Columns are UTF-16 units; paths are relative to the working directory. */
export function sarif(diagnostics: readonly Diagnostic[]): string {
  const rules = [...new Set(diagnostics.map(({ rule }) => rule))].sort()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'citable', version: version(), rules: rules.map(sarifRule) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((one) => sarifResult(one, rules.indexOf(one.rule))),
      },
    ],
  }
  return `${visibleJson(JSON.stringify(log, null, 2))}\n`
}

/** GitHub requires descriptions and help, although SARIF does not. */
function sarifRule(id: RuleName) {
  const { level, meaning } = contentRules[id]
  const text = `Each result says how to fix it. \`rules\` in archive.yaml sets \`${id}\` to error, warn or off.`
  return {
    id,
    shortDescription: { text: meaning },
    fullDescription: { text: meaning },
    help: { text },
    defaultConfiguration: level === 'off' ? { enabled: false } : { level },
  }
}

function sarifResult(one: Diagnostic, ruleIndex: number) {
  const { path, line, column, severity, rule, message, hint, fix } = one
  const uri = isAbsolute(path) ? pathToFileURL(path).href : path.split('/').map(encodeURIComponent).join('/')
  const artifactLocation = { uri }
  const region = { startLine: line, startColumn: column }
  // A fix starts at its problem and stays on one line.
  const replacement = fix && {
    deletedRegion: { ...region, endLine: line, endColumn: column + fix.end - fix.start },
    insertedContent: { text: fix.text },
  }
  const changes = [{ artifactLocation, replacements: [replacement] }]
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${message} ${hint}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(fix && { fixes: [{ description: { text: hint }, artifactChanges: changes }] }),
  }
}

export function printNextSteps(dir: string, { hasTerms = false, isReady = true } = {}): void {
  const named = dir === '.' ? '' : ` ${dir}`
  const program = programName()
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

/** Messages of a server, as text or for a log shipper. */
export interface Messages {
  say(line: string): void
  /** What a reload did: as text on standard error, away from the access log. */
  note(line: string): void
  warn(line: string): void
  problems(diagnostics: readonly Diagnostic[], dir: string): void
  /** Runs the work, logs a fatal error if the format requires it, and returns the exit status. */
  untilDone(work: () => Promise<number>): Promise<number>
}

export function messagesIn(format: LogFormat): Messages {
  return format === 'ecs' ? ecs() : text
}

const text: Messages = {
  say: (line) => say(process.stdout, line),
  note: (line) => say(process.stderr, line),
  warn: (line) => say(process.stderr, line),
  problems: (diagnostics, dir) => {
    process.stderr.write(report(diagnostics, dir, { color: useColor(process.stderr) }))
  },
  untilDone: (work) => work(),
}

function ecs(): Messages {
  errorsAsEcs()
  const log = (level: Level, message: string, fields = {}) => {
    const stream = level === 'info' ? process.stdout : process.stderr
    stream.write(ecsLine(level, message, { 'event.dataset': 'citable.log', ...fields }))
  }
  return {
    say: (line) => log('info', line),
    note: (line) => log('info', line),
    warn: (line) => log('warn', line),
    problems(diagnostics) {
      for (const { severity, path, line, column, rule, message, hint } of diagnostics)
        log(
          ({ error: 'error', warning: 'warn', note: 'info' } as const)[severity],
          `${path}:${line}:${column} ${rule}: ${message} ${hint}`,
          { 'file.path': path, 'rule.id': rule },
        )
    },
    untilDone: (work) =>
      work().catch((error: Error) => {
        const status = exitStatusOf(error)
        log('error', error.message)
        return status
      }),
  }
}
