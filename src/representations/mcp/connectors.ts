import { connectorNames } from '../../mcp/names.ts'

/** The two tools for clients that call no others; the shapes of their results are those clients'. */
export function connectorDescriptions(subject: string) {
  return {
    [connectorNames.search]: {
      title: 'Search',
      description: `${subject} Returns the ids, titles and URLs of documents that match.`,
      describes: { query: 'A question or a few words.' },
    },
    [connectorNames.fetch]: {
      title: 'Fetch',
      description: 'Returns a document whole, by an id that the search returned.',
      describes: { id: 'The id of a document.' },
    },
  }
}
