import { idMatcher } from '../content/id-pattern.ts'
import type { Content, WrittenPost } from '../content/read.ts'
import { problem, TextFile } from '../content/text.ts'
import type { Diagnostic, RuleName } from '../diagnostics.ts'
import { nearest, nearFinder } from '../nearest.ts'
import type { Body } from './body.ts'
import type { AnchorLink } from './check-body.ts'
import { isReserved } from './paths.ts'

/** What must hold between posts: ids, series, dates, and `numbers`, the position of each in its series. */
export function checkPosts(content: Content, numbers: ReadonlyMap<WrittenPost, number>): Diagnostic[] {
  const { posts, settings } = content
  const found: Diagnostic[] = []
  const seenNumbers = new Map<string, WrittenPost>()
  const matches = idMatcher(settings.idPattern)
  const series = Object.keys(settings.series)
  // Without archive.yaml's own word, its series and pattern are not known, and nothing can be held against them.
  const settingsKnown = !content.broken.has('archive.yaml')
  const report = (post: WrittenPost, at: number, rule: RuleName, message: string, hint: string) =>
    found.push(problem(post.file, at, rule, message, hint))

  for (const post of posts) {
    const { name, front } = post
    if ((settingsKnown && !matches(name)) || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
      const message = `"${name}" does not match ${settings.idPattern}.`
      report(post, 0, 'bad-id', message, 'Rename the file; its name is the id.')
    }
    if (settingsKnown && !series.includes(front.series)) {
      const near = nearest(front.series, series, 1)[0]
      const hint = near ? `Did you mean "${near}"?` : `The archive’s series are ${series.join(', ')}.`
      const message = `"${front.series}" is not a series of this archive.`
      report(post, post.at('series'), 'unknown-series', message, hint)
    }
    const number = `number ${numbers.get(post)} of "${front.series}"`
    const other = seenNumbers.get(number)
    if (other && other.name !== name) {
      const message = `${other.file.path} is ${number} too.`
      const hint = 'Give each its own seriesNumber, or leave it out everywhere.'
      report(post, post.at('seriesNumber'), 'duplicate-series-number', message, hint)
    }
    seenNumbers.set(number, post)
    if (front.published && front.modified && front.modified.slice(0, 10) < front.published) {
      const message = `Modified ${front.modified}, but published ${front.published}.`
      report(post, post.at('modified'), 'modified-before-published', message, 'Correct one of the two dates.')
    }
  }
  const aPostIsBroken = [...content.broken].some((path) => path.startsWith('posts/'))
  if (posts.length === 0 && !aPostIsBroken) found.push(noPosts(content))
  return found
}

export function checkPages(content: Content): Diagnostic[] {
  return content.pages.flatMap(({ name, file }) => {
    const wellNamed = /^[a-z0-9][a-z0-9-]*$/.test(name)
    if (wellNamed && !isReserved(name)) return []
    const message = wellNamed
      ? `The service itself answers at /${name}.`
      : `"${name}" cannot be part of an address: use lower-case letters, digits and hyphens.`
    return [problem(file, 0, wellNamed ? 'reserved-page' : 'bad-id', message, 'Rename the file.')]
  })
}

/** What is wrong in each body, and with links from one to a heading of another. What the engine makes itself is not checked. */
export function checkBodies(bodies: readonly Body[]): Diagnostic[] {
  const slugs = new Map(bodies.map((body) => [body.path, body.slugs]))
  const hints = new Map<string, (slug: string) => string>()
  const deadAnchor = ({ file, offset, path, slug }: AnchorLink): Diagnostic[] => {
    const known = slugs.get(path)
    if (!known || known.has(slug)) return []
    const hint = hints.get(path) ?? anchorHint(known)
    hints.set(path, hint)
    return [problem(file, offset, 'dead-anchor', `${path} has no heading #${slug}.`, hint(slug))]
  }
  return bodies.flatMap(({ diagnostics, anchorLinks }) => [
    ...diagnostics,
    ...anchorLinks.flatMap(deadAnchor),
  ])
}

function anchorHint(known: ReadonlySet<string>): (slug: string) => string {
  const nearSlug = nearFinder(known)
  const shown = Array.from(known, (slug) => `#${slug}`).slice(0, mostHeadingsShown)
  const more = known.size - shown.length
  const list = `${shown.join(', ') || 'none'}${more > 0 ? ` and ${more} more` : ''}`
  return (slug) => {
    const near = nearSlug(slug)
    return near ? `Did you mean #${near}?` : `Its headings are ${list}.`
  }
}

const mostHeadingsShown = 20

function noPosts(content: Content): Diagnostic {
  const drafts = [...content.drafts].filter((path) => path.startsWith('posts/')).length
  const message = drafts > 0 ? 'Every post is a draft.' : 'There is no post.'
  return problem(new TextFile('posts'), 0, 'no-posts', message, 'Write posts/week-01.md, or publish a draft.')
}
