import type { Archive } from '../archive/model.ts'

/** An archive, and what will answer for it where it is published. */
export interface Published extends Archive {
  /** Whether a server makes results of a search; files alone cannot, and then no page leads to one. */
  readonly searchable: boolean
  /** Where its MCP endpoint is, absolute; undefined where none answers, and then nothing names one. */
  readonly mcpUrl?: string
  /** What its search answers; for the documentation of it. */
  readonly answerTo?: (words: string) => string
}
