import { escapeHtml } from '../base/escape.ts'

/** A piece of HTML, known to be safe. Strings that go into a template are escaped unless they are one. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Piece = string | number | Html | readonly Piece[] | null | undefined | false

/** html`<p>${text}</p>`: everything put in is escaped, but what `html` or `raw` made. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let text = strings[0] ?? ''
  for (const [index, piece] of pieces.entries()) text += flat(piece) + (strings[index + 1] ?? '')
  return new Html(text)
}

export function raw(text: string): Html {
  return new Html(text)
}

/** JSON inside a script element: `<` is written as an escape, so that no `</script>` can end it early. */
export function jsonScript(type: string, value: unknown): Html {
  return new Html(`<script type="${type}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`)
}

function flat(piece: Piece): string {
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'string') return escapeHtml(piece)
  if (typeof piece === 'number') return String(piece)
  if (piece === null || piece === undefined || piece === false) return ''
  return piece.map(flat).join('')
}
