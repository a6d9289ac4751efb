import { existsSync } from 'node:fs'
import { UsageError } from '../base/errors.ts'

/** As help and reference say it. */
export const usualFolderText = 'this folder if it has an archive.yaml, else archive'

/**
 * The folder that a command means when none is named; `example` is what to type to name one. Settings that are here decide: many sites
 * have a folder called archive that is one of their pages.
 */
export function usualFolder(example: string): string {
  if (existsSync('archive.yaml')) return '.'
  if (existsSync('archive')) return 'archive'
  throw new UsageError(
    `There is no archive.yaml here, and no folder archive. Begin with citable init, or name the archive’s folder: ${example}`,
  )
}
