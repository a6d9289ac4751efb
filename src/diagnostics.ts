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
  /** The line itself, as written. */
  readonly excerpt: string
}

/** What was read, and what is wrong with it. The value is undefined when it cannot be used; a warning leaves it usable. */
export interface Checked<T> {
  readonly value: T | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Every rule that content is held to. The key is what a diagnostic shows and what the reference documents. */
export const contentRules = {
  'unreadable-file': 'A file or folder cannot be read.',
  'file-too-large': 'A text file is larger than 4 MiB.',
  'not-utf8': 'A text file is not valid UTF-8.',
  'no-posts': 'The archive holds no post that is not a draft.',
  'stray-file': 'A file stands where it will not be published.',
  'front-matter-missing': 'A post or page does not open with front matter between two `---` lines.',
  'yaml-syntax': 'Front matter or archive.yaml is not valid YAML, or a key stands twice.',
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
  'raw-html': 'Raw HTML stands in the markdown; it is shown as text.',
} as const satisfies Record<string, string>

export type RuleName = keyof typeof contentRules
