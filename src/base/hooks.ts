/** What a program may give `compile` of its own. Only types, and of nobody else's packages: they are public. */

/** Of Standard Schema (https://standardschema.dev), what is used here; zod, valibot and arktype have it. */
export interface FieldSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validated | Promise<Validated>
    /** Of Standard JSON Schema; without it, the contract says only that there are fields. */
    readonly jsonSchema?: {
      readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
  }
}

type Validated =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly FieldIssue[] }

interface FieldIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** markdown-it as a program's hook is given it. Without its types, which the package does not bring: any plug-in fits. */
export interface MarkdownParser {
  use(plugin: (parser: never, ...options: never[]) => unknown, ...options: unknown[]): unknown
}

/** HTML of a program's own for one page: for its head, and for the end of its text. */
export type PageHook = (page: {
  readonly path: string
  readonly url: string
  readonly title: string
  /** `article` for a post. */
  readonly kind: 'website' | 'article'
}) => { readonly head?: string; readonly foot?: string } | undefined
