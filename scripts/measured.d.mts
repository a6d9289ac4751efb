/** The posts, by id, with everything that they print of their own archive as it is on the one that listens on a port. */
export function measured(posts: ReadonlyMap<string, string>, port: number): Promise<Map<string, string>>
