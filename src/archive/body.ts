import type { Diagnostic } from '../base/diagnostics.ts'
import { isWebAddress } from '../base/paths.ts'
import { once } from '../base/caches.ts'
import type { TextFile } from '../base/text-file.ts'
import { readMatter } from '../content/matter.ts'
import { isDraft, type SourceDocument } from '../content/read.ts'
import { valueAt, isGroup } from '../generators/settings.ts'
import { renderBody, type RewrittenLink } from '../markdown/html.ts'
import { lead, takeTitle } from '../markdown/lead.ts'
import { type Markdown, parseMarkdown } from '../markdown/markdown.ts'
import type { ExtendedParser } from '../markdown/parser.ts'
import { applyEdits } from '../markdown/source-map.ts'
import { blocksOf, type SearchText } from '../markdown/units.ts'
import { countWords } from '../markdown/sentences.ts'
import {
  type AnchorLink,
  anchorLinks,
  checkBody,
  type OutsideLink,
  outsideLinks,
  type ParsedBody,
  type ResolvedLink,
  toOwnHeadings,
} from './check-body.ts'
import { type Highlight, highlightAny } from '../markdown/decorate/highlight.ts'
import type { Resolve } from './links.ts'
import type { OutlineHeading, ReferredFile } from './model.ts'
import { type TranslateOptions, within } from '../markdown/translate/source.ts'
import { translate } from '../markdown/translate/translate.ts'
import type { Urls } from './urls.ts'

/** All that is made of one body. Its syntax tree is not part of it: the trees of a large archive would fill the memory. */
export interface Body {
  /** That it was written in. */
  readonly file: TextFile
  /** Service path of its page. */
  readonly path: string
  /** With every link absolute, so that a quote survives being moved. */
  readonly markdown: string
  /** With links as paths, so that a page works wherever it is served for a preview, and each of them a slot of `markdown/slots.ts`. */
  readonly html: string
  /** The heading that it opens with, when that is its title. */
  readonly title: string | undefined
  /** The sentences it opens with, for a summary. */
  readonly lead: string
  readonly wordCount: number
  readonly searchText: SearchText
  readonly headings: readonly OutlineHeading[]
  /** The fragments that address its headings, and the anchors of its HTML. */
  readonly slugs: ReadonlySet<string>
  /** What it refers to of the folder's own files. */
  readonly files: readonly ReferredFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** Not yet checked: they may lead to other documents. */
  readonly anchorLinks: readonly AnchorLink[]
  /** Not yet told: the same part of the site is reported once. */
  readonly outsideLinks: readonly OutsideLink[]
  /** What was asked of the resolver, and what it answered, as JSON: whether the body would be the same today. */
  readonly resolved: ReadonlyMap<string, string>
  /** Of what is shown of it, if it is in a cache. */
  readonly digest?: string
}

/** What a body is read with: where links lead, and what its generator's words mean. */
export interface BodyContext {
  readonly resolve: Resolve
  readonly urls: Urls
  /** For one file: its ending decides what may be in it. */
  readonly syntaxes: (path: string, resolve?: Resolve) => TranslateOptions
  readonly highlight?: Highlight
  /** With a program's own plug-ins. */
  readonly parser?: ExtendedParser | undefined
}

/**
 * From what was written to what is shown. It depends on nothing but this document and the paths that are published. To be called by
 * `withLanguages`, or code in languages that are not loaded yet stays plain.
 */
export function readBody(written: SourceDocument, path: string, context: BodyContext): Body {
  const resolved = new Map<string, string>()
  const reader = noting(context, resolved)
  const { title, ...read } = parseBody(written, reader)
  const { parsed, wordCount } = read
  const slugs = new Set([...parsed.headings.map(({ slug }) => slug), ...parsed.ids])
  const links = toOwnHeadings(read.links, path, slugs, parsed.headings)
  const body = { ...read, links }
  return {
    file: written.file,
    path,
    title,
    markdown: withAbsoluteLinks(parsed.source, links, reader.urls),
    html: renderBody(parsed, addressesAsPaths(links, reader.urls), reader.highlight ?? highlightAny),
    lead: lead(parsed),
    wordCount,
    searchText: blocksOf(parsed),
    headings: headingsOf(parsed),
    slugs,
    files: referredFiles(body),
    diagnostics: checkBody(body),
    anchorLinks: anchorLinks(body),
    outsideLinks: outsideLinks(body),
    resolved,
  }
}

function noting(context: BodyContext, resolved: Map<string, string>): BodyContext {
  const resolve: Resolve = (href, from) => {
    const target = context.resolve(href, from)
    resolved.set(href, JSON.stringify(target))
    return target
  }
  return { ...context, resolve, syntaxes: (path) => context.syntaxes(path, resolve) }
}

/** A link to another site, and where it is written. */
export interface ElsewhereLink {
  readonly href: string
  readonly offset: number
}

/** The links of a document that lead to other sites, each where its address is written. It is parsed for that alone: few ask. */
export function linksElsewhere(written: SourceDocument, reader: BodyContext): ElsewhereLink[] {
  const { links, originalOffset } = parseBody(written, reader)
  return links.flatMap(({ reference: { href, destination, offset }, target }) => {
    if (target.kind !== 'elsewhere' || !destination || !isWebAddress(href)) return []
    return [{ href, offset: originalOffset(destination[0] ?? offset) }]
  })
}

function referredFiles({ links, originalOffset }: ParsedBody): ReferredFile[] {
  return links.flatMap(({ reference: { kind, destination, offset }, target }) => {
    if (target.kind !== 'here' || !target.file) return []
    const shownAt = kind === 'image' ? originalOffset(destination?.[0] ?? offset) : undefined
    return [{ ...target.file, shownAt }]
  })
}

export function headingsOf({ headings }: Markdown): OutlineHeading[] {
  return headings.map(({ slug, text, level }) => ({ id: slug, text, level }))
}

function parseBody(
  written: SourceDocument,
  reader: BodyContext,
): ParsedBody & { readonly title: string | undefined } {
  const { file, bodyStart, facts } = written
  const text = file.text.slice(bodyStart)
  const blank = /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0
  const options = reader.syntaxes(file.path)
  const variables = new Map([...options.variables, ['page.title', facts.title?.text ?? '']])
  const values = once(() => new Map(textsIn(written)))
  const pageValue = (name: string) => values().get(name)
  const translated = translate(`${text.slice(blank).trimEnd()}\n`, { ...options, variables, pageValue })
  const isLiteral = within(translated.literals)
  const { title, start } = takeTitle(translated.text, facts.title?.text)
  const parsed = parseMarkdown(translated.text.slice(start), reader.parser)
  return {
    file,
    title,
    parsed,
    originalOffset: (offset) => bodyStart + blank + translated.originalOffset(start + offset),
    isLiteral: (offset) => isLiteral(offset - bodyStart - blank),
    untranslated: translated.untranslated.map((one) => ({ ...one, offset: bodyStart + blank + one.offset })),
    links: parsed.references.map((reference) => ({
      reference,
      target: reader.resolve(reference.href, file.path),
    })),
    wordCount: countWords(parsed.texts.join('\n')),
    isDraft: isDraft(written),
  }
}

/** What front matter says in one text each, by its names. Few bodies ask for it, so it is read again for them. */
function textsIn({ file }: SourceDocument): [string, string][] {
  const values = readMatter(file).value?.root.value
  const groups = isGroup(values) ? [values, valueAt(values, 'params')].filter(isGroup) : []
  return groups
    .flatMap((group) => Object.entries(group))
    .flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))
}

function withAbsoluteLinks(source: string, links: readonly ResolvedLink[], urls: Urls): string {
  const edits = links.flatMap(({ reference: { destination, href }, target }) => {
    if (!destination) return []
    const [start, end] = destination
    if (target.kind === 'outside') return [{ start, end, text: new URL(href, urls.base).href }]
    if (target.kind !== 'here') return []
    return [{ start, end, text: urls.url(target.path) + target.query + target.fragment }]
  })
  return applyEdits(
    source,
    edits.sort((a, b) => a.start - b.start),
  ).text
}

function addressesAsPaths(links: readonly ResolvedLink[], urls: Urls): RewrittenLink[] {
  return links.flatMap(({ reference, target }) => {
    if (!reference.token || target.kind !== 'here') return []
    const address = urls.path(target.path) + target.query + target.fragment
    return [{ reference, address }]
  })
}
