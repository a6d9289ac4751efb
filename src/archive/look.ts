import type { Font, Look, PublishedFile } from './model.ts'
import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { Content } from '../content/read.ts'
import { isFontFile, settingsPath } from '../content/settings.ts'
import { problem } from '../base/text-file.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { nearest } from '../base/nearest.ts'
import type { BodyContext } from './body.ts'
import { enginePages, listPaths } from './urls.ts'

/** What `navigation` may name, besides the publisher's own pages. */
const places = [...Object.values(listPaths), ...enginePages.slice(1)].map((path) => path.slice(1))

/** Every name must lead somewhere. */
export function checkNavigation({ settings, settingsFile }: Content, pages: readonly string[]): Diagnostic[] {
  const known = [...new Set([...pages, ...places])]
  return (settings.navigation ?? []).flatMap((name) => {
    if (known.includes(name)) return []
    const [near] = nearest(name, known)
    const start = settingsFile.text.search(/^navigation:/m)
    const offset = Math.max(0, settingsFile.text.indexOf(name, start))
    const message = `\`navigation\` names ${name}, and there is no such page.`
    const hint = near ? `Did you mean \`${near}\`?` : `Known names: ${known.join(', ')}.`
    return [problem(settingsFile, offset, 'settings-syntax', message, hint)]
  })
}

/** The files that it is made of are published like those that posts refer to. */
export function lookOf(
  { look }: ArchiveSettings,
  { resolve, urls }: BodyContext,
): { readonly look: Look; readonly files: readonly PublishedFile[] } {
  const files: PublishedFile[] = []
  const publishedAt = (path: string): string | undefined => {
    const target = resolve(path, settingsPath)
    if (target.kind !== 'here' || !target.file) return undefined
    files.push(target.file)
    return target.path
  }
  const publish = (written: string | undefined): string | undefined => {
    const path = written === undefined ? undefined : publishedAt(written)
    return path === undefined ? undefined : urls.path(path)
  }
  const font = (written: string | undefined): Font | undefined =>
    written === undefined
      ? undefined
      : isFontFile(written)
        ? { href: publish(written), names: '' }
        : { href: undefined, names: written }
  const { fonts } = look
  return {
    look: {
      accent: look.accent,
      logo: publish(look.logo),
      favicon: publish(look.favicon),
      card: look.card && publishedAt(look.card),
      stylesheet: publish(look.stylesheet),
      fonts: { text: font(fonts.text), interface: font(fonts.interface), code: font(fonts.code) },
    },
    files,
  }
}

/** The same with each file at the address that pages load it from. */
export function withVersions(
  { accent, logo, favicon, card, stylesheet, fonts }: Look,
  versionOf: (href: string) => string,
): Look {
  const versioned = (href: string | undefined) => (href === undefined ? undefined : versionOf(href))
  const font = (one: Font | undefined) => one && { ...one, href: versioned(one.href) }
  return {
    accent,
    logo: versioned(logo),
    favicon: versioned(favicon),
    // Shared pages outlive a version.
    card,
    stylesheet: versioned(stylesheet),
    fonts: { text: font(fonts.text), interface: font(fonts.interface), code: font(fonts.code) },
  }
}
