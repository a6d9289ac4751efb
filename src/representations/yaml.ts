/** Plain data as block YAML. It reads back as the same data, by the rules of YAML 1.2 and by those of 1.1. */
export function toYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`
}

function lines(value: unknown): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return ['[]']
    return value.flatMap((item) => lines(item).map((line, nth) => (nth === 0 ? `- ${line}` : `  ${line}`)))
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    return entries.length === 0 ? ['{}'] : entries.flatMap(([key, item]) => entry(text(key), item))
  }
  return [typeof value === 'string' ? text(value) : JSON.stringify(value)]
}

function entry(key: string, value: unknown): string[] {
  const [first = '', ...others] = lines(value)
  const isCollection = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  return isCollection ? [`${key}:`, ...[first, ...others].map((line) => `  ${line}`)] : [`${key}: ${first}`]
}

/**
 * Without quotes only what no parser takes for anything but text. That leaves out `null`, `yes`, dates and, for one parser, `e5`.
 * A JSON string is a YAML string, but YAML 1.1 knows more characters that end a line or must not appear.
 */
function text(written: string): string {
  const isPlain = /^[A-Za-z/](?:[\w ./,()'’–-]|:(?=[\w/]))*$/.test(written) && !written.endsWith(' ')
  if (isPlain && !/^(?:true|false|null|yes|no|on|off|y|n|e-?\d+)$/i.test(written)) return written
  const byNumber = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(written).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, byNumber)
}
