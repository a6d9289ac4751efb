/** A minified file as text, or an image in base64; see `scripts/embed.mjs`. */
declare module '*?raw' {
  const text: string
  export default text
}
