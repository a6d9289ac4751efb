import { anyRange, encodingRanges, orderPattern, rangePatterns, ranges } from './accept-patterns.ts'

/**
 * Negotiation as directives of Caddy, in order: `{citable_page}` is `html`, `md` or empty, `{citable_json}` is 1 or empty, and `{citable_first}`,
 * `{citable_second}` and `{citable_plain}` are the endings to try for a file. Its regular expressions cannot compare weights; its expressions can.
 */
export function caddyNegotiation(): string[] {
  return [
    ...Object.entries(ranges).map(([name, range]) => weightOf('{header.Accept}', `q_${name}`, range)),
    known(),
    effective('html', ['q_html', 'q_text', 'q_any']),
    effective('markdown', ['q_markdown', 'q_text', 'q_any']),
    effective('json', ['q_json', 'q_application', 'q_any']),
    map('{header.Accept}', 'order', [
      [`~(?i)${orderPattern(ranges.markdown, ranges.html)}`, 'md'],
      ['default', 'html'],
    ]),
    ...greater('html_wins', 'w_html', 'w_markdown'),
    ...greater('md_wins', 'w_markdown', 'w_html'),
    map(
      '{citable_known}|{vars.citable_html_wins}{vars.citable_md_wins}|{citable_w_html}|{citable_q_html}|{citable_q_markdown}|{citable_order}',
      'page',
      [
        ['~^0', 'html'],
        [String.raw`~^1\|10`, 'html'],
        [String.raw`~^1\|01`, 'md'],
        [String.raw`~^1\|00\|[0.]+\|`, ''],
        // A tie: a type that is named beats one that a wildcard lets in, and of two the client's first.
        [String.raw`~^1\|00\|[0-9.]+\|\|[^|]`, 'md'],
        [String.raw`~^1\|00\|[0-9.]+\|[^|]+\|[^|]+\|md`, 'md'],
        ['default', 'html'],
      ],
    ),
    map('{citable_known}|{citable_w_json}', 'json', [
      ['~^0', 'json'],
      [String.raw`~^1\|.*[1-9]`, 'json'],
      ['default', ''],
    ]),
    ...Object.entries(encodingRanges).map(([name, range]) =>
      weightOf('{header.Accept-Encoding}', `e_${name}`, range),
    ),
    effective('br', ['e_br', 'e_any']),
    effective('gzip', ['e_gzip', 'e_any']),
    // Identity that is not named comes last, unless the rest is excluded.
    map('{citable_e_identity}|{citable_e_any}', 'w_identity', [
      [String.raw`~^([01][.0-9]*)\|`, captured(1)],
      [String.raw`~^\|0[.0]*$`, '0'],
      ['default', '0.0001'],
    ]),
    ...greater('gzip_first', 'w_gzip', 'w_br'),
    ...greater('over_br', 'w_identity', 'w_br'),
    ...greater('over_gzip', 'w_identity', 'w_gzip'),
    map('{vars.citable_over_br}{citable_w_br}', 'br', [
      ['~^0.*[1-9]', '.br'],
      ['default', '/none'],
    ]),
    map('{vars.citable_over_gzip}{citable_w_gzip}', 'gzip', [
      ['~^0.*[1-9]', '.gz'],
      ['default', '/none'],
    ]),
    map('{vars.citable_gzip_first}', 'first', [
      ['1', '{citable_gzip}'],
      ['default', '{citable_br}'],
    ]),
    map('{vars.citable_gzip_first}', 'second', [
      ['1', '{citable_br}'],
      ['default', '{citable_gzip}'],
    ]),
    map('{citable_w_identity}', 'plain', [
      ['~[1-9]', ''],
      ['default', '/none'],
    ]),
  ]
}

/** A map of Caddy; its first argument is the text that is looked up, with placeholders in it. */
export function map(source: string, name: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([key, value]) => `\t\t\t${key === 'default' ? key : quote(key)} ${quote(value)}`)
  return `map ${quote(source)} {citable_${name}} {\n${lines.join('\n')}\n\t\t}`
}

/** What a map's pattern captured. */
export const captured = (nth: number) => `$\{${nth}}`

/** As one token of a Caddyfile. */
export function quote(text: string): string {
  if (!text.includes('`')) return `\`${text}\``
  throw new Error(`a token of a Caddyfile cannot have a backquote: ${text}`)
}

/** A variable that is 1 where the expression holds, and 0 elsewhere. */
export function flag(name: string, expression: string): string[] {
  return [
    `vars citable_${name} 0`,
    `@citable_${name} expression ${quote(expression)}`,
    `vars @citable_${name} citable_${name} 1`,
  ]
}

/** The weight that a header gives to a range, as it is written; empty where it does not name it. */
function weightOf(header: string, name: string, range: string): string {
  const { plain, weighted } = rangePatterns(range, (weight) => `(${weight})`)
  return map(header, name, [
    [`~(?i)${plain}`, '1'],
    [`~(?i)${weighted}`, captured(1)],
    ['default', ''],
  ])
}

function known(): string {
  const { plain, weighted } = rangePatterns(anyRange, (weight) => `(?:${weight})`)
  return map('{header.Accept}', 'known', [
    [`~(?i)${plain}`, '1'],
    [`~(?i)${weighted}`, '1'],
    ['default', '0'],
  ])
}

/** That of the most specific range. */
function effective(name: string, from: readonly string[]): string {
  return map(from.map((range) => `{citable_${range}}`).join('|'), `w_${name}`, [
    ...from.map((_, nth) => [`~^${String.raw`\|`.repeat(nth)}([01][.0-9]*)(?:\\||$)`, captured(1)] as const),
    ['default', '0'],
  ])
}

function greater(name: string, one: string, other: string): string[] {
  return flag(name, `double({citable_${one}}) > double({citable_${other}})`)
}
