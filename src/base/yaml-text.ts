import { hex } from './digest.ts'

/** Serializes plain data as YAML that reads back the same in YAML 1.1 and 1.2. */
export const toYaml = (value: unknown): string => `${lines(value).join('\n')}\n`

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

/** Returns scalars, lists of scalars and empty objects as one line. */
function inline(value: unknown): string | undefined {
  if (typeof value === 'string') return yamlText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (!Array.isArray(value)) return entries(value).length === 0 ? '{}' : undefined
  const isShort = value.every((item) => typeof item !== 'object' || item === null)
  return isShort ? `[${value.map(inline).join(', ')}]` : undefined
}

const entries = (value: unknown): [key: string, item: unknown][] =>
  Object.entries(value ?? {}).filter(([, item]) => item !== undefined)

/**
 * Quotes a string unless every parser reads it as text; `null`, `yes`, dates and, in one parser, `e5` are not.
 * A JSON string is a YAML string, except for characters that YAML 1.1 forbids or treats as line breaks.
 */
export function yamlText(text: string): string {
  const isPlain = /^[A-Za-z/](?:[\w ./()'’–-]|:(?=[\w/]))*$/.test(text) && !text.endsWith(' ')
  if (isPlain && !/^(?:true|false|null|yes|no|on|off|y|n|e-?\d+)$/i.test(text)) return text
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${hex(character.charCodeAt(0), 4)}`,
  )
}
