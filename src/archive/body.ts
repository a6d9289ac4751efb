import type { Token } from 'markdown-it'
import type { Written } from '../content/read.ts'
import type { Diagnostic } from '../diagnostics.ts'
import { type AnchorLink, anchorLinks, checkBody, type ParsedBody, type ResolvedLink } from './check-body.ts'
import { applyEdits } from './edits.ts'
import { renderHtml } from './html.ts'
import type { Resolve } from './links.ts'
import { parseMarkdown } from './markdown.ts'
import { translate } from './translate.ts'
import { type Unit, unitsOf } from './units.ts'
import type { Urls } from './urls.ts'
import { countWords } from './words.ts'

/** All that is made of one body. Its syntax tree is not part of it: the trees of a large archive would fill the memory. */
export interface Body {
  /** Service path of its page. */
  readonly path: string
  /** With every link absolute, so that a quote survives being moved. */
  readonly markdown: string
  /** With links as paths, so that a page works wherever it is served for a preview. */
  readonly html: string
  readonly wordCount: number
  readonly units: readonly Unit[]
  /** The fragments that address its headings. */
  readonly slugs: ReadonlySet<string>
  readonly diagnostics: readonly Diagnostic[]
  /** Not yet checked: they may lead to other documents. */
  readonly anchorLinks: readonly AnchorLink[]
}

/** From what was written to what is shown. It depends on nothing but this document and the paths that are published. */
export function readBody(written: Written<unknown>, path: string, resolve: Resolve, urls: Urls): Body {
  const body = parseBody(written, resolve, urls)
  const { parsed, links, wordCount } = body
  return {
    path,
    markdown: withAbsoluteLinks(parsed.source, links, urls),
    html: renderHtml(parsed, addressesAsPaths(links, urls)),
    wordCount,
    units: unitsOf(parsed),
    slugs: new Set(parsed.headings.map(({ slug }) => slug)),
    diagnostics: checkBody(body),
    anchorLinks: anchorLinks(body),
  }
}

function parseBody({ file, bodyStart }: Written<unknown>, resolve: Resolve, urls: Urls): ParsedBody {
  const written = file.text.slice(bodyStart)
  const blank = /^(?:[ \t]*\n)*/.exec(written)?.[0].length ?? 0
  const { text, originalOffset } = translate(`${written.slice(blank).trimEnd()}\n`, { url: urls.base })
  const parsed = parseMarkdown(text)
  return {
    file,
    parsed,
    originalOffset: (offset) => bodyStart + blank + originalOffset(offset),
    links: parsed.references.map((reference) => ({ reference, target: resolve(reference.href, file.path) })),
    wordCount: countWords(parsed.texts.join('\n')),
  }
}

function withAbsoluteLinks(source: string, links: readonly ResolvedLink[], urls: Urls): string {
  const edits = links.flatMap(({ reference: { destination }, target }) => {
    if (!destination || target.kind !== 'here') return []
    const [start, end] = destination
    return [{ start, end, text: urls.url(target.path) + target.query + target.fragment }]
  })
  return applyEdits(
    source,
    edits.sort((a, b) => a.start - b.start),
  ).text
}

function addressesAsPaths(links: readonly ResolvedLink[], urls: Urls): Map<Token, string> {
  const addresses = new Map<Token, string>()
  for (const { reference, target } of links) {
    if (!reference.token || target.kind !== 'here') continue
    addresses.set(reference.token, urls.path(target.path) + target.query + target.fragment)
  }
  return addresses
}
