import type { Limit } from '../contract/limits.ts'

/** What files cannot keep of the contract, whatever serves them. */
export const ofFiles: readonly Limit[] = [
  {
    reason:
      'The MCP endpoint takes a program: lead `/mcp` to a `citable serve`, or name another with `--mcp-url`.',
    subjects: ['mcp', 'mcpTools', 'mcpRefusals', 'mcpMistakes'],
    rows: [
      '[decided-7.endpoints] [index.endpoints] gives addresses that can be fetched as they stand',
      '[discovery.llms] /llms.txt has every page and post of the sitemap, each address working',
      '[discovery.agent-instructions] says when to use the site, how to call it, and what comes back',
      'has commands whose addresses work, but for the one that shows an error',
      '[mcp.manifest] describes the endpoint as the endpoint describes itself',
      'names both interfaces, and leads from each to what describes it',
    ],
  },
  {
    reason: 'The search page takes a program; nothing leads to it.',
    subjects: ['searchPage'],
    rows: [
      '[index.endpoints] names them as clients know them',
      '[discovery.sitemap] has every page and post with a last-modified date',
      'leads to the home page and to the search, and one of the API does not',
      '[what-7.developers] [what-7.contact] [what-7.privacy] [markdown-1] the pages of the contract are made',
    ],
  },
  {
    reason:
      'A 404 says what ids look like and where the index is, but not which address is near: a server of files cannot look for one.',
    rows: [
      '[error.hint] * was probably meant as *',
      '* was probably meant as *, in another folder',
      '[condition.unknown-post] [decided-2.hint] a post that is not there: what ids look like, and near ones',
      'and one that is not there is a post that is not there',
      '/posts leads to the list of posts',
      'may have been meant as any file of that name',
    ],
  },
  {
    reason:
      'A picture that was replaced is no longer at its old address, and leads nowhere: files have only what there is now.',
    rows: ['[decided-4.replaced] a version of a file that has been replaced leads to the file as it is now'],
  },
  {
    reason:
      'The Link header of a post has what all posts have; its series is not in it, nor authors that only some have. A configuration would otherwise change with every post.',
    rows: ['of a post say how to cite it, what describes it, what forms it has, and its terms'],
  },
]

export const ofNginx: readonly Limit[] = [
  ...ofFiles,
  {
    reason: 'nginx always says `Server: nginx`, unless a module takes it away.',
    rows: ['[decided-5.absent] [limits-1.no-header] [auth-2] has no Server, no cookie, no rate limit'],
  },
  {
    reason: 'nginx before 1.23 reads only the first of several Accept lines.',
    rows: ['[decided-3.repeated] repeated headers join in order'],
  },
  {
    reason: 'nginx answers 400, not 404, to a path that does not decode.',
    rows: [
      '[decided-2.pattern] a postId outside the pattern, %00, is an unknown post',
      '[decided-2.undecoded] /%zz is looked up as it came',
    ],
  },
]

export const ofCaddy: readonly Limit[] = [
  ...ofFiles,
  {
    reason: 'Go answers 400 in plain text, not 404, to a path that does not decode.',
    rows: ['[decided-2.undecoded] /%zz is looked up as it came'],
  },
  {
    reason: 'Go takes `"tag"x` in If-None-Match for `"tag"`.',
    rows: ['200 to another tag and to what is no tag'],
  },
]
