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
/** What is used of highlight.js. Its own types bring those of browsers into every file, so tsconfig.json leads here. */
declare module 'highlight.js/lib/core' {
  import type grammar from 'highlight.js/lib/languages/bash'
  const hljs: {
    newInstance(): typeof hljs
    configure(options: { readonly classPrefix: string }): void
    registerLanguage(name: string, language: typeof grammar): void
    getLanguage(name: string): { readonly contains: readonly unknown[] } | undefined
    highlight(
      code: string,
      options: { readonly language: string; readonly ignoreIllegals: boolean },
    ): { readonly value: string }
  }
  export default hljs
}
