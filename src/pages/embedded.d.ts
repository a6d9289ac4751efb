/** A minified file as text, or an image in base64; see `scripts/embed.mjs`. */
declare module '*?raw' {
  const text: string
  export default text
}

/** The rows of a table of languages, each as a script. */
declare module '*?scripts' {
  const scripts: Readonly<Record<string, string>>
  export default scripts
}
