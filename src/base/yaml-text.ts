/** Plain data as YAML. It reads back as the same data, by the rules of YAML 1.2 and by those of 1.1. */
export function toYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`
}

function lines(value: unknown): string[] {
  const short = inline(value)
  if (short !== undefined) return [short]
  if (Array.isArray(value)) {
    return value.flatMap((item) => lines(item).map((line, nth) => (nth === 0 ? `- ${line}` : `  ${line}`)))
  }
  return entries(value).flatMap(([key, item]) => {
    const shortItem = inline(item)
    if (shortItem !== undefined) return [`${yamlText(key)}: ${shortItem}`]
    return [`${yamlText(key)}:`, ...lines(item).map((line) => `  ${line}`)]
  })
}

/** What goes on one line: a scalar, a list of scalars, nothing at all. */
function inline(value: unknown): string | undefined {
  if (typeof value === 'string') return yamlText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (!Array.isArray(value)) return entries(value).length === 0 ? '{}' : undefined
  const isShort = value.every((item) => typeof item !== 'object' || item === null)
  return isShort ? `[${value.map(inline).join(', ')}]` : undefined
}

function entries(value: unknown): [key: string, item: unknown][] {
  return Object.entries(value ?? {}).filter(([, item]) => item !== undefined)
}

/**
 * Without quotes only what no parser takes for anything but text. That leaves out `null`, `yes`, dates and, for one parser, `e5`.
 * A JSON string is a YAML string, but YAML 1.1 knows more characters that end a line or must not appear.
 */
export function yamlText(written: string): string {
  const isPlain = /^[A-Za-z/](?:[\w ./()'’–-]|:(?=[\w/]))*$/.test(written) && !written.endsWith(' ')
  if (isPlain && !/^(?:true|false|null|yes|no|on|off|y|n|e-?\d+)$/i.test(written)) return written
  const byNumber = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(written).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, byNumber)
}
