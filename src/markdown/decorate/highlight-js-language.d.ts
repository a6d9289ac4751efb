/** A language of highlight.js: its grammar, made with patterns that all of them share. */
declare function grammar(shared: object): { readonly contains: readonly object[] }
export default grammar
