/** Joins the pieces of a long regular expression, so that each can have a line and a comment. */
export function regex(flags: string, ...pieces: readonly (RegExp | string)[]): RegExp {
  return new RegExp(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.source)).join(''), flags)
}
