/** One thing, or several alike, that an import does not carry over or carries over changed. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
  /** How many of them; 1 unless it says. */
  readonly count?: number
}

export interface FiledNote extends Note {
  /** The file of the archive that it concerns; undefined for what has none. */
  readonly file: string | undefined
}

/** What can be lost, and what to do about it: the sections of the report, in this order. */
export const noteKinds = {
  paid: ['posts for paying readers or members', 'They are drafts. Remove `draft: true` to publish one.'],
  private: ['private posts', 'They are drafts. Remove `draft: true` to publish one.'],
  password: ['posts with a password', 'They are drafts: an archive has no passwords.'],
  scheduled: [
    'posts scheduled for later',
    'They are drafts. Remove `draft: true` when the day has come, or use `--as-of`.',
  ],
  draft: ['drafts', 'They have `draft: true` and are not published.'],
  response: ['responses to stories of others', 'They are drafts: each answers a text that is not here.'],
  'no-text': ['posts without text', 'Nothing of theirs could be written.'],
  'summary-only': ['posts of which the feed has only a summary', 'Write the rest, or import a full export.'],
  other: ['things that are neither post nor page', 'An archive has no place for them.'],
  comment: ['comments', 'An archive has no comments.'],
  shortcode: ['shortcodes', 'Their tags are removed, and the text between them is kept.'],
  embed: ['embedded things', 'Each has become a link to what it showed.'],
  script: ['scripts, SVG and other code', 'They are removed.'],
  form: ['forms and buttons', 'They are removed.'],
  'remote-image': [
    'files on other hosts',
    'They are loaded from where they are. `--images` copies those that you have, `--fetch` the rest.',
  ],
  'failed-image': [
    'files that could not be copied',
    'They are loaded from where they are. Import again to retry.',
  ],
  'missing-image': [
    'files that are not in the export',
    'Name the folder or zip that has them by `--images`, and import again.',
  ],
  'site-link': [
    'links to other parts of the old site',
    'They lead to where they did. Remove them if the old site goes.',
  ],
  tag: ['internal tags', 'Readers never saw them.'],
  address: ['old addresses', 'Another post has them, or the archive itself.'],
  personal: ['lists of subscribers and other personal data', 'They are not read.'],
} as const satisfies Record<string, readonly [noun: string, advice: string]>

export type NoteKind = keyof typeof noteKinds

/** The sum of each kind, in the order of the table; kinds without any are left out. */
export function totals(notes: readonly Note[]): [NoteKind, number][] {
  const sums = new Map<NoteKind, number>()
  for (const { kind, count = 1 } of notes) sums.set(kind, (sums.get(kind) ?? 0) + count)
  return (Object.keys(noteKinds) as NoteKind[]).flatMap((kind) => {
    const sum = sums.get(kind)
    return sum === undefined ? [] : [[kind, sum]]
  })
}
