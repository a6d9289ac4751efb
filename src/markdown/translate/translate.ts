import { applyEdits, type Edited, type Edit } from '../edits.ts'
import { attributeLists, attributes, titlesOfDefinitions } from './attributes.ts'
import { admonitions, boxes, callouts } from './boxes.ts'
import { definitionLists } from './definitions.ts'
import { escapedFormulas, formulasInLines } from './formulas.ts'
import { htmlBlocks } from './html.ts'
import { components, pictureComponents } from './jsx.ts'
import { contentsMarks, imageDestinations, wikiLinks } from './links.ts'
import { beginsAsMdx, mdx } from './mdx.ts'
import { Source, type Syntax, type TranslateOptions, type Translator, type Untranslated } from './source.ts'
import { erb, liquid, shortcodes, siteUrl, teraShortcodes } from './templates.ts'

export interface Translated extends Edited {
  readonly untranslated: readonly Untranslated[]
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
  { unless: ['mdx', 'components'], translate: pictureComponents },
  { unless: ['mdx'], translate: attributes },
  { when: 'kramdown', translate: attributeLists },
  { when: 'kramdown', translate: formulasInLines },
  { when: 'kramdown', translate: titlesOfDefinitions },
  { when: 'html', translate: htmlBlocks },
  // What parsers of markdown add to it and no other use of markdown looks like is understood whatever a post was written for.
  ...[
    boxes,
    admonitions,
    callouts,
    escapedFormulas,
    imageDestinations,
    contentsMarks,
    definitionLists,
    wikiLinks,
  ].map((translate): Row => ({ unless: ['html'], translate })),
]

/**
 * The first step of reading a body: what is written for a generator becomes plain markdown, before any of it is parsed. It is made
 * of edits, so that whatever is found later is still pointed at where its author wrote it.
 */
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
  return {
    ...applyEdits(written, apart(found)),
    untranslated: found.flatMap(({ untranslated }) => untranslated ?? []),
  }
}

/** None overlapping: what lies within a dropped stretch goes with it. */
function apart(sorted: readonly Edit[]): Edit[] {
  let done = 0
  return sorted.filter(({ start, end }) => {
    if (start < done) return false
    done = end
    return true
  })
}
