/**
 * Questions a reader might ask of the archive in archive/, each with the post that answers it and words of the sentence that a
 * person would quote, or of either where two say the same. Grown as the archive grows; judged by hand, not by what the engine finds.
 */
export const questions: readonly {
  readonly ask: string
  readonly post: string
  readonly quote: string | readonly string[]
}[] = [
  { ask: 'what Accept header does Claude Code send', post: 'week-01', quote: 'Claude Code' },
  { ask: 'which form does axios get for a page', post: 'week-01', quote: 'axios would like JSON' },
  { ask: 'how is a tie between media types broken', post: 'week-01', quote: 'break a tie' },
  { ask: 'does the User-Agent decide', post: 'week-01', quote: 'decides nothing here' },
  { ask: 'weight of 0 not acceptable', post: 'week-01', quote: 'a weight of 0 means' },
  { ask: 'empty Accept header', post: 'week-01', quote: 'absent, or empty' },
  { ask: 'text/markdown;variant=GFM excluded by strict parameters', post: 'week-01', quote: 'variant=GFM' },
  { ask: 'reverse proxy stored an answer that lacked Vary', post: 'week-02', quote: 'lacked Vary' },
  { ask: 'do CDNs ignore Vary: Accept', post: 'week-02', quote: 'Several CDNs' },
  {
    ask: 'why does each form need its own ETag',
    post: 'week-02',
    quote: ['strong tag promises identical bytes', 'An ETag belongs to a form'],
  },
  {
    ask: 'does the .md URL look at Accept',
    post: 'week-02',
    quote: ['answers markdown even to', 'A .md URL that ignores Accept'],
  },
  {
    ask: 'which cache treats values that differ by a space as equal',
    post: 'week-02',
    quote: 'only Traffic Server',
  },
  { ask: 'poisoned cache entries after nine headers', post: 'week-02', quote: 'Entries after nine headers' },
  { ask: 'two Host lines in one request', post: 'week-03', quote: 'Two Host lines' },
  { ask: 'how many rules does nginx break', post: 'week-03', quote: 'nginx 1.22' },
  { ask: 'who wrote the HTTP conformance paper at ASIA CCS', post: 'week-03', quote: 'Jannis Rautenstrauch' },
  { ask: 'what happens with a naive clientError listener', post: 'week-03', quote: 'second response' },
  { ask: 'target of 20,000 bytes', post: 'week-03', quote: '20,000 bytes' },
  { ask: 'request smuggling payloads', post: 'week-03', quote: 'smuggling payloads' },
  { ask: 'what is in the hint of an error', post: 'week-04', quote: 'hint' },
  {
    ask: 'should a 404 redirect to the nearest identifier',
    post: 'week-04',
    quote: 'A redirect from week-1',
  },
  {
    ask: 'match on code instead of the wording of a message',
    post: 'week-04',
    quote: 'matches on code will not',
  },
  { ask: 'problem details RFC 9457', post: 'week-04', quote: 'problem details' },
  { ask: 'isError tool result over MCP', post: 'week-04', quote: 'isError' },
  { ask: 'how long may a 404 be cached', post: 'week-04', quote: 'A minute is long enough' },
]
