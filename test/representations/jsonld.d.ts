/** The part of jsonld that tests use; it has no types of its own. */
declare module 'jsonld' {
  export interface Expanded {
    readonly [key: string]: readonly (Expanded | { readonly '@value': unknown })[]
  }
  const jsonld: {
    expand(
      document: object,
      options: {
        readonly safe: boolean
        readonly documentLoader: (url: string) => Promise<{
          readonly documentUrl: string
          readonly document: object
        }>
      },
    ): Promise<readonly Expanded[]>
  }
  export default jsonld
}
