import type grammar from 'highlight.js/lib/languages/bash'

/** Of highlight.js, what is used here. Its own types bring those of browsers into every file. */
declare const hljs: {
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
