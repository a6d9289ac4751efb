/** Every language of highlight.js that is highlighted: `scripts/embed.mjs` makes the table. */
declare module '*?grammars' {
  import type grammar from 'highlight.js/lib/languages/bash'
  const grammars: Readonly<
    Record<string, readonly [aliases: readonly string[], load: () => Promise<{ default: typeof grammar }>]>
  >
  export default grammars
}
