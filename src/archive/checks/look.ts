import type { Diagnostic } from '../../base/diagnostics.ts'
import { nearest } from '../../base/nearest.ts'
import { problem } from '../../base/text-file.ts'
import type { Content } from '../../content/read.ts'
import { htmlTags } from '../../markdown/raw-html/tags.ts'
import { enginePages, listPaths } from '../urls.ts'

/** Built-in pages that `navigation` may name. */
const builtInPages = [...Object.values(listPaths), ...enginePages.slice(1)].map((path) => path.slice(1))

export function checkNavigation({ settings, settingsFile }: Content, pages: readonly string[]): Diagnostic[] {
  const known = [...new Set([...pages, ...builtInPages])]
  return (settings.navigation ?? []).flatMap((name) => {
    if (typeof name !== 'string' || known.includes(name)) return []
    const [near] = nearest(name, known)
    const start = settingsFile.text.search(/^navigation:/m)
    const offset = Math.max(0, settingsFile.text.indexOf(name, start))
    const message = `\`navigation\` names ${name}, but there is no such page.`
    const hint = near ? `Did you mean \`${near}\`?` : `Known names: ${known.join(', ')}.`
    return [problem(settingsFile, offset, 'settings-syntax', message, hint)]
  })
}

/** Reports HTML that the pages' CSP blocks: inline scripts, and hosts not in `look.hosts`. */
export function checkInsets({ settings, insets }: Content): Diagnostic[] {
  return [insets.head, insets.foot].flatMap((file) =>
    (file ? htmlTags(file.text) : []).flatMap(({ name, kind, start, attributes }) => {
      if (kind === 'close' || !file) return []
      const value = (key: string) => attributes.find((one) => one.name === key)?.value
      const address = value(addressAttributes[name] ?? 'src')
      const isInline = name === 'script' && address === undefined && value('type') !== 'application/ld+json'
      const origin = URL.canParse(address ?? '') ? new URL(address ?? '').origin : undefined
      const isBlocked = origin !== undefined && name !== 'img' && !settings.look.hosts.includes(origin)
      if (!isInline && !isBlocked) return []
      const message = isInline
        ? 'Pages block inline scripts.'
        : `<${name}> loads from ${origin}, which pages block.`
      const hint = isInline
        ? 'Load it by `src`, from an origin in `look.hosts`.'
        : `Add ${origin} to \`look.hosts\`.`
      return [problem(file, start, 'blocked-html', message, hint)]
    }),
  )
}

/** The URL attribute of elements other than `src`. */
const addressAttributes: Readonly<Record<string, string>> = { link: 'href', form: 'action' }
