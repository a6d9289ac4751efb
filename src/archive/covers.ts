import type { Diagnostic } from '../base/diagnostics.ts'
import { isWebAddress } from '../base/paths.ts'
import { problem } from '../base/text-file.ts'
import type { BodyContext } from './body.ts'
import type { Image, PlannedPost, PublishedFile, UsedFile } from './model.ts'

/** The image that stands for a post, and its file if it is one of the archive's. */
export interface Cover extends Image {
  readonly file: PublishedFile | undefined
}

export interface Covers {
  readonly of: ReadonlyMap<PlannedPost, Cover>
  readonly files: readonly UsedFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The images that front matter names. */
export function coversOf(posts: readonly PlannedPost[], { resolve, urls }: BodyContext): Covers {
  const of = new Map<PlannedPost, Cover>()
  const files: UsedFile[] = []
  const diagnostics: Diagnostic[] = []
  for (const post of posts) {
    const { facts, file: shownFile } = post.source
    if (!facts.image) continue
    const { text, alt, offset } = facts.image
    const asWritten = resolve(text, shownFile.path)
    // Many write a path from the top of the site without its slash.
    const target =
      asWritten.kind === 'here' ? asWritten : resolve(text.replace(/^(?=\w+[/.])/, '/'), shownFile.path)
    if (target.kind === 'here' && target.file) {
      const { path, file } = target
      of.set(post, { url: urls.url(path), href: urls.path(path), alt, file })
      files.push({ ...file, isLoaded: true, shownIn: { file: shownFile, offset } })
    } else if (target.kind === 'elsewhere' && isWebAddress(text))
      of.set(post, { url: text, href: text, alt, file: undefined })
    else if (target.kind !== 'elsewhere' || /^https?:/i.test(text)) {
      const message = `${text} is not a published image.`
      const hint = 'Fix it, or add the image’s folder to `files` in archive.yaml.'
      diagnostics.push(problem(shownFile, offset, 'missing-image', message, hint))
    }
  }
  return { of, files, diagnostics }
}
