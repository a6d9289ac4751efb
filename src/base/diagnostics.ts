import { format } from '../words/format.ts'
import { groupedBy } from './grouped.ts'
import texts from './rules.json' with { type: 'json' }
import { thousands } from './wording.ts'

/** A problem in the content. Collected and reported together, never thrown. */
export interface Diagnostic {
  /** Path within the archive folder, with forward slashes. */
  readonly path: string
  /** 1-based; column counts UTF-16 units, as editors do. */
  readonly line: number
  readonly column: number
  /** A note reports what is not published and why. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly rule: RuleName
  readonly message: string
  /** How to fix it, as an instruction. */
  readonly hint: string
  /** The source line; empty if it is too long to show. */
  readonly excerpt: string
  /** A safe, lossless edit, applied by `check --fix`. */
  readonly fix?: Fix
  /** Machine-readable details of some rules. */
  readonly data?: DiagnosticData
}

export interface DiagnosticData {
  /** Of `outside-link`: a URL prefix, and the number of links that share it. */
  readonly prefix?: string
  readonly links?: number
  /** Of `future-date` and `expired`. */
  readonly day?: string
  /** Of `held-back`: the line, and its value if `statuses` can explain it. */
  readonly status?: string
  readonly word?: string
  /** Words lost with a post that is not published, or with what is removed, also in the files it seems to include. */
  readonly lost?: number
  /** Of `shortcode` and `mdx`, if text is lost: the tag, the words left in the post, and those files. */
  readonly removed?: string
  readonly left?: number
  readonly files?: readonly string[]
}

/** A text replacement. Offsets refer to the decoded file: no byte order mark, LF line endings. */
export interface Fix {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A result with its diagnostics. Next to an error, the value is only good for finding more problems, unless `skipBroken` has left
 * out the posts with errors.
 */
export interface Checked<T> {
  readonly value: T | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** A build. Its result holds until `nextChange`, when a post goes live or expires. */
export interface Built<T> extends Checked<T> {
  /** RFC 3339. */
  readonly nextChange?: string | undefined
}

/** Chains a second step onto the value, if there is one, and concatenates the diagnostics. */
export function andThen<T, U>(first: Checked<T>, next: (value: T) => Checked<U>): Checked<U> {
  if (first.value === undefined) return { value: undefined, diagnostics: first.diagnostics }
  const { value, diagnostics } = next(first.value)
  return { value, diagnostics: [...first.diagnostics, ...diagnostics] }
}

/** Sorts by path, line and column. */
export function byPosition(a: Diagnostic, b: Diagnostic): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line || a.column - b.column
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === 'error')

export const pathsWithErrors = (diagnostics: readonly Diagnostic[]): ReadonlySet<string> =>
  new Set(diagnostics.flatMap(({ severity, path }) => (severity === 'error' ? [path] : [])))

/** Limits for content. Also read by the reference and the tests. */
export const contentLimits = {
  /** Size of a text file. */
  fileBytes: 4 * 2 ** 20,
  /** Characters of front matter or archive.yaml. */
  yamlLength: 65_536,
  /** Nested lists and maps in YAML. */
  nesting: 50,
  /** Nested quotes and lists in markdown; markdown-it counts a list item as a level. */
  blockNesting: 100,
  /** Tags per post. Each has a page. */
  tags: 100,
  /** Authors per post with a page of their own. */
  authorPages: 100,
  /** MCP clients truncate longer answers. */
  postTokens: 25_000,
  imageBytes: 1_000_000,
  /** Twice the text column, for dense screens. Applies to images with more than half of `imageBytes`. */
  imageWidth: 2_496,
  /** Pixels of an image that is resized. */
  pixels: 100_000_000,
  /** Problems listed per file. */
  problems: 1_000,
  /** Characters of a line shown with a problem. */
  excerptLength: 10_000,
} as const

/** A content rule and its default level. */
export interface Rule {
  /** `error` is for problems that would make an answer wrong or drop a post; it stops publication. */
  readonly level: Diagnostic['severity']
  readonly meaning: string
  /** Not configurable, because answers would be wrong or held-back posts uncounted. */
  readonly isFixed?: boolean
  /** How a summary describes one post that is left out, and several. */
  readonly counted?: readonly string[]
  readonly harm?: Harm
}

/** What readers lose, the worst first. */
export const harms = ['text', 'image', 'link', 'other'] as const
export type Harm = (typeof harms)[number]

export function harmOf({ rule, data }: Diagnostic): Harm {
  const { counted, harm = 'other' } = contentRules[rule]
  return counted || data?.removed !== undefined ? 'text' : harm
}

/** All rules, by the name used in diagnostics, in `rules` of archive.yaml and in the reference. `rules.json` has their texts. */
const rules = {
  'unreadable-file': { level: 'error' },
  'file-too-large': { level: 'error' },
  'not-utf8': { level: 'error' },
  'no-posts': { level: 'error', isFixed: true },
  'blocked-html': { level: 'warning' },
  'stray-file': { level: 'warning' },
  'symbolic-link': { level: 'warning', harm: 'text' },
  'front-matter-syntax': { level: 'error' },
  'settings-syntax': { level: 'error' },
  'unknown-key': { level: 'warning' },
  'bad-value': { level: 'warning' },
  'own-field': { level: 'error' },
  'bad-date': { level: 'warning' },
  'assumed-time-zone': { level: 'warning' },
  'modified-before-published': { level: 'warning' },
  'future-date': { level: 'note', isFixed: true },
  expired: { level: 'note', isFixed: true },
  draft: { level: 'note', isFixed: true },
  'held-back': { level: 'warning', isFixed: true },
  redirect: { level: 'note', isFixed: true },
  'no-text': { level: 'note', isFixed: true },
  'list-page': { level: 'note', isFixed: true },
  untitled: { level: 'note', isFixed: true },
  'excluded-post': { level: 'note', isFixed: true },
  'ignored-name': { level: 'note', isFixed: true },
  'other-files': { level: 'note', isFixed: true },
  'other-language': { level: 'warning' },
  'other-format': { level: 'warning' },
  'unmatched-post': { level: 'warning' },
  'bad-id': { level: 'error' },
  'made-up-id': { level: 'warning' },
  'duplicate-id': { level: 'error' },
  'duplicate-path': { level: 'error' },
  'shared-address': { level: 'warning', harm: 'link' },
  'unknown-series': { level: 'error' },
  'unknown-author': { level: 'warning' },
  'placeholder-author': { level: 'warning' },
  'doubtful-author': { level: 'warning' },
  'missing-author': { level: 'warning' },
  'duplicate-series-number': { level: 'warning' },
  'reserved-page': { level: 'warning', harm: 'text' },
  'empty-body': { level: 'warning', harm: 'text' },
  'nested-too-deep': { level: 'error' },
  'heading-level': { level: 'warning' },
  'dead-link': { level: 'warning', harm: 'link' },
  'dead-anchor': { level: 'warning', harm: 'link' },
  'outside-link': { level: 'warning', harm: 'link' },
  'missing-image': { level: 'warning', harm: 'image' },
  'missing-alt': { level: 'warning' },
  'image-not-resized': { level: 'warning' },
  'missing-package': { level: 'error' },
  'unsafe-svg': { level: 'warning' },
  'missing-footnote': { level: 'warning', harm: 'link' },
  'raw-html': { level: 'warning' },
  shortcode: { level: 'warning' },
  mdx: { level: 'warning' },
  math: { level: 'warning' },
  'server-json': { level: 'warning' },
  'diagram-as-code': { level: 'warning' },
  'post-too-long': { level: 'warning' },
  'image-too-large': { level: 'warning' },
  'tag-spelling': { level: 'warning' },
  'dead-original': { level: 'error' },
  'guessed-original': { level: 'warning', harm: 'link' },
  'gone-link': { level: 'warning', harm: 'link' },
  'moved-link': { level: 'warning', harm: 'link' },
  'unreachable-link': { level: 'warning', harm: 'link' },
  'more-problems': { level: 'warning' },
} as const satisfies Record<keyof typeof texts, Omit<Rule, 'meaning' | 'counted'>>

export type RuleName = keyof typeof rules

const { fileBytes, pixels, postTokens, imageBytes, imageWidth } = contentLimits
const shownLimits = {
  ...contentLimits,
  fileMiB: fileBytes / 2 ** 20,
  megapixels: pixels / 1e6,
  postTokens: thousands(postTokens),
  imageBytes: thousands(imageBytes),
  imageWidth: thousands(imageWidth),
}

export const contentRules = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [
    name,
    { ...rules[name as RuleName], ...text, meaning: format(text.meaning, shownLimits) },
  ]),
) as Readonly<Record<RuleName, Rule>>

/** Rules that `rules` in archive.yaml can set. */
export const settableRules = (Object.entries(contentRules) as [RuleName, Rule][]).flatMap(
  ([name, { isFixed }]) => (isFixed ? [] : [name]),
)

/** Truncates each file's diagnostics; the last one counts the rest. */
export function limitPerFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...groupedBy(diagnostics, ({ path }) => path).values()].flatMap((all) => {
    const rest = all.slice(contentLimits.problems)
    const [first] = rest
    if (!first) return all
    const more: Diagnostic = {
      ...first,
      severity: hasErrors(rest) ? 'error' : 'warning',
      rule: 'more-problems',
      message: `${rest.length} more problems in this file.`,
      hint: 'Fix the ones listed, then check again.',
      excerpt: '',
    }
    return [...all.slice(0, contentLimits.problems), more]
  })
}

/** Applies the publisher's rule levels over the defaults. */
export function withLevels(
  diagnostics: readonly Diagnostic[],
  levels: Partial<Readonly<Record<RuleName, 'error' | 'warn' | 'off'>>>,
): Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const level = levels[diagnostic.rule]
    if (level === undefined) return [diagnostic]
    return level === 'off' ? [] : [{ ...diagnostic, severity: level === 'warn' ? 'warning' : 'error' }]
  })
}
