/** What the tests use of http-link-header, which brings no types. */
declare module 'http-link-header' {
  export interface Ref {
    readonly uri: string
    readonly rel: string
    readonly type?: string
  }
  const LinkHeader: { parse(value: string): { readonly refs: readonly Ref[] } }
  export default LinkHeader
}
