/** A file beside the code, minified, as text: `scripts/embed.mjs` puts it in. */
declare module '*?raw' {
  const text: string
  export default text
}
