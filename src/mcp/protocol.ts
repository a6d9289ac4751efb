import { longestQuery } from '../search/tuning.ts'

/** Tool names. The build half describes each tool and this folder implements it. */
export const toolNames = {
  list: 'list_archive_posts',
  get: 'get_archive_post',
  search: 'search_archive_posts',
} as const
export type ToolName = (typeof toolNames)[keyof typeof toolNames]

/** Opt-in tools, for clients that call only these two. */
export const connectorNames = { search: 'search', fetch: 'fetch' } as const
export type ConnectorName = (typeof connectorNames)[keyof typeof connectorNames]

export const promptNames = { cite: 'cite_post' } as const
export type PromptName = (typeof promptNames)[keyof typeof promptNames]

export interface NumberLimits {
  readonly min: number
  readonly default: number
  readonly max: number
}

/** Limits of messages and calls, for checks, errors and tool descriptions. */
export const mcpLimits = {
  /** Levels of nested JSON. */
  depth: 64,
  /** Characters of a message id. */
  id: 256,
  /** Messages in a batch, and the work that each adds to its own. */
  batch: { messages: 16, steps: 20_000 },
  posts: { min: 1, default: 20, max: 100 },
  /** Hits per page, and over all pages. */
  hits: { min: 1, default: 5, max: 50, inAll: 1000 },
  resources: 100,
  /** Set by the protocol. */
  completions: 100,
  /** Posts per call. */
  ids: 10,
  /** Sections of a post that can be requested by name. */
  sections: 2_000,
  /** Characters of a query. */
  query: longestQuery,
  /** Characters of the text of a search. */
  found: { min: 500, default: 4500, max: 20_000 },
  /** Characters of the text of a post or several. */
  part: { min: 1000, default: 20_000, max: 200_000 },
  /** Longer posts start with a list of their sections. */
  short: 15_000,
  offset: { min: 0, default: 0, max: Number.MAX_SAFE_INTEGER },
} as const

/** Of a message. */
export type Id = string | number

/** Before 2026-07-28 a client starts with `initialize`; since then every request carries its version. */
export type Era = 'handshake' | 'stateless'
