import type { Diagnostic, RuleName } from '../../base/diagnostics.ts'
import { byPosition, limitPerFile, withLevels } from '../../base/diagnostics.ts'
import { groupedBy } from '../../base/grouped.ts'
import { nearest, nearFinder } from '../../base/nearest.ts'
import { problem, TextFile } from '../../base/text-file.ts'
import { shortList } from '../../base/wording.ts'
import { isKey } from '../../content/bylines.ts'
import type { Content } from '../../content/read.ts'
import { settingsPath } from '../../content/settings.ts'
import { none as plainFolder } from '../../generators/none/none.ts'
import { htmlTags } from '../../markdown/raw-html/tags.ts'
import type { Body } from '../body.ts'
import type { PlannedDocument, PlannedPost, UsedFile } from '../model.ts'
import { checkFiles, isReserved } from '../paths.ts'
import type { BuildPlan } from '../plan.ts'
import { isNamedSeries } from '../series.ts'
import { enginePages, listPaths, servicePaths } from '../urls.ts'
import type { AnchorLink, OutsideLink } from './body.ts'

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

/** Checks ids, series, dates and authors. */
function checkPosts({ content, posts, series, mismatchedIds }: BuildPlan): Diagnostic[] {
  const problems: Diagnostic[] = []
  const seenNumbers = new Map<string, PlannedPost>()
  const keys = Object.keys(content.settings.authors)
  const report = ({ source }: PlannedPost, at: number, rule: RuleName, message: string, hint: string) =>
    problems.push(problem(source.file, at, rule, message, hint))

  for (const post of posts.toReversed()) {
    const { id, series: name, datePublished: published, isUnlisted, source } = post
    const { facts } = source
    if (mismatchedIds.has(id)) {
      const message = `"${id}" does not match ${content.settings.idPattern}.`
      report(post, 0, 'bad-id', message, 'Rename the file, or give it a `slug`.')
    }
    if (post.hasHashId) {
      const message = `The name ${source.file.path} gives no readable id; using "${id}".`
      const hint = 'Give it a `slug` of lower-case letters a–z, digits and hyphens.'
      report(post, 0, 'made-up-id', message, hint)
    }
    if (series.outside.has(source)) {
      const { text, offset = 0 } = facts.series ?? {}
      const [near] = text ? nearest(name, series.listed, 1) : []
      const hint = near ? `Did you mean "${near}"?` : `The archive’s series are ${series.listed.join(', ')}.`
      const message = text ? `"${text}" is not a series of this archive.` : 'The post names no series.'
      report(post, offset, 'unknown-series', message, hint)
    }
    const of = isNamedSeries(name, post.seriesLabel) ? ` of "${name}"` : ''
    const number = `number ${post.seriesNumber}${of}`
    // Unlisted posts use up no number.
    const other = isUnlisted ? undefined : seenNumbers.get(number)
    if (other && other.id !== id) {
      const message = `${other.source.file.path} is ${number} too.`
      const hint = 'Give each a different seriesNumber, or leave it out everywhere.'
      report(post, facts.seriesNumber?.offset ?? 0, 'duplicate-series-number', message, hint)
    }
    if (!isUnlisted) seenNumbers.set(number, post)
    if (published && facts.modified && facts.modified.text < published) {
      const message = `Modified ${facts.modified.text}, but published ${published}.`
      report(post, facts.modified.offset, 'modified-before-published', message, 'Fix one of the dates.')
    }
  }
  const doubts = posts.toReversed().flatMap((post) => post.doubts.map((doubt) => ({ ...doubt, post })))
  for (const { post, name, offset } of doubts.filter(({ kind }) => kind === 'byline')) {
    const hint = 'Write a list, one name per line: `authors:`, `- …`.'
    report(post, offset, 'doubtful-author', `“${name}” may be one author or several.`, hint)
  }
  // Report each key and placeholder once: one line in archive.yaml fixes all posts.
  const nobody = doubts.filter(({ kind }) => kind !== 'byline')
  for (const [name, [first, ...more]] of groupedBy(nobody, ({ name }) => name)) {
    if (!first) continue
    const hint = `Write the author’s name, or add it to archive.yaml: \`authors: { ${name}: { name: … } }\`.`
    if (first.kind === 'placeholder') {
      const count = more.length > 0 ? `${more.length + 1} posts are` : 'the post is'
      const message = `"${name}" is nobody’s name; ${count} credited without it.`
      report(first.post, first.offset, 'placeholder-author', message, hint)
    } else {
      const others = more.length > 0 ? `; ${more.length + 1} posts use it` : ''
      const [near] = isKey(name) ? nearest(name, keys, 1) : []
      const message = `"${name}" is not a key of \`authors\` in archive.yaml${others}.`
      report(first.post, first.offset, 'unknown-author', message, near ? `Did you mean "${near}"?` : hint)
    }
  }
  problems.push(...assumedZone(content))
  // If archive.yaml is broken, the posts may be elsewhere.
  const isLayoutKnown = content.invalid.length === 0 && !content.broken.has(settingsPath)
  if (posts.every(({ isUnlisted }) => isUnlisted) && isLayoutKnown) problems.push(noPosts(content))
  return problems
}

/** Reported only where the zone decides a day. */
function assumedZone({ posts, layout }: Content): Diagnostic[] {
  const moved = posts.flatMap(({ file, facts: { published } }) =>
    published && !published.moment.startsWith(published.text) ? [{ file, offset: published.offset }] : [],
  )
  const [first] = moved
  if (!first || !layout.isZoneAssumed) return []
  const count = moved.length === 1 ? '1 post has' : `${moved.length} posts have`
  const message = `${count} another day in UTC, which is assumed because no time zone is set.`
  const hint =
    'Set `timeZone` in archive.yaml to the zone the site was built in, such as Europe/Madrid, or to UTC.'
  return [problem(first.file, first.offset, 'assumed-time-zone', message, hint)]
}

function checkPageNames(pages: readonly PlannedDocument[]): Diagnostic[] {
  return pages.flatMap(({ id, path, source: { file, list } }) => {
    const isHome = path === servicePaths.home
    if (isHome && list && list.value !== 'none') {
      const hint = 'Write `list: none`, or choose lists with `look.home` in archive.yaml.'
      return [problem(file, list.offset, 'bad-value', '`list` is not `none`, so it is ignored.', hint)]
    }
    if (isHome || (id !== '' && !isReserved(id))) return []
    const asHome = 'To make it the home page, name it by its path in `pages` in archive.yaml.'
    const hint = id === 'index' ? asHome : 'Rename the file, or give it a `slug`.'
    if (id === '') return [problem(file, 0, 'bad-id', 'The file name gives no valid path.', hint)]
    const what = id === 'index' ? 'The archive makes its own home page' : `/${id} is reserved`
    return [problem(file, 0, 'reserved-page', `${what}, so this page is not published.`, hint)]
  })
}

function noPosts({ drafts, layout, paths }: Content): Diagnostic {
  const hasNoSettings = drafts.size === 0 && !paths.has(settingsPath)
  const none = `There are no posts${hasNoSettings ? ', and no archive.yaml to say where they are' : ''}.`
  const message = drafts.size > 0 ? 'Every post is a draft, scheduled, expired or held back.' : none
  const hint =
    layout.generator === plainFolder
      ? 'Write posts/week-01.md, or set `posts` in archive.yaml.'
      : 'Set `posts` in archive.yaml to where they are.'
  return problem(new TextFile(settingsPath), 0, 'no-posts', message, hint)
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

/** The URL attribute of elements other than `src`. */
const addressAttributes: Readonly<Record<string, string>> = { link: 'href', form: 'action' }

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
