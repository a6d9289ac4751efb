import { byPosition, type Diagnostic, limitPerFile, withLevels } from '../../base/diagnostics.ts'
import { groupedBy } from '../../base/grouped.ts'
import { nearest, nearFinder } from '../../base/nearest.ts'
import { problem, type TextFile } from '../../base/text-file.ts'
import { shortList } from '../../base/wording.ts'
import type { Content } from '../../content/read.ts'
import { htmlTags } from '../../markdown/raw-html/tags.ts'
import type { Body } from '../body.ts'
import type { UsedFile } from '../model.ts'
import { checkFiles } from '../paths.ts'
import type { BuildPlan } from '../plan.ts'
import { enginePages, listPaths } from '../urls.ts'
import type { AnchorLink, OutsideLink } from './body.ts'
import { checkPageNames, checkPosts } from './posts.ts'

/** Returns every problem of the content, by position, with the publisher's levels. */
export function checkArchive(
  plan: BuildPlan,
  bodies: readonly Body[],
  files: readonly UsedFile[],
): Diagnostic[] {
  const { content, posts, pages, paths, covers } = plan
  const published = posts.length + pages.length
  const problems = [
    ...content.diagnostics,
    ...paths.diagnostics,
    ...checkPosts(plan),
    ...checkPageNames(pages),
    ...checkNavigation(plan),
    ...checkInsets(content),
    // Unclosed front matter may swallow the whole body.
    ...bodies.flatMap(({ diagnostics }, at) =>
      at < published ? diagnostics : diagnostics.filter(({ rule }) => rule !== 'empty-body'),
    ),
    ...checkTargets(bodies),
    ...covers.diagnostics,
    ...checkFiles(files, paths),
  ]
  return limitPerFile(withLevels(problems.sort(byPosition), content.settings.rules))
}

/** Reports links to headings that do not exist, and to other parts of the site. */
export function checkTargets(bodies: readonly Body[]): Diagnostic[] {
  const slugs = new Map(bodies.map((body) => [body.path, body.slugs]))
  const hints = new Map<string, (slug: string) => string>()
  const deadAnchor = (file: TextFile, { offset, path, slug }: AnchorLink): Diagnostic[] => {
    const known = slugs.get(path)
    if (!known || known.has(slug)) return []
    const hint = hints.get(path) ?? anchorHint(known)
    hints.set(path, hint)
    return [problem(file, offset, 'dead-anchor', `${path} has no heading #${slug}.`, hint(slug))]
  }
  const outside = bodies.flatMap(({ file, outsideLinks }) => outsideLinks.map((link) => ({ ...link, file })))
  return [
    ...bodies.flatMap(({ file, anchorLinks }) => anchorLinks.flatMap((link) => deadAnchor(file, link))),
    ...checkOutside(outside),
  ]
}

/** Reports links to one part of the site once, at the first link. */
function checkOutside(links: readonly (OutsideLink & Pick<Body, 'file'>)[]): Diagnostic[] {
  return [...groupedBy(links, ({ prefix }) => prefix)].flatMap(([prefix, [first, ...more]]) => {
    if (!first) return []
    const others = more.length > 0 ? `; ${more.length + 1} links below ${prefix} lead outside` : ''
    const message = `${first.href} is not part of this archive${others}.`
    const hint = `If it is on the same site, add \`siteLinks: [${prefix}]\` to archive.yaml.`
    const outside = problem(first.file, first.offset, 'outside-link', message, hint)
    return [{ ...outside, data: { prefix, links: more.length + 1 } }]
  })
}

function anchorHint(known: ReadonlySet<string>): (slug: string) => string {
  const nearSlug = nearFinder(known)
  const slugs = Array.from(known, (slug) => `#${slug}`)
  const all = known.size === 0 ? 'That page has no headings.' : `Its headings are ${shortList(slugs, 20)}.`
  return (slug) => {
    const near = nearSlug(slug)
    return near ? `Did you mean #${near}?` : all
  }
}

function checkNavigation({ content: { settings, settingsFile }, pages }: BuildPlan): Diagnostic[] {
  const builtIn = [...Object.values(listPaths), ...enginePages.slice(1)].map((path) => path.slice(1))
  const known = [...new Set([...pages.map(({ id }) => id), ...builtIn])]
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
function checkInsets({ settings, insets }: Content): Diagnostic[] {
  return [insets.head, insets.foot].flatMap((file) =>
    (file ? htmlTags(file.text) : []).flatMap(({ name, kind, start, attributes }) => {
      if (kind === 'close' || !file) return []
      const value = (key: string) => attributes.find((one) => one.name === key)?.value
      const address = value(addressAttributes[name] ?? 'src')
      const isInline = name === 'script' && address === undefined && value('type') !== 'application/ld+json'
      const origin = URL.canParse(address ?? '') ? new URL(address ?? '').origin : undefined
      const isBlocked = origin !== undefined && name !== 'img' && !settings.look.hosts.includes(origin)
      if (!isInline && !isBlocked) return []
      const hint = isInline
        ? 'Load it by `src`, from an origin in `look.hosts`.'
        : `Add ${origin} to \`look.hosts\`.`
      const blocked = isInline
        ? 'Pages block inline scripts.'
        : `<${name}> loads from ${origin}, which pages block.`
      return [problem(file, start, 'blocked-html', blocked, hint)]
    }),
  )
}

/** The URL attribute of elements other than `src`. */
const addressAttributes: Readonly<Record<string, string>> = { link: 'href', form: 'action' }
