import type { Diagnostic } from '../base/diagnostics.ts'
import { escapeAttribute, escapeDestination } from '../base/escape.ts'
import { isWebAddress } from '../base/paths.ts'
import { isDraft } from '../content/read.ts'
import type { SourceDocument } from '../content/document.ts'
import { ownProperty } from '../generators/settings.ts'
import type { Addresses } from '../markdown/decorate/html.ts'
import { renderBody } from '../markdown/html.ts'
import { lead, takeTitle } from '../markdown/lead.ts'
import { type Markdown, parseMarkdown } from '../markdown/markdown.ts'
import type { ExtendedParser } from '../markdown/parser.ts'
import { applyEdits } from '../markdown/source-map.ts'
import { blocksOf } from '../markdown/blocks.ts'
import { countWords } from '../markdown/sentences.ts'
import type { AnchorLink, OutsideLink, ParsedBody, ResolvedLink } from './checks/body.ts'
import { checkBody, linksToCheck, repairFragments, startOf } from './checks/body.ts'
import { type Highlight, highlightAny, loadLanguages } from '../markdown/decorate/highlight.ts'
import { codeLanguages } from '../markdown/decorate/renderer.ts'
import type { Resolve } from './links.ts'
import type { BodyLength, BodyText, OutlineHeading, PostFacts, ReferredFile, Shown } from './model.ts'
import type { TranslateOptions } from '../generators/syntaxes/translator.ts'
import { within } from '../markdown/source.ts'
import { translate } from '../generators/syntaxes/translate.ts'
import { wordsOf } from '../words/words.ts'
import type { Urls } from './urls.ts'

/** The output for one body. It holds no syntax tree: those of a large archive would not fit in memory. */
export interface Body extends Pick<ParsedBody, 'file' | 'resolved'>, BodyText, BodyLength {
  /** Service path of the HTML page. */
  readonly path: string
  /** The first heading, if it is the title. */
  readonly title: string | undefined
  /** The first sentences, for a summary. */
  readonly lead: string
  /** Fragments of headings and HTML anchors. */
  readonly slugs: ReadonlySet<string>
  readonly files: readonly ReferredFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** Checked when all documents are parsed. */
  readonly anchorLinks: readonly AnchorLink[]
  /** Reported once per part of the site, for all documents together. */
  readonly outsideLinks: readonly OutsideLink[]
  /** Of the post, if they are known. */
  readonly facts?: PostFacts
}

/** What parsing a body needs from the archive. */
export interface BodyContext {
  readonly resolve: Resolve
  readonly urls: Urls
  /** Of the archive; default: English. */
  readonly language?: string
  /** Options for one file, by its extension. */
  readonly syntaxes: (path: string, resolve?: Resolve) => TranslateOptions
  /** Default: `highlightAny`. */
  readonly highlight?: Highlight
  /** The parser with the caller's plugins. */
  readonly parser?: ExtendedParser | undefined
}

/** Parses and renders a body. The result depends only on the document and the published paths. */
export async function readBody(source: SourceDocument, path: string, context: BodyContext): Promise<Body> {
  const body = parseBody(source, path, context)
  if (!context.highlight) await loadLanguages(codeLanguages(body.parsed))
  return makeBody(body, path, context)
}

/** Renders a parsed body, as text and as HTML. */
export function makeBody(body: ParsedBody, path: string, context: BodyContext): Body {
  const { file, title, parsed, links, wordCount } = body
  const { urls, highlight = highlightAny, language = 'en' } = context
  const shown: Shown = {
    markdown: twinBody(parsed, links, path, urls),
    html: renderBody(parsed, addressesOf(links, urls), highlight, wordsOf(language)),
  }
  return {
    file,
    path,
    title: body.ownTitle,
    shown: () => shown,
    length: shown.markdown.length,
    lead: lead(parsed, title),
    wordCount,
    searchText: blocksOf(parsed),
    headings: headingsOf(parsed),
    slugs: slugsOf(parsed),
    files: referredFiles(body),
    diagnostics: checkBody(body),
    ...linksToCheck(body),
    resolved: body.resolved,
  }
}

export type ElsewhereLink = { readonly href: string; readonly offset: number }

/** Returns a document's links to other sites. Only `check --links` needs them, so they are not part of `Body`. */
export function linksElsewhere(source: SourceDocument, context: BodyContext): ElsewhereLink[] {
  const { links, originalOffset } = parseBody(source, '', context)
  return links.flatMap(({ reference: { href, destination }, target }) => {
    if (target.kind !== 'elsewhere' || !destination || !isWebAddress(href)) return []
    return [{ href, offset: originalOffset(destination[0]) }]
  })
}

function referredFiles({ links, originalOffset }: ParsedBody): ReferredFile[] {
  return links.flatMap(({ reference, target }) => {
    if (target.kind !== 'here' || !target.file) return []
    const shownAt = reference.kind === 'image' ? originalOffset(startOf(reference)) : undefined
    return [{ ...target.file, shownAt }]
  })
}

export const headingsOf = ({ headings }: Markdown): OutlineHeading[] =>
  headings.map(({ slug, text, level }) => ({ id: slug, text, level }))

/** Parses a body and resolves its links. `path` is that of its page. */
export function parseBody(source: SourceDocument, path: string, context: BodyContext): ParsedBody {
  const { file, bodyStart, facts } = source
  const resolved = new Map<string, string>()
  const resolve: Resolve = (href, from) => {
    const target = context.resolve(href, from)
    resolved.set(href, JSON.stringify(target))
    return target
  }
  const text = file.text.slice(bodyStart)
  const blank = /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0
  const textStart = bodyStart + blank
  const options = context.syntaxes(file.path, resolve)
  const variables = new Map([...options.variables, ['page.title', facts.title?.text ?? '']])
  const pageValue = (name: string) => ownProperty(source.params ?? {}, name)
  const translated = translate(`${text.slice(blank).trimEnd()}\n`, { ...options, variables, pageValue })
  const isLiteral = within(translated.literals)
  const { title, start } = takeTitle(translated.text, facts.title?.text)
  const parsed = parseMarkdown(translated.text.slice(start), context.parser)
  const links = parsed.references.map((reference) => ({
    reference,
    target: resolve(reference.href, file.path),
  }))
  return {
    file,
    title: facts.title?.text ?? title,
    ownTitle: title,
    parsed,
    originalOffset: (offset) => textStart + translated.originalOffset(start + offset),
    isLiteral: (offset) => isLiteral(offset - textStart),
    untranslated: translated.untranslated.map((piece) => ({ ...piece, offset: textStart + piece.offset })),
    links: repairFragments(links, path, slugsOf(parsed), parsed.headings),
    resolved,
    wordCount: countWords(parsed.texts.join('\n')),
    isDraft: isDraft(source),
  }
}

const slugsOf = ({ headings, ids }: Markdown) => new Set([...headings.map(({ slug }) => slug), ...ids])

/** The twin: without the marks of containers, and links lead where a browser would take them from the page. */
function twinBody({ source, marks }: Markdown, links: readonly ResolvedLink[], path: string, urls: Urls) {
  const page = urls.url(path)
  const absolute = links.flatMap(({ reference: { destination, href, isHtml }, target }) => {
    if (!destination) return []
    const [start, end] = destination
    const before = source[start - 1]
    const inPlace = (url: string) => {
      if (isHtml) return escapeAttribute(url, before)
      // An entity is text between angle brackets.
      return before === '<' ? escapeDestination(url).replaceAll('&amp;', '&') : escapeDestination(url)
    }
    if (target.kind === 'here')
      return [{ start, end, text: urls.url(target.path) + inPlace(target.query + target.fragment) }]
    const isRelative = !/^(?:\/\/|$)/.test(href) && !URL.canParse(href) && URL.canParse(href, page)
    return isRelative ? [{ start, end, text: inPlace(new URL(href, page).href) }] : []
  })
  const edits = [...absolute, ...marks.map(([start, end]) => ({ start, end, text: '' }))]
  edits.sort((a, b) => a.start - b.start)
  return applyEdits(source, edits).text
}

/** The HTML: links to the archive are paths, and those within the page stay fragments. */
function addressesOf(links: readonly ResolvedLink[], urls: Urls): Addresses {
  return new Map(
    links.flatMap(({ reference: { href }, target }) => {
      if (target.kind !== 'here') return []
      const page = href.startsWith('#') ? '' : urls.path(target.path) + target.query
      return [[href, page + target.fragment]]
    }),
  )
}
