/** Plain data as block YAML. For what is known to be plain, this is all there is to it; a library takes longer to warm up. */
export function toYaml(value: unknown): string {
  return `${block(value, 0).replace(/^\n/, '')}\n`
}

function block(value: unknown, depth: number): string {
  const indent = `\n${'  '.repeat(depth)}`
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []'
    return value.map((item) => `${indent}-${block(item, depth + 1).replace(/^\n\s*/, ' ')}`).join('')
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    if (entries.length === 0) return ' {}'
    return entries.map(([key, item]) => `${indent}${word(key)}:${block(item, depth + 1)}`).join('')
  }
  return ` ${typeof value === 'string' ? word(value) : JSON.stringify(value)}`
}

/** Quoted unless it is certain to be read back as the same text: JSON strings are YAML strings. */
function word(text: string): string {
  const plain =
    /^[A-Za-z/][A-Za-z0-9 _./,()–’-]*$/.test(text) &&
    !text.endsWith(' ') &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return plain ? text : JSON.stringify(text)
}
