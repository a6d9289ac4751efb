import { problem, type TextFile } from '../content/text.ts'
import { contentLimits, type Diagnostic, type RuleName } from '../diagnostics.ts'
import { decoded, type Target } from './links.ts'
import type { Heading, Markdown, Reference } from './markdown.ts'

/** A body as it was parsed, and where each link of it leads. */
export interface ParsedBody {
  readonly file: TextFile
  /** From an offset of what was parsed to one in the file. */
  readonly originalOffset: (offset: number) => number
  readonly parsed: Markdown
  readonly links: readonly ResolvedLink[]
  readonly wordCount: number
}

export interface ResolvedLink {
  readonly reference: Reference
  readonly target: Target
}

/** A link to a heading; whether the heading exists is known when every document has been read. */
export interface AnchorLink {
  readonly file: TextFile
  readonly offset: number
  readonly path: string
  readonly slug: string
}

/** What must hold within one body. */
export function checkBody(body: ParsedBody): Diagnostic[] {
  const { file, parsed, originalOffset } = body
  const found: Diagnostic[] = []
  const report: Report = (offset, rule, message, hint, severity = 'error') =>
    found.push(problem(file, originalOffset(offset), rule, message, hint, severity))

  if (body.wordCount === 0)
    report(0, 'empty-body', 'The body has no text.', 'Write it, or mark it `draft: true`.')
  if (parsed.tooDeep !== undefined) {
    const message = `Quotes and lists are more than ${contentLimits.blockNesting} deep in each other.`
    report(parsed.tooDeep, 'nested-too-deep', message, 'Write it with fewer levels.')
  }
  checkHeadings(parsed.headings, report)
  checkLinks(body.links, report)
  for (const { offset, tag } of parsed.rawHtml) {
    const message = `${tag} is raw HTML, which is shown as text.`
    report(offset, 'raw-html', message, 'Write it in markdown, or between backquotes.', 'warning')
  }
  return found
}

/** The links of a body that lead to a heading, of this document or another. */
export function anchorLinks({ file, originalOffset, links }: ParsedBody): AnchorLink[] {
  return links.flatMap(({ reference, target }) => {
    if (target.kind !== 'here' || target.fragment.length < 2 || isJudgedElsewhere(reference)) return []
    const offset = originalOffset(reference.destination?.[0] ?? reference.offset)
    return [{ file, offset, path: target.path, slug: decoded(target.fragment.slice(1)) }]
  })
}

type Report = (
  offset: number,
  rule: RuleName,
  message: string,
  hint: string,
  severity?: Diagnostic['severity'],
) => void

function checkHeadings(headings: readonly Heading[], report: Report): void {
  let above: Heading | undefined
  for (const heading of headings) {
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
}

function checkLinks(links: readonly ResolvedLink[], report: Report): void {
  for (const { reference, target } of links) {
    const { kind, href, offset, destination, alt } = reference
    if (kind === 'image' && alt === '') {
      const message = `The image ${href} has no alternative text.`
      report(offset, 'missing-alt', message, 'Describe it: `![what it shows](…)`.')
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
