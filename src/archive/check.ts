import { idMatcher } from '../content/id-pattern.ts'
import type { Content, WrittenPost } from '../content/read.ts'
import { problem, TextFile } from '../content/text.ts'
import type { Diagnostic, RuleName } from '../diagnostics.ts'
import { nearest } from '../nearest.ts'
import { decoded, type Resolve } from './links.ts'
import type { Heading, Markdown } from './markdown.ts'
import { reservedNames } from './urls.ts'

/** What must hold between posts: ids, series, numbers, dates. `numbers` has each id's place in its series. */
export function checkPosts(content: Content, numbers: ReadonlyMap<string, number>): Diagnostic[] {
  const { posts, settings } = content
  const found: Diagnostic[] = []
  const seenIds = new Map<string, string>()
  const seenNumbers = new Map<string, string>()
  const matches = idMatcher(settings.idPattern)
  const series = Object.keys(settings.series)
  // Without archive.yaml's own word, its series and pattern are not known, and nothing can be held against them.
  const settingsKnown = !content.broken.has('archive.yaml')
  const report = (post: WrittenPost, at: number, rule: RuleName, message: string, hint: string) =>
    found.push(problem(post.file, at, rule, message, hint))

  for (const post of posts) {
    const { name, front, file } = post
    if ((settingsKnown && !matches(name)) || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
      report(
        post,
        0,
        'bad-id',
        `"${name}" does not match ${settings.idPattern}.`,
        'Rename the file; its name is the id.',
      )
    }
    const twin = seenIds.get(name)
    if (twin)
      report(post, 0, 'duplicate-id', `${twin} has the id "${name}" too.`, 'Rename one of the two files.')
    seenIds.set(name, file.path)

    if (settingsKnown && !series.includes(front.series)) {
      const near = nearest(front.series, series, 1)[0]
      const hint = near ? `Did you mean "${near}"?` : `The archive’s series are ${series.join(', ')}.`
      report(
        post,
        post.at('series'),
        'unknown-series',
        `"${front.series}" is not a series of this archive.`,
        hint,
      )
    }
    const place = `number ${numbers.get(name)} of "${front.series}"`
    const other = seenNumbers.get(place)
    if (other && !twin) {
      const hint = 'Give each its own seriesNumber, or leave it out everywhere.'
      report(post, post.at('seriesNumber'), 'duplicate-series-number', `${other} is ${place} too.`, hint)
    }
    seenNumbers.set(place, file.path)
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
  return content.pages.flatMap((page) => {
    const wellNamed = /^[a-z0-9][a-z0-9-]*$/.test(page.name)
    if (wellNamed && !reservedNames.has(page.name)) return []
    const message = wellNamed
      ? `The service itself answers at /${page.name}.`
      : `"${page.name}" cannot be part of an address: use lower-case letters, digits and hyphens.`
    return [problem(page.file, 0, wellNamed ? 'reserved-page' : 'bad-id', message, 'Rename the file.')]
  })
}

/** A link to a heading; whether the heading exists is known when every document has been read. */
export interface Anchored {
  readonly file: TextFile
  readonly offset: number
  readonly path: string
  readonly slug: string
}

/** What must hold within one body. Links to headings are left in `anchored` for later. */
export function checkBody(
  file: TextFile,
  bodyStart: number,
  parsed: Markdown,
  resolve: Resolve,
  anchored: Anchored[],
): Diagnostic[] {
  const found: Diagnostic[] = []
  const report = (
    offset: number,
    rule: RuleName,
    message: string,
    hint: string,
    severity: Diagnostic['severity'] = 'error',
  ) => found.push(problem(file, bodyStart + offset, rule, message, hint, severity))

  if (!parsed.texts.some((text) => /[\p{L}\p{N}]/u.test(text)))
    report(0, 'empty-body', 'The body has no text.', 'Write it, or mark it `draft: true`.')
  let above: Heading | undefined
  for (const heading of parsed.headings) {
    const allowed = (above?.level ?? 1) + 1
    const marks = '#'.repeat(Math.min(allowed, 6))
    if (heading.level === 1) {
      const message = 'The title is the only heading of level 1.'
      report(heading.offset, 'heading-level', message, 'Begin the body’s headings with `##`.')
    } else if (heading.level > allowed) {
      const message = `A heading of level ${heading.level} follows ${above ? `one of level ${above.level}` : 'the title'}.`
      report(heading.offset, 'heading-level', message, `Write it with \`${marks}\`.`)
    }
    above = heading
  }
  for (const { kind, href, offset, destination, alt } of parsed.references) {
    if (kind === 'image' && alt === '') {
      report(
        offset,
        'missing-alt',
        `The image ${href} has no alternative text.`,
        'Describe it: `![what it shows](…)`.',
      )
    }
    // A link that takes its destination from a definition is judged there, once.
    if (!destination && href !== '') continue
    const target = resolve(href, file.path)
    const at = destination?.[0] ?? offset
    if (target.kind === 'dead') {
      report(at, kind === 'image' ? 'missing-image' : 'dead-link', target.message, target.hint)
    } else if (target.kind === 'here' && target.fragment.length > 1) {
      anchored.push({
        file,
        offset: bodyStart + at,
        path: target.path,
        slug: decoded(target.fragment.slice(1)),
      })
    }
  }
  for (const { offset, tag } of parsed.rawHtml) {
    const message = `${tag} is raw HTML, which is shown as text.`
    report(offset, 'raw-html', message, 'Write it in markdown, or between backquotes.', 'warning')
  }
  return found
}

/** `headings` has the slugs of every document that was written; what the engine makes itself is not checked. */
export function checkAnchors(
  anchored: readonly Anchored[],
  headings: ReadonlyMap<string, readonly string[]>,
): Diagnostic[] {
  return anchored.flatMap(({ file, offset, path, slug }) => {
    const known = headings.get(path)
    if (!known || known.includes(slug)) return []
    const near = nearest(slug, known, 1)[0]
    const hint = near
      ? `Did you mean #${near}?`
      : `Its headings are ${known.map((one) => `#${one}`).join(', ') || 'none'}.`
    return [problem(file, offset, 'dead-anchor', `${path} has no heading #${slug}.`, hint)]
  })
}

function noPosts(content: Content): Diagnostic {
  const drafts = [...content.drafts].filter((path) => path.startsWith('posts/')).length
  const message = drafts > 0 ? 'Every post is a draft.' : 'There is no post.'
  return problem(new TextFile('posts'), 0, 'no-posts', message, 'Write posts/week-01.md, or publish a draft.')
}
