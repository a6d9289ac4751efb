import type { FieldSchema, MarkdownParser, PageHook, Script } from '../base/hooks.ts'
import type { Generator } from '../generators/generator.ts'
import type { Theme } from '../pages/theme.ts'

/** What a publisher adds in code: in `citable.config.js`, or as options of `compile`. */
export interface Config {
  /** Standard Schema for custom front matter fields. Its output becomes `fields` in a post's JSON. */
  readonly fields?: FieldSchema | undefined
  /** Receives the markdown-it parser, to add plug-ins. They change the HTML; the markdown twin stays as written. */
  readonly markdown?: ((parser: MarkdownParser) => unknown) | undefined
  /** Generators besides those that are known. They are detected first, and `generator` in archive.yaml may name them. */
  readonly generators?: readonly Generator[] | undefined
  /** Adds HTML to each page, under the same policy as `look` in archive.yaml. */
  readonly page?: PageHook | undefined
  /**
   * Functions that make pages, in place of those of the default theme. `citable/theme` has that and what functions need.
   * @default the default theme
   */
  readonly theme?: Partial<Theme> | undefined
  /** Scripts for the head of every page. The content security policy allows them, and no other inline script. */
  readonly scripts?: readonly Script[] | undefined
}
