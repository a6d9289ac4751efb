/** A piece of text that its author meant for a browser or a generator, and that a reader now meets as it is written. */
export interface Leftover {
  readonly piece: string
  readonly rule: 'raw-html' | 'shortcode'
}

/** Tags that are not HTML's (`<b style={{…}}>`), calls of templates, fences of boxes, lines of modules. */
const forms =
  /(<\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>)|\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}|^:{3,}[ \t]*\w*|^(?:import|export)\s[^\n]* from ["'][^\n]*/g

/** Whether a text can hold any: most do not, and are looked at once. */
export function mayHoldLeftovers(text: string): boolean {
  return /[<{]|:::|(?:im|ex)port\s/.test(text)
}

export function leftoversIn(text: string): Leftover[] {
  return Array.from(text.matchAll(forms), ([piece, tag]) => ({
    piece,
    rule: tag === undefined ? 'shortcode' : 'raw-html',
  }))
}
