/** http-link-header has no types; these are the parts that the tests use. */
declare module 'http-link-header' {
  export interface Ref {
    readonly uri: string
    readonly rel: string
    readonly type?: string
  }
  const LinkHeader: { parse(value: string): { readonly refs: readonly Ref[] } }
  export default LinkHeader
}
