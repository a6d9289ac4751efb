import type { Archive, Version } from '../archive/model.ts'
import { memoizeLast } from '../base/caches.ts'
import { digest } from '../base/digest.ts'
import { versionPath } from '../base/paths.ts'
import { feedStyle as feedSheet, printStyle, script } from '../pages/style.ts'
import { wordsFor } from './published.ts'

/** What every page loads. A page asks for the bytes that it was made with, whatever a cache still has. */
export const pageFiles = {
  script: version('/citable.js', script),
  printStyle: version('/citable-print.css', printStyle),
} as const

/** A feed tells a reader who opens it in a browser what it is for. */
export const feedStyle = memoizeLast((archive: Archive): Version => {
  const { aboutFeed, direction } = wordsFor(archive)
  // A string of JSON is one of CSS as long as it needs no escape.
  const about = `feed::before{content:${JSON.stringify(aboutFeed)}}feed{direction:${direction}}`
  return version('/citable-feed.css', feedSheet + about)
})

function version(path: string, text: string): Version {
  const bytes = new TextEncoder().encode(text)
  return { path: versionPath(digest(bytes), path), bytes }
}
