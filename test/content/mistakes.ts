import { type Diagnostic, fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import type { RuleName } from '../../src/base/diagnostics.ts'

export type Files = Readonly<Record<string, string>>

/**
 * A mistake, as a test title, in an archive, and all its diagnostics. `‸` marks the position of each, in order; it is not part of the
 * file.
 */
export type BrokenContent = readonly [what: string, files: Files, ...found: Finding[]]

/** A rule, and parts of its message and its hint. */
export type Finding = readonly [rule: RuleName, message: string | RegExp, hint: string | RegExp]

export const caret = '‸'

/** A post without other mistakes. The body starts on line 7 plus the lines of `front`. */
export function post(body = 'Text.', front = ''): string {
  return `---\ntitle: A title\nseries: research\nsummary: One sentence.\n${front}---\n\n${body}\n`
}

export function page(body = 'Text.', front = ''): string {
  return `---\ntitle: A page\nsummary: One sentence.\n${front}---\n\n${body}\n`
}

/** An older post as a link target, with the headings #method and #results. */
export const other: Files = {
  'posts/week-02.md': post('## Method\n\nHow.\n\n## Results\n\nWhat.', 'published: 2026-01-01\n'),
}

export interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly excerpt: string
}

export function unmarked(files: Files): Files {
  const clean = Object.entries(files).map(([path, text]) => [path, text.replaceAll(caret, '')])
  return Object.fromEntries(clean)
}

/** Positions of the carets, as editors count them, and their lines. */
export function markedPlaces(files: Files): Place[] {
  const paths = Object.keys(files).sort()
  return paths.flatMap((path) => {
    const lines = (files[path] ?? '').replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
    return lines.flatMap((written, index) => {
      const pieces = written.split(caret)
      return pieces.slice(1).map((_, nth) => ({
        path,
        line: index + 1,
        column: pieces.slice(0, nth + 1).join('').length + 1,
        excerpt: pieces.join(''),
      }))
    })
  })
}

export async function diagnose(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await readArchive(fromMemory(files))
  // `unpublished.test.ts` has these.
  return diagnostics.filter(({ rule }) => rule !== 'draft' && rule !== 'other-files')
}

/** Formats diagnostics as `path:line:column rule`, for comparison. */
export function inShort({ path, line, column, rule }: Omit<Place, 'excerpt'> & { rule: RuleName }): string {
  return `${path}:${line}:${column} ${rule}`
}
