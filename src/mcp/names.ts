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
