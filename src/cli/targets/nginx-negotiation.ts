import {
  anyRange,
  encodingRanges,
  literally,
  orderPattern,
  rangePatterns,
  ranges,
} from './accept-patterns.ts'

/**
 * Negotiation as maps of nginx: `$citable_page` is `html`, `md` or empty, `$citable_json` is 1 or empty, and `$citable_first`, `$citable_second`
 * and `$citable_plain` are the endings to try for a file. Weights are compared digit by digit, which PCRE's back-references can do.
 */
export function nginxNegotiation(): string {
  return [
    ...Object.entries(ranges).map(([name, range]) => weightOf('$http_accept', `q_${name}`, range)),
    known('$http_accept'),
    effective('html', ['html', 'text', 'any']),
    effective('markdown', ['markdown', 'text', 'any']),
    effective('json', ['json', 'application', 'any']),
    map('$http_accept', 'order', [
      [`~*${orderPattern(ranges.markdown, ranges.html)}`, 'md'],
      ['default', 'html'],
    ]),
    greater('w_html', 'w_markdown', 'html_wins'),
    greater('w_markdown', 'w_html', 'md_wins'),
    map(
      '$citable_known|$citable_html_wins$citable_md_wins|$citable_w_html|$citable_q_html|$citable_q_markdown|$citable_order',
      'page',
      [
        ['~^0', 'html'],
        [String.raw`~^1\|10`, 'html'],
        [String.raw`~^1\|01`, 'md'],
        [String.raw`~^1\|00\|0\.0+\|`, ''],
        // A tie: a type that is named beats one that a wildcard lets in, and of two the client's first.
        [String.raw`~^1\|00\|[0-9.]+\|\|[^|]`, 'md'],
        [String.raw`~^1\|00\|[0-9.]+\|[^|]+\|[^|]+\|md`, 'md'],
        ['default', 'html'],
      ],
    ),
    map('$citable_known|$citable_w_json', 'json', [
      ['~^0', '1'],
      [String.raw`~^1\|.*[1-9]`, '1'],
      ['default', ''],
    ]),
    ...Object.entries(encodingRanges).map(([name, range]) =>
      weightOf('$http_accept_encoding', `e_${name}`, range),
    ),
    effective('br', ['br', 'any'], 'e'),
    effective('gzip', ['gzip', 'any'], 'e'),
    // Identity that is not named comes last, unless the rest is excluded.
    map('$citable_e_identity|$citable_e_any', 'w_identity', [
      [String.raw`~^(?<citable_i>[01])\.?(?<citable_f>[0-9]*)\|`, `$citable_i.\${citable_f}000`],
      [String.raw`~^\|0[.0]*$`, '0.000'],
      ['default', '0.0001'],
    ]),
    greater('w_gzip', 'w_br', 'gzip_first'),
    greater('w_identity', 'w_br', 'over_br'),
    greater('w_identity', 'w_gzip', 'over_gzip'),
    map('$citable_over_br$citable_w_br', 'br', [
      ['~^0.*[1-9]', '.br'],
      ['default', '/none'],
    ]),
    map('$citable_over_gzip$citable_w_gzip', 'gzip', [
      ['~^0.*[1-9]', '.gz'],
      ['default', '/none'],
    ]),
    map('$citable_gzip_first', 'first', [
      ['1', '$citable_gzip'],
      ['default', '$citable_br'],
    ]),
    map('$citable_gzip_first', 'second', [
      ['1', '$citable_br'],
      ['default', '$citable_gzip'],
    ]),
    map('$citable_w_identity', 'plain', [
      ['~[1-9]', ''],
      ['default', '/none'],
    ]),
  ].join('\n')
}

/** A map of nginx; its first argument is the text that is looked up, with variables in it. */
export function map(source: string, name: string, rows: readonly (readonly [string, string])[]): string {
  const lines = inTheirCase(rows).map(
    ([key, value]) => `    ${key === 'default' ? key : quote(key)} ${quote(value)};`,
  )
  return `map ${quote(source)} $citable_${name} {\n${lines.join('\n')}\n}`
}

/** nginx compares a key without regard to case, and takes no two that differ in that alone; a pattern is compared as it is. */
function inTheirCase(rows: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const counts = new Map<string, number>()
  for (const [key] of rows) counts.set(key.toLowerCase(), (counts.get(key.toLowerCase()) ?? 0) + 1)
  const isAlone = (key: string) => key.startsWith('~') || counts.get(key.toLowerCase()) === 1
  return rows.map(([key, value]) => [isAlone(key) ? key : `~^${literally(key)}$`, value])
}

/** A text as a value: nginx has no way to escape the sign that a variable begins with, but for a variable that holds it. */
export function asValue(text: string): string {
  return text.replaceAll('$', `\${citable_dollar}`)
}

/** What `asValue` takes for granted: the values of `geo` have no variables. */
export const dollar = 'geo $citable_dollar {\n    default "$";\n}'

/** As one word of a configuration. Variables in it are filled in, where nginx does that. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

/** The weight that a header gives to a range, as it is written; empty where it does not name it. */
function weightOf(header: string, name: string, range: string): string {
  const { plain, weighted } = rangePatterns(range, (weight) => `(?<citable_${name}_q>${weight})`)
  return map(header, name, [
    [`~*${plain}`, '1'],
    [`~*${weighted}`, `$citable_${name}_q`],
    ['default', ''],
  ])
}

function known(header: string): string {
  const { plain, weighted } = rangePatterns(anyRange, (weight) => `(?:${weight})`)
  return map(header, 'known', [
    [`~*${plain}`, '1'],
    [`~*${weighted}`, '1'],
    ['default', '0'],
  ])
}

/** That of the most specific range, with three digits or more. */
function effective(name: string, from: readonly string[], of = 'q'): string {
  const weights = from.map((range) => `$citable_${of}_${range}`).join('|')
  const named = String.raw`(?<citable_i>[01])\.?(?<citable_f>[0-9]*)`
  return map(weights, `w_${name}`, [
    ...from.map(
      (_, nth) =>
        [`~^${String.raw`\|`.repeat(nth)}${named}(?:\\||$)`, `$citable_i.\${citable_f}000`] as const,
    ),
    ['default', '0.000'],
  ])
}

/** 1 where the one weight is greater than the other: the same up to a digit, and that is greater. */
function greater(one: string, other: string, name: string): string {
  const digits = Array.from({ length: 9 }, (_, at) => String.raw`${at + 1}\S* \k<citable_s>[0-${at}]`)
  return map(`$citable_${one} $citable_${other}`, name, [
    [`~^(?<citable_s>[0-9.]*?)(?:${digits.join('|')})`, '1'],
    ['default', '0'],
  ])
}
