/** Where the files of an archive go. */
export interface ExportOptions {
  /** The folder for the files. Other files in it stay as they are. */
  readonly out: string
  /** Of an MCP endpoint elsewhere, which pages and files then name. */
  readonly mcpUrl?: string | undefined
  /** Adds a `.br` and a `.gz` file to each file that becomes smaller. */
  readonly compress?: boolean | undefined
  /** Reads files that seem unchanged since the last build. */
  readonly verify?: boolean | undefined
}

/** What was written. */
export interface Exported {
  readonly out: string
  readonly baseUrl: string
  readonly files: number
  readonly bytes: number
  /** Old URLs without a page, because of what hosts make of their names. */
  readonly refused: readonly string[]
  /** Seconds that the pages took. */
  readonly representing: number
}
