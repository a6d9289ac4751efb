import { applyEdits } from '../../markdown/source-map.ts'
import { type Range, within } from '../../markdown/source.ts'
import { erb } from '../bridgetown/erb.ts'
import { tera } from '../zola/tera.ts'
import { admonitions, boxes } from './boxes.ts'
import { comments, parsedCode } from './comments.ts'
import { definitionLists } from './definition-lists.ts'
import { attributes, imageDestinations, tocMarks } from './extensions.ts'
import { htmlPost, markdownInHtml, separateInHtml } from './html.ts'
import { components, customElements } from './jsx.ts'
import { attributeLists, escapedFormulas, escapeTitles, inlineFormulas } from './kramdown.ts'
import { liquid, siteUrl } from './liquid.ts'
import { hasJsx, mdx, startsAsMdx } from './mdx.ts'
import { blockIds, callouts, hasWikiLinks, highlights, wikiLinks } from './obsidian.ts'
import { shortcodes } from './shortcodes.ts'
import type { Source, Syntax, TranslateOptions, Translator, Untranslated } from './translator.ts'
import { sourceOf } from './translator.ts'

/** Unambiguous markdown extensions, whatever the generator. */
const extensions: readonly Translator[] = [
  markdownInHtml,
  boxes,
  admonitions,
  callouts,
  escapedFormulas,
  imageDestinations,
  tocMarks,
  definitionLists,
  wikiLinks,
]

/** Translators of a post with the syntax `when` and without `unless`. */
type Row = { readonly when?: Syntax; readonly unless?: Syntax; readonly all: readonly Translator[] }

const rows: readonly Row[] = [
  { when: 'shortcodes', all: [shortcodes] },
  { when: 'tera', all: [tera] },
  { when: 'liquid', all: [liquid] },
  { when: 'erb', all: [erb] },
  { unless: 'liquid', all: [siteUrl] },
  { when: 'mdx', all: [mdx] },
  { when: 'components', unless: 'mdx', all: [components] },
  { unless: 'mdx', all: [customElements, attributes] },
  { when: 'kramdown', all: [attributeLists, inlineFormulas, escapeTitles] },
  { when: 'html', all: [htmlPost] },
  { unless: 'html', all: extensions },
]

/** For what the translators above return, where code of every syntax is a fence. */
const laterRows: readonly Row[] = [
  { all: [comments] },
  { when: 'obsidian', unless: 'html', all: [highlights, blockIds] },
]

export interface Translated {
  /** Markdown, with HTML. */
  readonly text: string
  originalOffset(offset: number): number
  readonly untranslated: readonly Untranslated[]
  /** Ranges of the original that are literal text. */
  readonly literals: readonly Range[]
}

/**
 * Rewrites generator syntax as plain markdown, and removes comments from the result: in it, code is code. Edits preserve
 * positions, so diagnostics point to the author's text.
 */
export function translate(text: string, options: TranslateOptions): Translated {
  const syntaxes = new Set(options.syntaxes)
  const source = sourceOf(text)
  if (startsAsMdx(text) || (syntaxes.has('jsx') && hasJsx(source))) syntaxes.add('mdx')
  if (hasWikiLinks(source)) syntaxes.add('obsidian')
  const translatorsIn = (rows: readonly Row[]) =>
    rows
      .filter(({ when, unless }) => (!when || syntaxes.has(when)) && !(unless && syntaxes.has(unless)))
      .flatMap(({ all }) => all)
  const own = [...syntaxes].filter((syntax) => typeof syntax === 'function')
  const first = edited(source, [...own, ...translatorsIn(rows)], { ...options, syntaxes })
  const isLiteral = within(first.literals)
  const marked = sourceOf(first.text, parsedCode, (offset) => isLiteral(first.originalOffset(offset)))
  const second = edited(marked, translatorsIn(laterRows), { ...options, syntaxes })
  return {
    text: second.text,
    originalOffset: (offset) => first.originalOffset(second.originalOffset(offset)),
    untranslated: [
      ...first.untranslated,
      ...second.untranslated.map((piece) => ({ ...piece, offset: first.originalOffset(piece.offset) })),
    ],
    literals: first.literals,
  }
}

/** Applies the edits of translators. Drops edits inside an earlier one. */
function edited(source: Source, translators: readonly Translator[], options: TranslateOptions): Translated {
  let done = 0
  const edits = translators
    .flatMap((translator) => translator(source, options))
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .filter(({ start, end }) => {
      if (start < done) return false
      done = end
      return true
    })
  return {
    ...applyEdits(source.text, options.syntaxes.has('html') ? edits : separateInHtml(edits, source)),
    untranslated: edits.flatMap(({ untranslated }) => untranslated ?? []),
    literals: edits.flatMap(({ literal }) => (literal ? [literal] : [])),
  }
}
