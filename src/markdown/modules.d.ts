/** Every language of highlight.js that is highlighted: `scripts/embed.mjs` makes the table. */
declare module '*?grammars' {
  import type grammar from 'highlight.js/lib/languages/bash'
  const grammars: Readonly<
    Record<string, readonly [aliases: readonly string[], load: () => Promise<{ default: typeof grammar }>]>
  >
  export default grammars
}
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'
  export default function footnote(md: MarkdownIt): void
}
