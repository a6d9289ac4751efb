import { applyEdits, type Edit } from '../source-map.ts'
import { admonitions, boxes, callouts } from './boxes.ts'
import { markdownInHtml, separateInHtml } from './html-blocks.ts'
import { comments, parsedCode } from './comments.ts'
import { components, customElements } from './jsx.ts'
import { attributeLists, definitionLists, escapedFormulas, inlineFormulas, escapeTitles } from './kramdown.ts'
import { attributes, tocMarks, imageDestinations, wikiLinks } from './links.ts'
import { blockIds, hasWikiLinks, highlights } from './obsidian.ts'
import { hasJsx, mdx, startsAsMdx } from './mdx.ts'
import type { Source, Syntax, TranslateOptions, Translator } from './source.ts'
import { sourceOf, within } from './source.ts'
import { erb, liquid, shortcodes, siteUrl, teraShortcodes } from './templates.ts'

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

/** Translators of a post with the syntax `when` and without `unless`. If two edits overlap, the earlier one wins. */
const translators: readonly { when?: Syntax; unless?: Syntax; all: readonly Translator[] }[] = [
  { when: 'shortcodes', all: [shortcodes] },
  { when: 'tera', all: [teraShortcodes] },
  { when: 'liquid', all: [liquid] },
  { when: 'erb', all: [erb] },
  { unless: 'liquid', all: [siteUrl] },
  { when: 'mdx', all: [mdx] },
  { when: 'components', unless: 'mdx', all: [components] },
  { unless: 'mdx', all: [customElements, attributes] },
  { when: 'kramdown', all: [attributeLists, inlineFormulas, escapeTitles] },
  { when: 'html', all: [htmlBlocks] },
  { unless: 'html', all: extensions },
]

/** For what the translators above return, where code of every syntax is a fence. */
const noteTranslators: typeof translators = [
  { all: [comments] },
  { when: 'obsidian', unless: 'html', all: [highlights, blockIds] },
]

/**
 * Rewrites generator syntax as plain markdown, and removes comments from the result: in it, code is code. Edits preserve
 * positions, so diagnostics point to the author's text. `literals` are ranges of the source that are literal text.
 */
export function translate(written: string, options: TranslateOptions) {
  const syntaxes = new Set(options.syntaxes)
  const source = sourceOf(written)
  if (startsAsMdx(written) || (syntaxes.has('jsx') && hasJsx(source))) syntaxes.add('mdx')
  if (hasWikiLinks(source)) syntaxes.add('obsidian')
  const isRead = ({ when, unless }: (typeof translators)[number]) =>
    (!when || syntaxes.has(when)) && !(unless && syntaxes.has(unless))
  const of = (rows: typeof translators) => rows.filter(isRead).flatMap(({ all }) => all)
  const first = edited(source, of(translators), { ...options, syntaxes })
  const isLiteral = within(first.literals)
  const marked = sourceOf(first.text, parsedCode, (offset) => isLiteral(first.originalOffset(offset)))
  const second = edited(marked, of(noteTranslators), { ...options, syntaxes })
  return {
    text: second.text,
    originalOffset: (offset: number) => first.originalOffset(second.originalOffset(offset)),
    untranslated: [
      ...first.untranslated,
      ...second.untranslated.map((piece) => ({ ...piece, offset: first.originalOffset(piece.offset) })),
    ],
    literals: first.literals,
  }
}

/** Applies the edits of translators. */
function edited(source: Source, all: readonly Translator[], options: TranslateOptions) {
  const found = all
    .flatMap((translate) => translate(source, options))
    .sort((a, b) => a.start - b.start || a.end - b.end)
  let done = 0
  // Drop edits inside an earlier edit.
  const edits = found.filter(({ start, end }) => {
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

/**
 * Turns an HTML post into markdown HTML blocks. A blank line ends such a block, and indented text after it is code,
 * so both are removed, except in `pre`, in code and around markdown.
 */
function htmlBlocks({ text: source }: Source): Edit[] {
  const edits: Edit[] = [{ start: 0, end: 0, text: '<div>\n' }]
  const unclosed = new Set<RegExp>()
  opening.lastIndex = 0
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    const [written, pre, liquid, shortcode, alone] = found
    const { index } = found
    const closing = pre ? closings.pre : liquid ? closings.liquid : shortcode ? closings.shortcode : undefined
    if (written.startsWith('\n')) edits.push({ start: index, end: opening.lastIndex, text: '\n' })
    else if (alone) edits.push(...surroundWithBlankLines(index, opening.lastIndex))
    else if (closing && !unclosed.has(closing)) {
      closing.lastIndex = opening.lastIndex
      if (!closing.test(source)) unclosed.add(closing)
      else {
        const end = closing.lastIndex
        for (const edit of pre
          ? encodeBlankLines(source.slice(index, end), index)
          : surroundWithBlankLines(index, end))
          edits.push(edit)
        opening.lastIndex = end
      }
    }
  }
  // Word leaves tags such as `<o:p>`, which are not HTML.
  for (const { 0: tag, index: start } of source.matchAll(/<\/?[a-z]\w*:[\w-]+(?:\s[^<>]*)?>/gi))
    edits.push({ start, end: start + tag.length, text: '' })
  return [...edits, { start: source.length, end: source.length, text: '\n</div>\n' }]
}

/** `<pre>`, highlighted code, another tag alone on its line, or a line end. */
const opening =
  /(<pre\b)|(\{%-?\s*highlight\b)|(\{\{[<%]\s*highlight\b)|(?=\{\{)(?<=\n[ \t]*)(\{\{[<%][^\n]*[>%]\}\})(?=[ \t]*(?:\n|$))|\n\s*/gi
const closings = {
  pre: /<\/pre\b/gi,
  liquid: /\{%-?\s*endhighlight\s*-?%\}/g,
  shortcode: /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
}

function surroundWithBlankLines(start: number, end: number): Edit[] {
  return [start, end].map((at) => ({ start: at, end: at, text: '\n\n' }))
}

/** Encodes blank lines as entities. */
function encodeBlankLines(pre: string, start: number): Edit[] {
  return Array.from(pre.matchAll(/(?<=\n)[ \t]*\n/g), ({ 0: line, index }) => ({
    start: start + index,
    end: start + index + line.length,
    text: '&#10;',
  }))
}
