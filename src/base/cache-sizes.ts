const MiB = 2 ** 20

/** What each cache of a serving process may hold, in bytes. Each is bounded by `BoundedCache` or by the class it names. */
export const cacheSizes = {
  /** Records and bodies that were read from the snapshot's file. */
  resources: 64 * MiB,
  /** Answers that the fast lane writes again as they are. */
  laneAnswers: 32 * MiB,
  /** What connections hold back until their clients read: `Waiting`. */
  backpressure: 16 * MiB,
  /** Results of MCP: whole posts, pages of lists. */
  posts: 16 * MiB,
  /** Long posts, of which clients read parts. */
  postTexts: 16 * MiB,
  lists: 4 * MiB,
  resourceLists: 2 * MiB,
  /** Answers to what is not there, or not in that form or by that method. */
  notFound: MiB,
  notAllowed: MiB,
  notAcceptable: MiB,
  /** What headers were found to mean. */
  accept: MiB,
  acceptEncoding: MiB / 4,
  contentType: MiB / 4,
  mcpAccept: MiB / 4,
  hosts: MiB / 4,
  origins: MiB / 4,
} as const

/** What a server needs at most besides its index and what it was started with. */
export const cacheSizesInAll = Object.values(cacheSizes).reduce((sum, bytes) => sum + bytes, 0)

/** A Worker has 128 MB for everything: shards of the snapshot that it keeps. */
export const edgeCacheSizes = { shards: 8 * MiB } as const
