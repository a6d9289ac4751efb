import type { TextFile } from '../base/text-file.ts'
import type { Facts } from './facts.ts'
import type { ParsedValue } from './yaml.ts'

/** A post or page as written, before identities and links are resolved. */
export interface SourceDocument {
  readonly file: TextFile
  /** Base of its glob. */
  readonly base: string
  readonly facts: Facts
  readonly bodyStart: number
  /** Names a template, which may render more than the body. */
  readonly hasLayout: boolean
  /** `list` in front matter, which is for the home page. */
  readonly list?: ParsedValue | undefined
  /** Texts in front matter, for a body that shows some with `{{< param … >}}`. */
  readonly params?: Readonly<Record<string, string>> | undefined
  /** Cache key: the file and everything that affects how it is read. */
  readonly key: string
  /** Front matter for the program's schema, until that has been applied. */
  readonly root?: ParsedValue
  /** Output of the program's schema. */
  readonly ownFields?: OwnFields | undefined
}

export type OwnFields = Readonly<Record<string, unknown>>
