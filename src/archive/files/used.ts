import type { TextFile } from '../../base/text-file.ts'
import type { Body } from '../body.ts'
import type { PublishedFile } from '../paths.ts'

/** A file that is published, and what for. */
export interface UsedFile extends PublishedFile {
  /** A page loads it; all others are only linked to. */
  readonly isLoaded: boolean
  /** Where a post or page shows or plays it. */
  readonly shownIn?: { readonly file: TextFile; readonly offset: number }
}

/** What a body refers to. */
export function filesOf({ file, files }: Body): UsedFile[] {
  return files.map(({ shownAt: offset, ...one }) =>
    offset === undefined
      ? { ...one, isLoaded: false }
      : { ...one, isLoaded: true, shownIn: { file, offset } },
  )
}

/** A file is published once, for the most that is made of it. */
export function shownFirst(files: readonly UsedFile[]): UsedFile[] {
  const rank = ({ isLoaded, shownIn }: UsedFile) => (shownIn ? 0 : isLoaded ? 1 : 2)
  return files.toSorted((a, b) => rank(a) - rank(b))
}
