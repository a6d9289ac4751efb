/** A problem in the content is a value: collected, sorted and shown together, never thrown one by one. */
export interface Diagnostic {
  /** Path within the archive folder, with forward slashes. */
  readonly path: string
  /** 1-based; column counts UTF-16 units, as editors do. */
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly rule: RuleName
  readonly message: string
  /** How to fix it, as an instruction. */
  readonly hint: string
  /** The line itself, as written; empty when it is too long to be shown. */
  readonly excerpt: string
}

/**
 * What was read, and what is wrong with it. The value is undefined when nothing can be made of it; beside an error, it only serves
 * to find what else is wrong.
 */
export interface Checked<T> {
  readonly value: T | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** The next step of reading, where there is something to go on with; with all that was found on the way. */
export function andThen<T, U>(
  { value, diagnostics }: Checked<T>,
  next: (value: T) => Checked<U>,
): Checked<U> {
  if (value === undefined) return { value: undefined, diagnostics }
  const after = next(value)
  return { value: after.value, diagnostics: [...diagnostics, ...after.diagnostics] }
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** What one file may cost. The reference and the tests read these too. */
export const contentLimits = {
  /** Bytes of a text file. */
  fileBytes: 4 * 2 ** 20,
  /** Characters of front matter or of archive.yaml. */
  yamlLength: 65_536,
  /** Levels of lists and maps in each other. */
  nesting: 50,
  /** Problems that are listed. */
  problems: 1_000,
  /** Characters of a line that is shown with a problem. */
  excerptLength: 10_000,
} as const

/** Every rule that content is held to. The key is what a diagnostic shows and what the reference documents. */
export const contentRules = {
  'unreadable-file': 'A file or folder cannot be read.',
  'file-too-large': `A text file is larger than ${contentLimits.fileBytes / 2 ** 20} MiB, or its YAML longer than ${contentLimits.yamlLength} characters.`,
  'not-utf8': 'A text file is not valid UTF-8.',
  'no-posts': 'The archive holds no post that is not a draft.',
  'stray-file': 'A file is where it will not be published.',
  'front-matter-missing': 'A post or page does not open with front matter between two `---` lines.',
  'yaml-syntax': `Front matter or archive.yaml is not valid YAML, has a duplicate key or is nested more than ${contentLimits.nesting} deep.`,
  'unknown-key': 'A key is not one Citable knows.',
  'missing-key': 'A required key is absent.',
  'bad-value': 'A value has the wrong type or form.',
  'bad-date': 'A date is not a real ISO 8601 calendar date or date-time.',
  'modified-before-published': '`modified` is earlier than `published`.',
  'bad-id': 'A post’s file name does not match the id pattern.',
  'duplicate-id': 'Two posts have the same id.',
  'unknown-series': '`series` names none of the archive’s series.',
  'duplicate-series-number': 'Two posts of one series have the same `seriesNumber`.',
  'empty-summary': '`summary` has no text.',
  'summary-paragraphs': '`summary` is more than one paragraph.',
  'reserved-page': 'A page has a name that the service uses itself.',
  'empty-body': 'The body has no text.',
  'heading-level': 'A heading is of level 1, or skips a level.',
  'dead-link': 'A link points at nothing in the archive.',
  'dead-anchor': 'A link points at a heading that its target does not have.',
  'missing-image': 'An image points at nothing in the archive.',
  'missing-alt': 'An image has no alternative text.',
  'raw-html': 'The markdown contains raw HTML, which is shown as text.',
  'more-problems': `A file has more than ${contentLimits.problems} problems; only the first are listed.`,
} as const satisfies Record<string, string>

export type RuleName = keyof typeof contentRules

/** No more of each file's problems than anybody reads; the last one says how many are left out. */
export function limitPerFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Map<string, Diagnostic[]>()
  for (const one of diagnostics) {
    const ofFile = files.get(one.path)
    if (ofFile) ofFile.push(one)
    else files.set(one.path, [one])
  }
  return [...files.values()].flatMap((all) => {
    const rest = all.slice(contentLimits.problems)
    const [first] = rest
    if (!first) return all
    const more: Diagnostic = {
      ...first,
      severity: hasErrors(rest) ? 'error' : 'warning',
      rule: 'more-problems',
      message: `${rest.length} more problems in this file are not listed.`,
      hint: 'Fix those that are listed, and check again.',
      excerpt: '',
    }
    return [...all.slice(0, contentLimits.problems), more]
  })
}
