/** A grammar of highlight.js. */
declare function grammar(shared: object): { readonly contains: readonly object[] }
export default grammar
