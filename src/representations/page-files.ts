import type { Version } from '../archive/model.ts'
import { digest } from '../base/digest.ts'
import { printStyle, script } from '../pages/files.ts'
import { versionPath } from '../base/version-path.ts'

/** What every page loads. A page asks for the bytes that it was made with, whatever a cache still has. */
export const pageFiles = {
  script: version('/citable.js', script),
  printStyle: version('/citable-print.css', printStyle),
} as const

function version(path: string, text: string): Version {
  const bytes = new TextEncoder().encode(text)
  return { path: versionPath(digest(bytes), path), bytes }
}
