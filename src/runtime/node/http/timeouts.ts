/** In milliseconds. */
export const timeouts = {
  /** Until the header section, and until the whole request, has come. */
  headers: 10_000,
  request: 15_000,
  /** How often deadlines are looked at: nobody is cut off early, and nobody later than twice this. */
  check: 1_000,
  /** Longer than the idle time of the usual CDN or proxy, so that it is never we who hang up on a request. */
  keepAlive: 65_000,
  /** Without progress while an answer waits to be read. */
  stalled: 30_000,
  /** What a client gets to read its last answer in before the connection is gone. */
  linger: 1_000,
  /** On close: how long nobody may have connected before the port is let go, what idle connections get to send one more request,
   * and what everything gets in all. */
  quiet: 20,
  idleGrace: 1_000,
  drain: 10_000,
}

export type Timeouts = Readonly<typeof timeouts>
