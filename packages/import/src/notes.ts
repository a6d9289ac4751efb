/** Something that an import skips or changes. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
  /** Defaults to 1. */
  readonly count?: number
}

export type TakeNote = (note: Note) => void

export interface FiledNote extends Note {
  readonly file: string | undefined
}

/** What can be lost, and advice. Sections of the report, in this order. */
export const noteKinds = {
  paid: ['posts for paying readers or members', 'They are drafts. Remove `draft: true` to publish one.'],
  private: ['private posts', 'They are drafts. Remove `draft: true` to publish one.'],
  password: ['posts with a password', 'They are drafts: an archive has no passwords.'],
  scheduled: [
    'posts scheduled for later',
    'They are drafts. Remove `draft: true` when they are due, or use `--as-of`.',
  ],
  draft: ['drafts', 'They have `draft: true` and are not published.'],
  response: [
    'responses to other people’s stories',
    'They are drafts, because the story each responds to is not in the export.',
  ],
  'no-text': ['posts without text', 'There was nothing to write.'],
  'summary-only': ['posts with only a summary in the feed', 'Write the rest, or import a full export.'],
  other: ['items that are neither posts nor pages', 'An archive does not publish them.'],
  comment: ['comments', 'An archive has no comments.'],
  shortcode: ['shortcodes', 'The tags are removed; the text between them is kept.'],
  embed: ['embeds', 'Each is now a link to its content.'],
  script: ['scripts, SVG and other code', 'They are removed.'],
  form: ['forms and buttons', 'They are removed.'],
  'remote-image': [
    'files on other hosts',
    'Pages still load them from there. `--images` copies the ones you have, `--fetch` downloads the rest.',
  ],
  'failed-image': [
    'files that could not be copied',
    'Pages still load them from there. Import again to retry.',
  ],
  'missing-image': [
    'files that are not in the export',
    'Import again with `--images` and the folder or zip that has them.',
  ],
  'site-link': [
    'links to other parts of the old site',
    'They still point to the old site. Remove them if it goes offline.',
  ],
  tag: ['internal tags', 'Readers never saw them.'],
  address: ['old URLs', 'Another post or the archive itself uses them.'],
  personal: ['subscriber lists and other personal data', 'They are not read.'],
} as const satisfies Record<string, readonly [noun: string, advice: string]>

export type NoteKind = keyof typeof noteKinds

/** Counts notes by kind, in the order of the table. */
export function totals(notes: readonly Note[]): [NoteKind, number][] {
  const sums = new Map<NoteKind, number>()
  for (const { kind, count = 1 } of notes) sums.set(kind, (sums.get(kind) ?? 0) + count)
  const order = Object.keys(noteKinds)
  return [...sums].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
}
