import { applyEdits, type Edit, type Edited } from '../source-map.ts'
import { admonitions, boxes, callouts } from './boxes.ts'
import { markdownInHtml, setApartInHtml } from './html-blocks.ts'
import { components, customElements } from './jsx.ts'
import {
  attributeLists,
  definitionLists,
  escapedFormulas,
  formulasInLines,
  titlesOfDefinitions,
} from './kramdown.ts'
import { attributes, contentsMarks, imageDestinations, wikiLinks } from './links.ts'
import { beginsAsMdx, mdx } from './mdx.ts'
import {
  type Range,
  Source,
  type Syntax,
  type TranslateOptions,
  type Translator,
  type Untranslated,
} from './source.ts'
import { erb, liquid, shortcodes, siteUrl, teraShortcodes } from './templates.ts'

export interface Translated extends Edited {
  readonly untranslated: readonly Untranslated[]
  /** Where the text means itself, in what was written. */
  readonly literals: readonly Range[]
}

/** What is looked for in a body: always, or where it may hold the syntax `when` and none of those in `unless`. */
interface Row {
  readonly when?: Syntax
  readonly unless?: readonly Syntax[]
  readonly translate: Translator
}

/** Of two edits of the same place, the one of the earlier row is made. */
const translators: readonly Row[] = [
  { when: 'shortcodes', translate: shortcodes },
  { when: 'tera', translate: teraShortcodes },
  { when: 'liquid', translate: liquid },
  { when: 'erb', translate: erb },
  { unless: ['liquid'], translate: siteUrl },
  { when: 'mdx', translate: mdx },
  { when: 'components', unless: ['mdx'], translate: components },
  { unless: ['mdx'], translate: customElements },
  { unless: ['mdx'], translate: attributes },
  { when: 'kramdown', translate: attributeLists },
  { when: 'kramdown', translate: formulasInLines },
  { when: 'kramdown', translate: titlesOfDefinitions },
  { when: 'html', translate: htmlBlocks },
  // Extensions of markdown that look like nothing else: understood whatever a post was written for.
  { unless: ['html'], translate: markdownInHtml },
  { unless: ['html'], translate: boxes },
  { unless: ['html'], translate: admonitions },
  { unless: ['html'], translate: callouts },
  { unless: ['html'], translate: escapedFormulas },
  { unless: ['html'], translate: imageDestinations },
  { unless: ['html'], translate: contentsMarks },
  { unless: ['html'], translate: definitionLists },
  { unless: ['html'], translate: wikiLinks },
]

/** The first step: generator syntax becomes plain markdown before parsing, by edits, so that problems are still reported where they are written. */
export function translate(written: string, options: TranslateOptions): Translated {
  const source = new Source(written)
  const syntaxes = new Set(options.syntaxes)
  if (beginsAsMdx(written)) syntaxes.add('mdx')
  const found = translators
    .filter(
      ({ when, unless = [] }) => (!when || syntaxes.has(when)) && !unless.some((one) => syntaxes.has(one)),
    )
    .flatMap((row) => row.translate(source, options))
    .sort((a, b) => a.start - b.start || a.end - b.end)
  let done = 0
  // None overlapping: what lies within a dropped stretch goes with it.
  const edits = found.filter(({ start, end }) => {
    if (start < done) return false
    done = end
    return true
  })
  return {
    ...applyEdits(written, syntaxes.has('html') ? edits : setApartInHtml(edits, source)),
    untranslated: found.flatMap(({ untranslated }) => untranslated ?? []),
    literals: found.flatMap(({ literal }) => (literal ? [literal] : [])),
  }
}

/**
 * A post in HTML, as HTML blocks of markdown. Such a block ends at an empty line, and what is indented after that is code, so both are removed,
 * except in `pre`, in code, and around what becomes markdown.
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
    else if (alone) edits.push(...setApart(index, opening.lastIndex))
    else if (closing && !unclosed.has(closing)) {
      closing.lastIndex = opening.lastIndex
      if (!closing.test(source)) unclosed.add(closing)
      else {
        const end = closing.lastIndex
        for (const edit of pre ? emptyLines(source.slice(index, end), index) : setApart(index, end))
          edits.push(edit)
        opening.lastIndex = end
      }
    }
  }
  // What Word leaves, such as `<o:p>`: no element of HTML, nor anything that a reader of HTML in markdown takes for a tag.
  for (const { 0: tag, index: start } of source.matchAll(/<\/?[a-z]\w*:[\w-]+(?:\s[^<>]*)?>/gi))
    edits.push({ start, end: start + tag.length, text: '' })
  return [...edits, { start: source.length, end: source.length, text: '\n</div>\n' }]
}

/** Where lines matter, where code for a generator begins, another of its tags alone in a line, and the end of any other line. */
const opening =
  /(<pre\b)|(\{%-?\s*highlight\b)|(\{\{[<%]\s*highlight\b)|(?=\{\{)(?<=\n[ \t]*)(\{\{[<%][^\n]*[>%]\}\})(?=[ \t]*(?:\n|$))|\n\s*/gi
const closings = {
  pre: /<\/pre\b/gi,
  liquid: /\{%-?\s*endhighlight\s*-?%\}/g,
  shortcode: /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
}

function setApart(start: number, end: number): Edit[] {
  return [start, end].map((at) => ({ start: at, end: at, text: '\n\n' }))
}

/** The same lines, none of which is empty as it is written. */
function emptyLines(pre: string, start: number): Edit[] {
  return Array.from(pre.matchAll(/(?<=\n)[ \t]*\n/g), ({ 0: line, index }) => ({
    start: start + index,
    end: start + index + line.length,
    text: '&#10;',
  }))
}
