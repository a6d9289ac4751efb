/** Types of the hooks in `CompileOptions`. They are public, so they import no other package's types. */

/** The part of Standard Schema (https://standardschema.dev) used here. */
export interface FieldSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validated | Promise<Validated>
    /** Standard JSON Schema. Without it, the OpenAPI document describes `fields` as any object. */
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

/** The part of markdown-it that needs no type package. As a method, `apply` accepts plug-ins that ask for more of it. */
export interface MarkdownParser {
  use(plugin: MarkdownPlugin['apply'], ...options: unknown[]): this
  set(options: object): this
  enable(rules: string | string[]): this
  disable(rules: string | string[]): this
}

interface MarkdownPlugin {
  apply(parser: MarkdownParser, ...options: never[]): unknown
}

/** A script for the head of every page: the URL of one, or its text. */
export interface Script {
  readonly src?: string | undefined
  readonly text?: string | undefined
  /** Such as `defer: true` or `'data-site': 'example.org'`. */
  readonly attributes?: Readonly<Record<string, string | true>> | undefined
}

/** Returns HTML to add to a page's head and after its text. */
export type PageHook = (page: {
  readonly path: string
  readonly url: string
  readonly title: string
  /** `article` for a post. */
  readonly kind: 'website' | 'article'
}) => { readonly head?: string; readonly foot?: string } | undefined
