import type { RuleName } from '../../base/diagnostics.ts'
import { within } from '../translate/code.ts'

/** A piece of text that its author meant for a browser, a generator or a reader of markdown, and that is shown as it is written. */
export interface Leftover {
  readonly piece: string
  readonly rule: RuleName
  readonly hint: string
}

/** Tags that are not HTML's (`<b style={{…}}>`), footnotes that nothing defines, and what is meant for generators. */
const forms = new RegExp(
  [
    /(?<tag><\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>)/,
    /(?<footnote>\[\^[^[\]\s]+\])/,
    // Calls of templates, to their end or as far as text goes; fences of boxes, marks of callouts, links to notes, lines of modules, edges of Pandoc's tables.
    /\{\{(?:[^{}\n]*\}\}|[ \t]*[\w./-]*)|\{%(?:[^%\n]*%\}|-?[ \t]+\w+)|^:{3,}[ \t]*\w*|^\[!\w+\][+-]?|!?\[\[[^[\]\n]+\]\]|^(?:import|export)\s[^\n]* from ["'][^\n]*|^\+(?:[-=:]{3,}\+)+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Whether a text can hold any: most do not, and are looked at once. */
export function mayHoldLeftovers(text: string): boolean {
  return /[<{]|\[[!^[]|:::|(?:im|ex)port\s|\+[-=:]{3}/.test(text)
}

export function leftoversIn(text: string): Leftover[] {
  return Array.from(text.matchAll(forms), ({ 0: piece, groups }) => {
    if (groups?.['footnote'] !== undefined) {
      const hint = `Define it by a line \`${piece}: …\`, or remove the mark.`
      return { piece, rule: 'missing-footnote', hint }
    }
    const hint = 'Write it in markdown, or between backquotes if it is to be shown.'
    return { piece, rule: groups?.['tag'] === undefined ? 'shortcode' : 'raw-html', hint }
  })
}

/** What stands in elements of HTML that are for code is meant to be shown as it is. */
export function codeElements(html: string): (offset: number) => boolean {
  const found = html.matchAll(/<(pre|code|kbd|samp|tt)(?:\s[^<>]*)?>[\s\S]*?(?:<\/\1\s*>|$)/gi)
  return within(Array.from(found, ({ 0: element, index }) => [index, index + element.length] as const))
}
