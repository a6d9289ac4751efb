/** A minified file as text; see `scripts/embed.mjs`. */
declare module '*?raw' {
  const text: string
  export default text
}

/** Glyph outlines of a font as text; see `scripts/outlines.mjs`. */
declare module '*?outlines' {
  const text: string
  export default text
}
