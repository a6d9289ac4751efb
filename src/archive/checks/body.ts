import { slug as slugOf } from 'github-slugger'
import type { Diagnostic, RuleName } from '../../base/diagnostics.ts'
import { decoded } from '../../base/paths.ts'
import { problem, type TextFile } from '../../base/text-file.ts'
import type { Heading, Markdown } from '../../markdown/markdown.ts'
import { countWords } from '../../markdown/sentences.ts'
import type { Untranslated } from '../../generators/syntaxes/translator.ts'
import { abbreviated, type Reference } from '../../markdown/source.ts'
import type { Target } from '../links.ts'

/** A parsed body with its links resolved. */
export interface ParsedBody {
  readonly file: TextFile
  /** From front matter, else from the body. */
  readonly title: string | undefined
  /** The first heading, if it is the title. */
  readonly ownTitle: string | undefined
  /** Maps an offset in the parsed text to one in the file. */
  readonly originalOffset: (offset: number) => number
  readonly parsed: Markdown
  /** Whether the text at an offset in the file is literal, such as code. */
  readonly isLiteral: (offset: number) => boolean
  /** Generator syntax without a translation. Offsets are in the file. */
  readonly untranslated: readonly Untranslated[]
  readonly links: readonly ResolvedLink[]
  /** Every resolved href and its target as JSON. The cached body is valid while they stay the same. */
  readonly resolved: ReadonlyMap<string, string>
  readonly wordCount: number
  readonly isDraft: boolean
}

export type ResolvedLink = { readonly reference: Reference; readonly target: Target }

/** A link to a heading. It is checked when all documents are parsed. */
export type AnchorLink = { readonly offset: number; readonly path: string; readonly slug: string }

/** A link to the same site outside the archive, and the path prefix to report it under. */
export type OutsideLink = { readonly offset: number; readonly href: string; readonly prefix: string }

/** Arguments of several words, such as a caption. */
const quoted = /"[^"\s]+\s[^"]*"|'[^'\s]+\s[^']*'/g

export function checkBody(body: ParsedBody): Diagnostic[] {
  const { file, parsed, originalOffset } = body
  const found: Diagnostic[] = []
  const report: Report = (offset, rule, message, hint) =>
    found.push(problem(file, originalOffset(offset), rule, message, hint))

  const draft = body.isDraft ? '' : ', or mark it `draft: true`'
  if (body.wordCount === 0) report(0, 'empty-body', 'The body has no text.', `Write it${draft}.`)
  checkHeadings(parsed.headings, report)
  checkLinks(body.links, report)
  for (const { offset, message, rule, hint, isText } of parsed.notes)
    if (!isText || !body.isLiteral(originalOffset(offset))) report(offset, rule, message, hint)
  for (const { offset, rule, written, hasText, isUnclosed } of body.untranslated) {
    const removed = abbreviated(written)
    const unknown = `${removed} is unknown${hasText ? '; only its text is kept' : ' and is removed'}.`
    const message = isUnclosed ? `The comment ${removed} is not closed, so the rest is removed.` : unknown
    const hint = isUnclosed
      ? 'Close it.'
      : 'Write it in markdown, or define it under `components` in archive.yaml.'
    const lost = countWords(isUnclosed ? written : (written.match(quoted) ?? []).join(' '))
    const data = { removed: isUnclosed ? removed : written.slice(0, 500), lost, left: body.wordCount }
    found.push({ ...problem(file, offset, rule, message, hint), ...(!hasText && { data }) })
  }
  return found
}

export const folderHint = 'Fix it, or add the folder of the file to `files` in archive.yaml.'

/** Links that are checked for all documents together: to headings, and to other parts of the site. */
export function linksToCheck({ originalOffset, links }: ParsedBody) {
  const anchorLinks: AnchorLink[] = []
  const outsideLinks: OutsideLink[] = []
  for (const { reference, target } of links) {
    if (isReferenceLink(reference)) continue
    const { kind, href } = reference
    const offset = originalOffset(startOf(reference))
    if (target.kind === 'here' && target.fragment.length > 1)
      anchorLinks.push({ offset, path: target.path, slug: decoded(target.fragment.slice(1)) })
    if (target.kind === 'outside' && kind !== 'image')
      outsideLinks.push({ offset, href, prefix: target.prefix })
  }
  return { anchorLinks, outsideLinks }
}

type Report = (offset: number, rule: RuleName, message: string, hint: string) => void

function checkHeadings(headings: readonly Heading[], report: Report): void {
  let above: Heading | undefined
  /** The corrected level of the previous heading, so that one mistake is reported once. */
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
    const { href, offset, alt } = reference
    const isImage = reference.kind === 'image'
    if (isImage && alt === '') {
      const message = `The image ${href} has no alt text.`
      report(offset, 'missing-alt', message, 'Describe it: `![what it shows](…)`.')
    }
    if (isReferenceLink(reference)) continue
    const start = startOf(reference)
    if (target.kind === 'outside' && isImage) {
      const hint = target.fileHint ?? folderHint
      report(start, 'missing-image', `${href} is not a published file.`, hint)
    } else if (target.kind === 'dead')
      report(start, isImage ? 'missing-image' : 'dead-link', target.message, target.hint)
  }
}

/** Where the address of a link is written, if it is. */
export const startOf = ({ destination, offset }: Reference) => destination?.[0] ?? offset

/** A reference link is checked at its definition. */
const isReferenceLink = ({ destination, href }: Reference) => !destination && href !== ''

/**
 * Generators make different fragments from "1. Début": `1-début`, `1-debut` or `debut`. A link within the document
 * that was written for another generator leads to the only heading it can mean.
 */
export function repairFragments(
  links: readonly ResolvedLink[],
  path: string,
  slugs: ReadonlySet<string>,
  headings: readonly Pick<Heading, 'slug'>[],
): readonly ResolvedLink[] {
  let bySpelling: ReadonlyMap<string, string | undefined> | undefined
  return links.map((link) => {
    const { target } = link
    if (target.kind !== 'here' || target.path !== path || target.file || target.fragment.length < 2)
      return link
    const written = decoded(target.fragment.slice(1))
    if (slugs.has(written)) return link
    bySpelling ??= slugsByLetters(headings)
    const slug = bySpelling.get(lettersOf(written))
    return slug === undefined ? link : { ...link, target: { ...target, fragment: `#${encodeURI(slug)}` } }
  })
}

/** Heading by normalized fragment; undefined if several headings share it. */
function slugsByLetters(headings: readonly Pick<Heading, 'slug'>[]): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const { slug } of headings) {
    const letters = lettersOf(slug)
    const ascii = slug.replace(/[^a-z0-9]/g, '')
    for (const key of new Set([letters, ascii, letters.replace(/^[0-9]+/, '')]))
      if (key !== '') found.set(key, found.has(key) ? undefined : slug)
  }
  return found
}

/** Letters without accents, and digits. */
function lettersOf(fragment: string): string {
  const unmarked = fragment
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  return slugOf(unmarked).replace(/[-_]/g, '')
}
