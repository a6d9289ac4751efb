import type { Diagnostic } from '../../base/diagnostics.ts'
import { groupedBy } from '../../base/grouped.ts'
import { nearFinder } from '../../base/nearest.ts'
import { problem, type TextFile } from '../../base/text-file.ts'
import { shortList } from '../../base/wording.ts'
import type { Body } from '../body.ts'
import type { AnchorLink, OutsideLink } from './body.ts'

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
  const headings = Array.from(known, (slug) => `#${slug}`)
  const all =
    known.size === 0
      ? 'That page has no headings.'
      : `Its headings are ${shortList(headings, shownHeadings)}.`
  return (slug) => {
    const near = nearSlug(slug)
    return near ? `Did you mean #${near}?` : all
  }
}

const shownHeadings = 20
