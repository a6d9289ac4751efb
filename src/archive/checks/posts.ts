import type { PlannedDocument, PlannedPost } from '../model.ts'
import { isKey } from '../../content/bylines.ts'
import type { Content } from '../../content/read.ts'
import { none as plainFolder } from '../../generators/none/none.ts'
import { settingsPath } from '../../content/settings.ts'
import { problem, TextFile } from '../../base/text-file.ts'
import type { Diagnostic, RuleName } from '../../base/diagnostics.ts'
import { nearest } from '../../base/nearest.ts'
import { groupedBy } from '../../base/grouped.ts'
import type { BuildPlan } from '../plan.ts'
import { isNamedSeries } from '../series.ts'
import { isReserved } from '../paths.ts'

/** Checks ids, series, dates and authors. */
export function checkPosts({ content, posts, series, mismatchedIds }: BuildPlan): Diagnostic[] {
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
    if (published && facts.modified && facts.modified.text.slice(0, 10) < published) {
      const message = `Modified ${facts.modified.text.slice(0, 10)}, but published ${published}.`
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

export function checkPageNames(pages: readonly PlannedDocument[]): Diagnostic[] {
  return pages.flatMap(({ id, source }) => {
    if (id !== '' && !isReserved(id)) return []
    const hint = 'Rename the file, or give it a `slug`.'
    if (id === '') return [problem(source.file, 0, 'bad-id', 'The file name gives no valid path.', hint)]
    const what = id === 'index' ? 'The archive makes its own home page' : `/${id} is reserved`
    return [problem(source.file, 0, 'reserved-page', `${what}, so this page is not published.`, hint)]
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
