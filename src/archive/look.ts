import type { Font, Image, Look, PublishedFile, PlannedPost, UsedFile } from './model.ts'
import type { Content } from '../content/read.ts'
import { isFontFile, settingsPath } from '../content/settings.ts'
import { problem } from '../base/text-file.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import type { BodyContext } from './body.ts'
import { folderHint } from './checks/body.ts'
import { isWebAddress } from '../base/paths.ts'

export interface ResolvedLook {
  readonly look: Look
  /** Author portraits by name. */
  readonly portraits: ReadonlyMap<string, Image>
  readonly files: readonly PublishedFile[]
}

/** Resolves the files of `look` and the authors' portraits. */
export function lookOf(
  { settings: { look, author, authors }, insets }: Content,
  { resolve, urls }: BodyContext,
): ResolvedLook {
  const files: PublishedFile[] = []
  const publishedAt = (setting: string | undefined): string | undefined => {
    const target = setting === undefined ? undefined : resolve(setting, settingsPath)
    if (target?.kind !== 'here' || !target.file) return undefined
    files.push(target.file)
    return target.path
  }
  const publish = (setting: string | undefined): string | undefined => {
    const path = publishedAt(setting)
    return path && urls.path(path)
  }
  const font = (setting: string | undefined): Font | undefined => {
    if (isFontFile(setting)) return { href: publish(setting), names: '' }
    return setting === undefined ? undefined : { href: undefined, names: setting }
  }
  const portraits = [author, ...Object.values(authors)].flatMap(({ name, picture }): [string, Image][] => {
    const path = publishedAt(picture)
    return path === undefined ? [] : [[name, { url: urls.url(path), href: urls.path(path), alt: '' }]]
  })
  const { fonts } = look
  const published: Look = {
    accent: look.accent,
    logo: publish(look.logo),
    logoDark: publish(look.logoDark),
    favicon: publish(look.favicon),
    card: publishedAt(look.card),
    stylesheet: publish(look.stylesheet),
    fonts: { text: font(fonts.text), interface: font(fonts.interface), code: font(fonts.code) },
    head: insets.head?.text ?? '',
    foot: insets.foot?.text ?? '',
  }
  return { look: published, portraits: new Map(portraits), files }
}

export interface Covers {
  readonly of: ReadonlyMap<PlannedPost, Image>
  readonly files: readonly UsedFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Resolves the cover images in front matter. */
export function coversOf(posts: readonly PlannedPost[], { resolve, urls }: BodyContext): Covers {
  const of = new Map<PlannedPost, Image>()
  const files: UsedFile[] = []
  const diagnostics: Diagnostic[] = []
  for (const post of posts) {
    const { facts, file: shownFile } = post.source
    if (!facts.image) continue
    const { text, alt, offset } = facts.image
    const asWritten = resolve(text, shownFile.path)
    // Many publishers omit the leading slash of an absolute path.
    const target =
      asWritten.kind === 'here' ? asWritten : resolve(text.replace(/^(?=\w+[/.])/, '/'), shownFile.path)
    if (target.kind === 'here' && target.file) {
      const { path, file } = target
      of.set(post, { url: urls.url(path), href: urls.path(path), alt })
      files.push({ ...file, isLoaded: true, shownIn: { file: shownFile, offset } })
    } else if (target.kind === 'elsewhere' && isWebAddress(text)) of.set(post, { url: text, href: text, alt })
    else if (target.kind !== 'elsewhere' || /^https?:/i.test(text)) {
      const message = `${text} is not a published image.`
      const { fileHint } = target.kind === 'outside' || target.kind === 'dead' ? target : {}
      diagnostics.push(problem(shownFile, offset, 'missing-image', message, fileHint ?? folderHint))
    }
  }
  return { of, files, diagnostics }
}
