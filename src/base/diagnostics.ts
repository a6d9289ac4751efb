import { groupedBy } from './grouped.ts'
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
  /**
   * Machine-readable details. Of `outside-link`: a URL prefix and the number of links that share it. Of `future-date` and
   * `expired`: the day. Of `held-back`: the line, and its value if `statuses` can explain it. Of a post that is not published:
   * its words. Of `shortcode` and `mdx`, if text is lost: what is removed, the words lost with it, also in the files it
   * seems to include, and the words left in the post.
   */
  readonly data?:
    | { readonly prefix: string; readonly links: number }
    | { readonly day: string }
    | { readonly status: string; readonly word: string; readonly lost?: number }
    | { readonly lost: number }
    | {
        readonly removed: string
        readonly lost: number
        readonly left: number
        readonly files?: readonly string[]
      }
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

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

export function pathsWithErrors(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(diagnostics.flatMap(({ severity, path }) => (severity === 'error' ? [path] : [])))
}

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
  readonly counted?: readonly [one: string, several: string]
  readonly harm?: Harm
}

/** What readers lose, the worst first. */
export const harms = ['text', 'image', 'link', 'other'] as const
export type Harm = (typeof harms)[number]

export function harmOf({ rule, data }: Diagnostic): Harm {
  const { counted, harm = 'other' }: Rule = contentRules[rule]
  return counted || (data && 'removed' in data) ? 'text' : harm
}

const error = (meaning: string): Rule => ({ level: 'error', meaning })
const warning = (meaning: string, harm: Harm = 'other'): Rule => ({ level: 'warning', meaning, harm })
const note = (meaning: string, ...counted: [string, string]): Rule => ({
  level: 'note',
  meaning,
  isFixed: true,
  counted,
})

const { fileBytes, postTokens, imageBytes, imageWidth } = contentLimits

/** All rules, by the name used in diagnostics, in `rules` of archive.yaml and in the reference. */
export const contentRules = {
  'unreadable-file': error('A file or folder is unreadable.'),
  'file-too-large': error(
    `A text file has over ${fileBytes / 2 ** 20} MiB, or ${contentLimits.yamlLength} characters of front matter.`,
  ),
  'not-utf8': error('A text file is not valid UTF-8.'),
  'no-posts': { ...error('The archive has no published post.'), isFixed: true },
  'blocked-html': warning('`look.head` or `look.foot` contains something that pages will not run or load.'),
  'stray-file': warning('A file is in a place that is not published.'),
  'symbolic-link': warning(
    'A symbolic link is not followed: it points outside the archive, to a hidden file, a folder or nothing.',
    'text',
  ),
  'front-matter-syntax': error(
    `Front matter is not valid YAML, TOML or JSON, or is nested more than ${contentLimits.nesting} deep.`,
  ),
  'settings-syntax': error('archive.yaml is not valid YAML, or has an unknown key or value.'),
  'unknown-key': warning('A front matter key is unknown and close to a known one.'),
  'bad-value': warning(
    'A front matter value has the wrong type or format and is ignored, or a key occurs twice.',
  ),
  'own-field': error('Front matter does not match the `fields` schema passed to `compile`.'),
  'bad-date': warning('A date is not valid and is ignored.'),
  'assumed-time-zone': warning(
    'Posts have another day in UTC, which is assumed because the site sets no time zone; reported once.',
  ),
  'modified-before-published': warning('`modified` is earlier than `published`.'),
  'future-date': note(
    'A post is dated after today, or after `--as-of`, so it is not published.',
    'is scheduled',
    'are scheduled',
  ),
  expired: note('A post has expired, so it is not published.', 'has expired', 'have expired'),
  draft: note('A post is a draft, so it is not published.', 'is a draft', 'are drafts'),
  'held-back': {
    ...warning('A value of `status`, `draft` or the like is not understood, so the post is not published.'),
    isFixed: true,
    counted: ['is held back by', 'are held back by'],
  },
  redirect: note(
    'A file has no text and only leads to another page, so it is no post.',
    'redirects elsewhere',
    'redirect elsewhere',
  ),
  'no-text': note('A post has no text, so it is not published.', 'has no text', 'have no text'),
  'list-page': note(
    'A file is the index of a section, or a page that its layout fills, so it is no post.',
    'is a page of lists',
    'are pages of lists',
  ),
  untitled: note(
    'A file has neither a date nor a title, in a blog of dated posts, so it is not published.',
    'has neither date nor title',
    'have neither date nor title',
  ),
  'excluded-post': note(
    'A file looks like a post, but `posts` in archive.yaml excludes it.',
    'is excluded by `posts`',
    'are excluded by `posts`',
  ),
  'ignored-name': note(
    'A file among the posts is ignored by its name: a README, or what your generator ignores.',
    'is ignored by its name',
    'are ignored by their names',
  ),
  'other-files': {
    level: 'note',
    isFixed: true,
    meaning: 'Markdown and HTML files that are neither posts nor pages; reported once per reason.',
  },
  'other-language': {
    ...warning('A post’s language differs from the archive’s, so it is not published.'),
    counted: ['is in another language', 'are in other languages'],
  },
  'other-format': {
    ...warning('A file looks like a post, but its format is not supported.'),
    counted: ['is in an unsupported format', 'are in unsupported formats'],
  },
  'unmatched-post': {
    ...warning('A file looks like a post, but no glob in `posts` matches it.'),
    counted: ['is matched by no glob of `posts`', 'are matched by no glob of `posts`'],
  },
  'bad-id': error('A post’s id does not match `idPattern`, or a page’s name gives no valid path.'),
  'made-up-id': warning('A post’s name gives no readable id, so a hash is used.'),
  'duplicate-id': error('Two posts have the same id.'),
  'duplicate-path': error('Two files are published at the same path.'),
  'shared-address': warning(
    'Two posts claim the same old URL, or one claims another’s URL; the first, or the owner, keeps it.',
    'link',
  ),
  'unknown-series': error('A post names a series that archive.yaml does not list.'),
  'unknown-author': warning(
    'Posts use an author key that archive.yaml does not list; reported once per key.',
  ),
  'placeholder-author': warning(
    'Posts name a placeholder, such as “admin”, and are credited as if they named nobody; reported once.',
  ),
  'doubtful-author': warning('A byline may name one author or several, and is published as one.'),
  'missing-author': warning('Posts name no author, and archive.yaml sets no default `author`.'),
  'duplicate-series-number': warning('Two posts in a series have the same `seriesNumber`.'),
  'reserved-page': warning('A page has a reserved name, so it is not published.', 'text'),
  'empty-body': warning('The body has no text.', 'text'),
  'nested-too-deep': error(
    `Quotes and lists are nested more than ${contentLimits.blockNesting} deep; deeper content would be lost.`,
  ),
  'heading-level': warning('A heading has level 1, or skips a level.'),
  'dead-link': warning('A link has no target in the archive.', 'link'),
  'dead-anchor': warning('A link points to a heading that does not exist.', 'link'),
  'outside-link': warning('A link points to a part of the same site outside the archive.', 'link'),
  'missing-image': warning('An image’s file is not in the archive.', 'image'),
  'missing-alt': warning('An image has no alt text.'),
  'image-not-resized': warning(
    `An image is not resized: it has over ${contentLimits.pixels / 1e6} million pixels or cannot be read.`,
  ),
  'missing-package': error('`images.widths` is set, but the sharp package cannot be loaded.'),
  'unsafe-svg': warning(
    'An SVG file loses a script, HTML or a reference to elsewhere; if it is not well-formed, it is empty.',
  ),
  'missing-footnote': warning('A footnote is referenced but not defined; its mark is shown as text.', 'link'),
  'raw-html': warning('HTML in the markdown is removed, or shown as text.'),
  shortcode: warning('A shortcode or template tag is unknown; only its text is kept.'),
  mdx: warning('An MDX component or expression is unknown; only its text is kept.'),
  math: warning('A formula is not valid TeX and is shown as written.'),
  'server-json': warning(
    '`server.json`, which `init` writes for the MCP registry, is not valid or names another endpoint.',
  ),
  'diagram-as-code': warning('Mermaid diagrams are shown as code; reported once.'),
  'post-too-long': warning(
    `A post has over ${thousands(postTokens)} tokens of about four characters; many clients truncate it.`,
  ),
  'image-too-large': warning(
    `An image has over ${thousands(imageBytes)} bytes, or half as many over ${thousands(imageWidth)} px wide.`,
  ),
  'tag-spelling': warning('Posts spell a tag in more than one way.'),
  'dead-original': error(
    'A post is cited at an address below `originals` that is dead; found by `check --originals --online`.',
  ),
  'guessed-original': warning(
    'Nothing in the folder shows that posts are where `originals` cites them; found by `check --originals`.',
    'link',
  ),
  'gone-link': warning('A link to another site is dead: 404, 410, or no such host.', 'link'),
  'moved-link': warning('A link to another site has moved permanently.', 'link'),
  'unreachable-link': warning('A link to another site could not be checked.', 'link'),
  'more-problems': warning(
    `A file has more than ${contentLimits.problems} problems; only the first are listed.`,
  ),
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof contentRules

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
