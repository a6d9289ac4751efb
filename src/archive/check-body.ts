import { slug as slugOf } from 'github-slugger'
import { contentLimits, type Diagnostic, type RuleName } from '../base/diagnostics.ts'
import { decoded } from '../base/paths.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import type { Heading, Markdown, Reference } from '../markdown/markdown.ts'
import type { Untranslated } from '../markdown/translate/source.ts'
import type { Target } from './links.ts'

/** A body as it was parsed, and where each link of it leads. */
export interface ParsedBody {
  readonly file: TextFile
  /** From an offset of what was parsed to one in the file. */
  readonly originalOffset: (offset: number) => number
  readonly parsed: Markdown
  /** Whether what is at an offset of the file means itself. */
  readonly isLiteral: (offset: number) => boolean
  /** What of its generator's own words has no meaning; offsets are in the file. */
  readonly untranslated: readonly Untranslated[]
  readonly links: readonly ResolvedLink[]
  readonly wordCount: number
  readonly isDraft: boolean
}

export interface ResolvedLink {
  readonly reference: Reference
  readonly target: Target
}

/** A link to a heading; whether the heading exists is known when every document has been read. */
export interface AnchorLink {
  readonly offset: number
  readonly path: string
  readonly slug: string
  /** The link leads nowhere, and this is where it was probably meant to lead. */
  readonly isGuess: boolean
}

/** A link to the same site outside the archive, and the beginning that such addresses have in common. */
export interface OutsideLink {
  readonly offset: number
  readonly href: string
  readonly prefix: string
}

/** What must hold within one body. */
export function checkBody(body: ParsedBody): Diagnostic[] {
  const { file, parsed, originalOffset } = body
  const found: Diagnostic[] = []
  const report: Report = (offset, rule, message, hint) =>
    found.push(problem(file, originalOffset(offset), rule, message, hint))

  const draft = body.isDraft ? '' : ', or mark it `draft: true`'
  if (body.wordCount === 0) report(0, 'empty-body', 'The body has no text.', `Write it${draft}.`)
  if (parsed.tooDeep !== undefined) {
    const message = `Quotes and lists are nested more than ${contentLimits.blockNesting} deep.`
    report(parsed.tooDeep, 'nested-too-deep', message, 'Use fewer levels.')
  }
  checkHeadings(parsed.headings, report)
  checkLinks(body.links, report)
  for (const { offset, message } of parsed.htmlNotes) {
    report(offset, 'raw-html', message, 'Write it in markdown, or put it in backticks if it is code.')
  }
  for (const { offset, message, rule, hint } of parsed.leftovers)
    if (!body.isLiteral(originalOffset(offset))) report(offset, rule, message, hint)
  for (const { offset, message } of parsed.mathNotes) {
    report(offset, 'math', message, 'Fix the TeX, or escape the dollar sign with a backslash.')
  }
  for (const { offset, rule, written, hasText } of body.untranslated) {
    const message = `${written} is unknown${hasText ? '; only its text is kept' : ' and is removed'}.`
    const hint = 'Write it in markdown, or define it under `components` in archive.yaml.'
    found.push(problem(file, offset, rule, message, hint))
  }
  return found
}

/** The links of a body that lead to a heading, of this document or another. */
export function anchorLinks({ originalOffset, links }: ParsedBody): AnchorLink[] {
  return links.flatMap(({ reference, target }) => {
    // One that is dead is reported with its heading, too, as if its hint had been followed.
    const page = target.kind === 'here' ? target : target.kind === 'dead' ? target.meant : undefined
    if (!page || page.fragment.length < 2 || isJudgedElsewhere(reference)) return []
    const offset = originalOffset(reference.destination?.[0] ?? reference.offset)
    const slug = decoded(page.fragment.slice(1))
    return [{ offset, path: page.path, slug, isGuess: target.kind === 'dead' }]
  })
}

/** The links of a body that leave the archive, but not the site. */
export function outsideLinks({ originalOffset, links }: ParsedBody): OutsideLink[] {
  return links.flatMap(({ reference, target }) => {
    const { kind, href, destination, offset } = reference
    if (target.kind !== 'outside' || kind === 'image' || isJudgedElsewhere(reference)) return []
    return [{ offset: originalOffset(destination?.[0] ?? offset), href, prefix: target.prefix }]
  })
}

type Report = (offset: number, rule: RuleName, message: string, hint: string) => void

function checkHeadings(headings: readonly Heading[], report: Report): void {
  let above: Heading | undefined
  /** The level of the one above as it should be: what follows is held against that. */
  let level = 1
  for (const heading of headings) {
    const allowed = level + 1
    const marks = '#'.repeat(Math.min(allowed, 6))
    level = heading.level === 1 ? 2 : Math.min(heading.level, allowed)
    if (heading.level === 1) {
      const message = 'Only the title may be a level 1 heading.'
      report(heading.offset, 'heading-level', message, 'Start the body’s headings at `##`.')
    } else if (heading.level > allowed) {
      const message = `A level ${heading.level} heading follows ${above ? `level ${above.level}` : 'the title'}.`
      report(heading.offset, 'heading-level', message, `Write it with \`${marks}\`.`)
    }
    above = heading
  }
}

function checkLinks(links: readonly ResolvedLink[], report: Report): void {
  for (const { reference, target } of links) {
    const { kind, href, offset, destination, alt } = reference
    if (kind === 'image' && alt === '') {
      const message = `The image ${href} has no alt text.`
      report(offset, 'missing-alt', message, 'Describe it: `![what it shows](…)`.')
    }
    if (target.kind === 'outside' && kind === 'image' && !isJudgedElsewhere(reference)) {
      const message = `${href} is not a published file.`
      const hint = 'Add its folder to `files` in archive.yaml.'
      report(destination?.[0] ?? offset, 'missing-image', message, hint)
    }
    if (target.kind !== 'dead' || isJudgedElsewhere(reference)) continue
    const rule = kind === 'image' ? 'missing-image' : 'dead-link'
    report(destination?.[0] ?? offset, rule, target.message, target.hint)
  }
}

/** A link that takes its destination from a definition is judged there, once. */
function isJudgedElsewhere({ destination, href }: Reference): boolean {
  return !destination && href !== ''
}

/**
 * Generators make different fragments: of "1. Début", `1-début`, `1-debut` or `debut`. A link to a heading of its own document that was written
 * for another generator leads to the one heading it can mean.
 */
export function toOwnHeadings(
  links: readonly ResolvedLink[],
  path: string,
  slugs: ReadonlySet<string>,
  headings: readonly Pick<Heading, 'slug'>[],
): readonly ResolvedLink[] {
  let meant: ReadonlyMap<string, string | undefined> | undefined
  return links.map((link) => {
    const { target } = link
    if (target.kind !== 'here' || target.path !== path || target.file || target.fragment.length < 2)
      return link
    const written = decoded(target.fragment.slice(1))
    if (slugs.has(written)) return link
    meant ??= spellings(headings)
    const slug = meant.get(lettersOf(written))
    return slug === undefined ? link : { ...link, target: { ...target, fragment: `#${encodeURI(slug)}` } }
  })
}

/** What is left of each heading's fragment in other spellings; undefined for what is left of several. */
function spellings(headings: readonly Pick<Heading, 'slug'>[]): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const { slug } of headings) {
    const letters = lettersOf(slug)
    const ascii = slug.replace(/[^a-z0-9]/g, '')
    for (const key of new Set([letters, ascii, letters.replace(/^[0-9]+/, '')]))
      if (key !== '') found.set(key, found.has(key) ? undefined : slug)
  }
  return found
}

/** Letters without their marks, and digits. */
function lettersOf(fragment: string): string {
  const unmarked = fragment
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  return slugOf(unmarked).replace(/[-_]/g, '')
}
