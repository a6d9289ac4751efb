/**
 * Questions that readers may ask the archive in archive/, each with every post that answers it and words of every sentence that a
 * person would quote. Add questions with each post; a sentence belongs here if it answers, whether or not the engine finds it.
 */
export interface Question {
  readonly ask: string
  readonly post: string | readonly string[]
  readonly quote: string | readonly string[]
}

const about =
  (post: string) =>
  (ask: string, ...quote: readonly string[]): Question => ({ ask, post, quote })

const accept = about('week-01')
const caches = about('week-02')
const servers = about('week-03')
const errors = about('week-04')
const engines = about('week-05')
const llms = about('week-06')
const quoting = about('week-07')
const citing = about('week-08')
const calls = about('week-09')
const files = about('week-10')
const scanners = about('week-11')
const stable = about('week-12')

const inItsTerms: readonly Question[] = [
  accept('what Accept header does Claude Code send', 'Claude Code 2.1.325 | '),
  accept('which form does axios get for a page', 'axios would like JSON', 'axios 1.21.1 | '),
  accept('how is a tie between media types broken', 'break a tie'),
  {
    ask: 'does the User-Agent header decide which form is sent',
    post: ['week-01', 'week-11'],
    quote: ['decides nothing here', 'We do not read the User-Agent'],
  },
  accept('weight of 0 not acceptable', 'a weight of 0 means'),
  accept('empty Accept header', 'absent, or empty'),
  accept('text/markdown;variant=GFM excluded by strict parameters', 'variant=GFM'),

  caches('reverse proxy stored an answer that lacked Vary', 'lacked Vary'),
  caches('do CDNs ignore Vary: Accept', 'Several CDNs'),
  caches(
    'why does each form need its own ETag',
    'strong tag promises identical bytes',
    'An ETag belongs to a form',
  ),
  caches('does the .md URL look at Accept', 'answers markdown even to', 'A .md URL that ignores Accept'),
  caches('which cache treats values that differ by a space as equal', 'only Traffic Server'),
  caches('how many entries after nine headers filed by URL and raw Accept', 'markdown, HTML, markdown | 9'),

  servers('two Host lines in one request', 'Two Host lines'),
  servers('how many rules does nginx break', 'nginx 1.22'),
  servers('who published the HTTP conformance suite at ASIA CCS', 'Jannis Rautenstrauch'),
  servers('clientError listener second response', 'second response'),
  servers('target of 20,000 bytes', '20,000 bytes'),
  servers(
    'messages of request smuggling answered twice',
    'request smuggling is made of',
    'node:http, a listener that always writes | 8',
  ),

  errors('what is in the hint of an error', 'hint'),
  errors('why not redirect week-1 to week-01', 'A redirect from week-1'),
  errors('match on code instead of the wording of a message', 'matches on code will not'),
  errors('problem details RFC 9457', 'problem details'),
  errors('tool call with bad arguments isError', 'marked isError'),
  errors('Cache-Control of a 404', '404 | resource_not_found'),

  engines('which JavaScript search engine has the best nDCG@10', 'without its pair bonus | 0.532'),
  engines('engine that requires all words of a question', 'finds 2 % of what is relevant'),
  engines('bonus for words side by side chosen on this collection', 'so our figure flatters us'),
  engines('MiniSearch nDCG@10 with prefix', 'falls from 0.441 to 0.367'),
  engines('R@100 without stemming', 'Without stemming, R@100 falls', 'no stemming | 0.521'),
  engines('Orama stop words and prefixes', 'its package brings no stop words'),
  engines('where does the Cranfield collection come from', 'for the experiments of Cyril Cleverdon'),
  engines('does a title boost of 3 help', 'it lowered nDCG@10 in all three', 'a weight of 3 raises 0.530'),

  llms('what does the llms.txt proposal ask for', 'wants a markdown file at /llms.txt'),
  llms('page points to llms.txt with rel describedby', 'rel="describedby"'),
  llms('llms.txt links lead to HTML', 'Links lead to HTML | '),
  llms('relative links in llms.txt', 'a relative link then leads nowhere', 'Links are relative'),
  llms('why is there no llms-full.txt', 'should not have to read all of them'),
  llms('are drafts listed in llms.txt', 'is dropped when the content is read', 'Drafts are listed'),
  {
    ask: 'how many characters may llms.txt have',
    post: ['week-06', 'week-11'],
    quote: ['up to 50,000 characters', '50,000 characters pass'],
  },
  llms('which agents read llms.txt on their own', 'We have not measured which agents read llms.txt'),
  llms('is the JSON list larger than llms.txt', 'The JSON list is larger than llms.txt'),

  quoting('sentences cut from the parsed document or raw markdown', 'never in the raw markdown'),
  quoting('what does the cutter do in doubt', 'half a sentence is worse to quote than two'),
  {
    ask: 'Intl.Segmenter and the version of ICU',
    post: ['week-07', 'week-12'],
    quote: ['another version of ICU', 'ICU version | '],
  },
  quoting(
    'is the first unit with a term a good choice',
    'names its subject early and answers late',
    'first unit with a term | 3',
  ),
  quoting('factor for a table row, a heading and a line of code', '0.9 for a table row'),
  quoting('how many characters has the sentence of a hit', 'at most 300 characters', 'The hit has'),
  quoting('was the rule chosen on SciFact', 'but on SciFact'),
  quoting('does the anchor of a hit lead to the sentence', 'leads to the section and not to the sentence'),

  citing('what share of URLs in the Harvard Law Review is dead', 'more than 70% of the URLs'),
  citing('does the anchor change when a heading is reworded', 'When the heading is reworded'),
  citing('does 304 mean the same bytes', 'so 304 means the very same bytes'),
  citing('why does the archive send no Last-Modified', 'the archive sends no Last-Modified'),
  citing('citing a number that a post took from elsewhere', 'is cited from there'),
  citing('does an identifier ever change', 'That an identifier never changes'),
  citing('does a changed tag mean changed words', 'A changed tag does not mean changed words'),
  citing('cite_post prompt over MCP', 'one prompt, cite_post'),

  calls('processor time of the official package', 'The official package takes', 'Official package, a'),
  calls('tool call against bare node:http by processor time', 'bare node:http'),
  calls('how many tokens does week-01 have as a whole', 'week-01, whole'),
  calls('same facts in structuredContent and in a text', 'The facts are in structuredContent as JSON'),
  calls('Claude Code refuses answers of how many tokens', 'more than 25,000 tokens'),
  calls('when does get_archive_post divide a post', 'divides a post only above 60,000 characters'),
  calls('why are wrong arguments reported as results', 'for reporting wrong arguments as results'),
  calls('does the package make a new server for each call', 'A new one for each call'),

  files('who reads the _headers file', 'Cloudflare Pages and Netlify read it'),
  files('what does nginx make an ETag of', "of a file's time and size"),
  files('gzip_static in nginx', 'sends the .gz file to clients that take gzip'),
  files('replace a link in one rename with mv -T', 'replaces the link in one rename'),
  files('is compressed HTML smaller than plain markdown', 'The compressed HTML is about as large'),
  files('stale answer when the origin fails', 'if the origin fails'),
  files('do MCP tools need a server', 'MCP tools need a server'),
  files('bytes of HTML with Brotli', 'HTML, Brotli'),

  scanners('markdown by User-Agent crawler', "sends a crawler's name", 'Agent UA'),
  {
    ask: 'should a missing page be answered with 200',
    post: ['week-11', 'week-04'],
    quote: [
      '200 with a friendly page',
      'Missing page → markdown',
      '200 for a missing page',
      'because agents trust status codes',
    ],
  },
  scanners(
    'weight of the llms.txt checks in the afdocs score',
    'weigh 50 of 153',
    'of which it makes up a third',
  ),
  scanners('unclosed code fence', 'called one unclosed'),
  scanners('agent-readability home page with .md appended', 'appends .md'),
  scanners('robots.txt that shuts out GPTBot', 'shuts out GPTBot'),
  scanners('Vary check accepts Accept-Encoding', 'so Vary: Accept-Encoding passes'),
  scanners('does a scanner ask an agent a question', 'Neither scanner asks an agent a question'),

  stable('GNU gzip and zlib at the same level', 'GNU gzip 1.12 makes 6,482 bytes'),
  stable('what is generatedAt', 'is the newest date in the archive'),
  stable('order of names from opendir', 'returns names in the order of the file system'),
  stable('is NFKC stable between Unicode versions', 'promises that the normal form'),
  {
    ask: 'is the tag a hash of the uncompressed bytes',
    post: ['week-12', 'week-08'],
    quote: ['a hash of the uncompressed bytes'],
  },
  stable('Turkish lower case', 'The Turkish lower case'),
  stable('how many bytes of header does a 304 have', '875 bytes of header'),
  stable('compressed bytes differ between machines', 'Compressed bytes may still differ'),
]

/** In the words of someone who has not read the post, two for each later post: hardest for keyword search. */
export const strangers: readonly Question[] = [
  engines('which javascript search library ranks best', 'without its pair bonus | 0.532'),
  engines(
    'should a query match all words or any word',
    'finds 2 % of what is relevant',
    'Any word is enough.',
  ),
  llms('what must an llms.txt contain', 'the only required part', 'wants a markdown file at /llms.txt'),
  llms(
    'how does a page point agents to llms.txt',
    'a page points to it with',
    'in a sentence at the top of the HTML',
  ),
  quoting(
    'why not split raw markdown into sentences',
    'never in the raw markdown',
    'In raw markdown a line break',
  ),
  quoting('what does the sentence splitter do when unsure', 'half a sentence is worse to quote than two'),
  citing('what percentage of links in law journals are dead', 'more than 70% of the URLs'),
  citing('what happens to an anchor when a heading is renamed', 'When the heading is reworded'),
  calls(
    'how much slower is the official MCP SDK than bare node',
    'The official package takes',
    'Official package, a',
  ),
  calls('overhead of an MCP tool call compared with plain node:http', 'that does not look at it'),
  files('which static hosts understand a _headers file', 'Cloudflare Pages and Netlify read it'),
  files('how does nginx compute its entity tag', "of a file's time and size"),
  scanners('should a server pick markdown by user agent', "sends a crawler's name"),
  {
    ask: 'why not answer 200 when a page does not exist',
    post: ['week-11', 'week-04'],
    quote: ['200 with a friendly page', 'because agents trust status codes'],
  },
  stable('same gzip level different output size between libraries', 'GNU gzip 1.12 makes 6,482 bytes'),
  stable('what does generatedAt mean', 'is the newest date in the archive'),
]

export const questions: readonly Question[] = [...inItsTerms, ...strangers]
