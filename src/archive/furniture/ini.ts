import type { HLJSApi, Language, Mode } from 'highlight.js'

/**
 * INI and TOML, line by line. The grammar of highlight.js looks for the equals sign of a key on all lines that follow, which costs the
 * square of what is written, and takes the first letters of `node` or `one` for a literal.
 */
export function ini({ NUMBER_MODE, BACKSLASH_ESCAPE, COMMENT }: HLJSApi): Language {
  const comments = [COMMENT('#', '$'), COMMENT(';', '$')]
  const strings: Mode[] = [
    { scope: 'string', begin: '"""', end: '"""', contains: [BACKSLASH_ESCAPE] },
    { scope: 'string', begin: "'''", end: "'''" },
    { scope: 'string', begin: '"', end: /"|$/, contains: [BACKSLASH_ESCAPE] },
    { scope: 'string', begin: "'", end: /'|$/ },
  ]
  const values: Mode[] = [
    ...strings,
    { scope: 'literal', match: /\b(?:true|false|on|off|yes|no|inf|nan)\b(?![-.\w])/ },
    { scope: 'number', match: /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::[\d.]+)?(?:Z|[+-]\d\d:\d\d)?)?\b/ },
    { scope: 'number', match: /\b\d+(?:_\d+)+\b/ },
    NUMBER_MODE,
    { scope: 'variable', match: /\$(?:\w+|\{[^}\n]*\})/ },
  ]
  const list: Mode = { begin: /\[/, end: /\]/, contains: [...comments, ...values, 'self'] }
  return {
    contains: [
      ...comments,
      { scope: 'section', match: /^[ \t]*\[[^\n]*\]/ },
      {
        scope: 'attr',
        begin: /^[ \t]*[^\s=#;[\]{}][^\n=]*?(?=[ \t]*=)/,
        starts: {
          end: /$/,
          contains: [...comments, list, { begin: /\{/, end: /\}/, contains: values }, ...values],
        },
      },
    ],
  }
}
