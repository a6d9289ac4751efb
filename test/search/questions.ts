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
  {
    ask: 'which javascript search library ranks best',
    post: 'week-05',
    quote: 'Engine: Citable 0.1.0; nDCG@10: 0.542',
  },
  {
    ask: 'should a query match all words or any word',
    post: 'week-05',
    quote: 'An engine that requires all of them, stop words excepted, finds 2 % of what is relevant',
  },
  {
    ask: 'is your own benchmark result biased',
    post: 'week-05',
    quote: 'was chosen on this very collection, so our figure flatters us',
  },
  {
    ask: 'minisearch prefix search effect on quality',
    post: 'week-05',
    quote: 'its nDCG@10 falls from 0.441 to 0.367',
  },
  {
    ask: 'how much recall does stemming give',
    post: 'week-05',
    quote: 'Without it R@100 falls from 0.771 to 0.736',
  },
  {
    ask: 'why does orama score low on questions',
    post: 'week-05',
    quote: 'its package brings no stop words, so a in a question finds every word',
  },
  {
    ask: 'where to download the cranfield test collection',
    post: 'week-05',
    quote: 'It was made in the 1960s for the experiments of Cyril Cleverdon',
  },
  {
    ask: 'does boosting the title help or hurt',
    post: 'week-05',
    quote: ['a weight of 3 raises 0.530 to 0.542 inside', 'It lowered nDCG@10 in all three'],
  },
  { ask: 'what must an llms.txt contain', post: 'week-06', quote: 'the only required part' },
  {
    ask: 'how does a page point agents to llms.txt',
    post: 'week-06',
    quote: 'a page points to it with rel="describedby"',
  },
  {
    ask: 'should llms.txt link to html or md files',
    post: 'week-06',
    quote: 'The .md address ignores Accept',
  },
  { ask: 'why absolute urls in llms.txt', post: 'week-06', quote: 'A relative link then leads nowhere' },
  {
    ask: 'why is there no llms-full.txt',
    post: 'week-06',
    quote: 'an agent that wants one post should not have to read all of them',
  },
  {
    ask: 'are drafts listed in llms.txt',
    post: 'week-06',
    quote: ['is dropped when the content is read', 'Drafts are listed'],
  },
  {
    ask: 'how large may llms.txt be before a scanner fails it',
    post: 'week-06',
    quote: 'by default passes a file of up to 50,000 characters',
  },
  {
    ask: 'do agents actually read llms.txt',
    post: 'week-06',
    quote: 'We have not measured which agents read the file on their own',
  },
  {
    ask: 'is the json post list bigger than llms.txt',
    post: 'week-06',
    quote: 'The JSON list is larger for what it adds',
  },
  {
    ask: 'why not split raw markdown into sentences',
    post: 'week-07',
    quote: 'never in the raw markdown',
  },
  {
    ask: 'what does the sentence splitter do when unsure',
    post: 'week-07',
    quote: 'half a sentence is worse to quote than two',
  },
  {
    ask: 'is Intl.Segmenter the same on every machine',
    post: 'week-07',
    quote: 'another version of ICU',
  },
  {
    ask: 'should the first matching sentence be shown',
    post: 'week-07',
    quote: 'does no better than chance',
  },
  {
    ask: 'how much less does a heading or code line count than prose',
    post: 'week-07',
    quote: '0.9 for a table row',
  },
  {
    ask: 'maximum length of the sentence in a search hit',
    post: 'week-07',
    quote: 'at most 300 characters',
  },
  {
    ask: 'which data set was the sentence rule chosen on',
    post: 'week-07',
    quote: 'chosen on SciFact',
  },
  {
    ask: 'does anchorUrl point at the exact sentence',
    post: 'week-07',
    quote: 'leads to the section and not to the sentence',
  },
  {
    ask: 'what percentage of links in law journals are dead',
    post: 'week-08',
    quote: 'more than 70% of the URLs',
  },
  {
    ask: 'what happens to an anchor when a heading is renamed',
    post: 'week-08',
    quote: 'When the heading is reworded, the anchor changes with it',
  },
  {
    ask: 'does 304 prove the text is identical',
    post: 'week-08',
    quote: 'so 304 means the very same bytes',
  },
  {
    ask: 'how is the etag computed from uncompressed bytes',
    post: 'week-08',
    quote: 'This server makes it from a hash of the uncompressed bytes',
  },
  {
    ask: 'why is there no Last-Modified header',
    post: 'week-08',
    quote: 'the archive sends no Last-Modified',
  },
  {
    ask: 'which source to cite for a number taken from elsewhere',
    post: 'week-08',
    quote: 'A number that a post took from elsewhere is cited from there',
  },
  {
    ask: 'will a post identifier ever change',
    post: 'week-08',
    quote: 'That an identifier never changes is a promise of the editors',
  },
  {
    ask: 'does a changed etag mean the words changed',
    post: 'week-08',
    quote: 'A changed tag does not mean changed words',
  },
  {
    ask: 'how much slower is the official MCP SDK than bare node',
    post: 'week-09',
    quote: 'The package takes',
  },
  {
    ask: 'overhead of an MCP tool call compared with plain node:http',
    post: 'week-09',
    quote: 'times the processor time of the server that does not look at it',
  },
  {
    ask: 'how many tokens does a whole post take in context',
    post: 'week-09',
    quote: 'week-01, whole',
  },
  {
    ask: 'why is structuredContent duplicated as text',
    post: 'week-09',
    quote: 'because the same JSON is in structuredContent and in a text',
  },
  {
    ask: 'maximum tool output Claude Code accepts',
    post: 'week-09',
    quote: 'refuses an answer of more than 25,000 tokens',
  },
  {
    ask: 'when is a long post split into parts over MCP',
    post: 'week-09',
    quote: 'divides a post only above 60,000 characters',
  },
  {
    ask: 'why report bad arguments as isError instead of a JSON-RPC error',
    post: 'week-09',
    quote: ['the model may never see it', 'for reporting wrong arguments as results'],
  },
  {
    ask: 'does the SDK create a server object per request',
    post: 'week-09',
    quote: 'A new one for each call, with every tool registered again',
  },
  {
    ask: 'which static hosts understand a _headers file',
    post: 'week-10',
    quote: 'Cloudflare Pages and Netlify read it',
  },
  { ask: 'how does nginx compute its entity tag', post: 'week-10', quote: "of a file's time and size" },
  {
    ask: 'serve precompressed files with nginx',
    post: 'week-10',
    quote: 'sends the .gz file to clients that take gzip',
  },
  {
    ask: 'deploy a new release atomically with a symlink',
    post: 'week-10',
    quote: 'replaces the link in one rename',
  },
  {
    ask: 'is compression or markdown better at saving bandwidth',
    post: 'week-10',
    quote: 'The compressed HTML is smaller than the plain markdown',
  },
  {
    ask: 'how long may a stale copy be used when the origin is down',
    post: 'week-10',
    quote: 'For a week after that hour it may be sent if the origin fails',
  },
  { ask: 'can MCP run on a static site', post: 'week-10', quote: 'Tools need a server' },
  { ask: 'brotli size of an article as HTML', post: 'week-10', quote: 'HTML, Brotli' },
  {
    ask: 'should a server pick markdown by user agent',
    post: 'week-11',
    quote: "sends a crawler's name and no wish for markdown",
  },
  {
    ask: 'why not answer 200 when a page does not exist',
    post: 'week-11',
    quote: 'agents trust status codes and a 200',
  },
  {
    ask: 'how much of the afdocs score depends on llms.txt',
    post: 'week-11',
    quote: 'The eight checks of llms.txt weigh 50 of 153',
  },
  {
    ask: 'scanner wrongly reports unclosed code fence',
    post: 'week-11',
    quote: 'called one unclosed',
  },
  {
    ask: 'agent-readability home page .md request bug',
    post: 'week-11',
    quote: ['it would ask the host example.org.md', 'which is no valid address'],
  },
  {
    ask: 'blocking GPTBot in robots.txt lowers readiness score',
    post: 'week-11',
    quote: ['whom to admit is a decision about rights', 'shuts out GPTBot'],
  },
  {
    ask: 'does the Vary check accept Accept-Encoding only',
    post: 'week-11',
    quote: 'so Vary: Accept-Encoding passes',
  },
  {
    ask: 'does a high readiness score mean better answers',
    post: 'week-11',
    quote: 'Neither scanner asks an agent a question',
  },
  {
    ask: 'same gzip level different output size between libraries',
    post: 'week-12',
    quote: 'GNU gzip 1.12 makes 6,482 bytes',
  },
  {
    ask: 'what does generatedAt mean',
    post: 'week-12',
    quote: 'is the newest date in the archive, not the moment of the build',
  },
  {
    ask: 'directory listing order differs between disks',
    post: 'week-12',
    quote: 'returns names in the order of the file system',
  },
  {
    ask: 'does NFKC change between Unicode versions',
    post: 'week-12',
    quote: 'promises that the normal form of assigned characters',
  },
  {
    ask: 'how is the etag computed for compressed responses',
    post: 'week-12',
    quote: 'followed by the name of the coding if there is one',
  },
  { ask: 'Turkish locale lowercasing problem', post: 'week-12', quote: 'The Turkish lower case shows' },
  {
    ask: 'cost of checking a live page with If-None-Match',
    post: 'week-12',
    quote: '698 bytes of header, no body',
  },
  {
    ask: 'two machines same strong etag different compressed bytes range requests',
    post: 'week-12',
    quote: ['The server ignores Range', 'one strong tag would name two byte sequences'],
  },
]
