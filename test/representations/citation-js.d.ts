/** The part of citation-js that tests use; it has no types of its own. */
declare module '@citation-js/core' {
  export interface CslName {
    readonly family?: string
    readonly given?: string
    readonly literal?: string
  }
  export interface CslItem {
    readonly id: string
    readonly type: string
    readonly title: string
    readonly author: readonly CslName[]
    readonly issued?: { readonly 'date-parts': readonly (readonly number[])[] }
    readonly 'container-title': string
    readonly URL: string
    readonly language: string
    readonly keyword?: string
  }
  const core: {
    readonly Cite: new (
      input: unknown,
    ) => {
      readonly data: readonly CslItem[]
      format(form: string, options?: object): string
    }
  }
  export default core
}
declare module '@citation-js/plugin-bibtex' {}
declare module '@citation-js/plugin-csl' {}
