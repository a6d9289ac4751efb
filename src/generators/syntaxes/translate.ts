import { applyEdits } from '../../markdown/source-map.ts'
import { within } from '../../markdown/source.ts'
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
import { type Source, sourceOf, type Syntax, type TranslateOptions, type Translator } from './translator.ts'

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

/** Rewrites generator syntax as plain markdown, and then removes comments from the result, in which all code is code. */
export function translate(text: string, options: TranslateOptions) {
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
  const { text: plain, originalOffset, literals } = first
  const isLiteral = within(literals)
  const marked = sourceOf(plain, parsedCode, (offset) => isLiteral(originalOffset(offset)))
  const second = edited(marked, translatorsIn(laterRows), { ...options, syntaxes })
  const later = second.untranslated.map((piece) => ({ ...piece, offset: originalOffset(piece.offset) }))
  return {
    text: second.text,
    originalOffset: (offset: number) => originalOffset(second.originalOffset(offset)),
    untranslated: [...first.untranslated, ...later],
    literals,
  }
}

/** Applies the edits of translators. Drops edits inside an earlier one. */
function edited(source: Source, translators: readonly Translator[], options: TranslateOptions) {
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
    /** Ranges of the source that are literal text. */
    literals: edits.flatMap(({ literal }) => (literal ? [literal] : [])),
  }
}
