/** A file beside the code, minified, as text: `scripts/embed.mjs` puts it in. */
declare module '*?raw' {
  const text: string
  export default text
}

/** The outlines of a package's font, as text: `scripts/outlines.mjs` writes it. */
declare module '*?outlines' {
  const text: string
  export default text
}
