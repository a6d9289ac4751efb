import { longestQuery, usualRoom } from '../search/tuning.ts'

/**
 * The names that clients call by. The build half declares what has a name here, this folder implements it, and TypeScript holds
 * both to the same list; texts that mention one take it from here.
 */
export const toolNames = {
  list: 'list_archive_posts',
  get: 'get_archive_post',
  search: 'search_archive_posts',
} as const
export type ToolName = (typeof toolNames)[keyof typeof toolNames]

/** Two more, for clients that call no others; a publisher asks for them. */
export const connectorNames = { search: 'search', fetch: 'fetch' } as const
export type ConnectorName = (typeof connectorNames)[keyof typeof connectorNames]

export const promptNames = { cite: 'cite_post' } as const
export type PromptName = (typeof promptNames)[keyof typeof promptNames]

/** What a message may hold and a call may ask for, each limit once: checks, errors and descriptions take it from here. */
export const mcpLimits = {
  /** Levels of nested JSON, and characters of an id. */
  depth: 64,
  id: 256,
  /** Messages, and what each of them costs besides its own work. */
  batch: { messages: 16, steps: 20_000 },
  posts: { least: 1, usual: 20, most: 100 },
  /** Hits at once, and how far pages of them reach. */
  hits: { least: 1, usual: 5, most: 50, inAll: 1000 },
  resources: 100,
  /** The protocol allows no more. */
  completions: 100,
  /** Posts that are read in one call. */
  ids: 10,
  /** Headings of a post by which a part of it can be asked for. */
  sections: 2_000,
  /** Characters. */
  query: longestQuery,
  /** Of all passages that a search quotes. */
  passages: { least: 500, usual: usualRoom, most: 20_000 },
  part: { least: 1000, usual: 20_000, most: 200_000 },
  /** Of a longer post the sections are named first. */
  short: 15_000,
  offset: { least: 0, usual: 0, most: Number.MAX_SAFE_INTEGER },
} as const
