import { escapeHtml } from '../base/escape.ts'

/** Safe HTML. Templates escape everything else. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Piece = string | number | Html | readonly Piece[] | null | undefined | false

/** html`<p>${text}</p>` escapes values, except `Html`. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let text = strings[0] ?? ''
  for (const [index, piece] of pieces.entries()) text += pieceText(piece) + (strings[index + 1] ?? '')
  return new Html(text)
}

export const raw = (text: string): Html => new Html(text)

/** JSON in a script element. Escapes `<`, so that `</script>` cannot end it. */
export const jsonScript = (type: string, value: unknown): Html =>
  new Html(`<script type="${type}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`)

function pieceText(piece: Piece): string {
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'string') return escapeHtml(piece)
  if (typeof piece === 'number') return String(piece)
  if (piece === null || piece === undefined || piece === false) return ''
  return piece.map(pieceText).join('')
}
