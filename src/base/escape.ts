/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/**
 * Escapes text for XML elements and quoted attributes, dropping characters that XML cannot represent (XML 1.0 §2.2).
 * One pass per character is faster than a single regular expression, and feeds contain whole posts.
 */
export function escapeXml(text: string): string {
  return text
    .replace(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Escapes element text but keeps quotes, which code is full of. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => escapes[character] ?? character) : text
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a URL for an attribute; `before` is the character before the value, a quote or not. */
export function escapeAttribute(url: string, before: string | undefined): string {
  const escaped = escapeHtml(url)
  return before === '"' || before === "'"
    ? escaped
    : escaped.replace(/[\s=`]/g, (one) => `&#${one.charCodeAt(0)};`)
}

/** Escapes a URL for a markdown destination: what would end it, a cell, or start an escape. */
export function escapeDestination(url: string): string {
  return url
    .replace(/[\s\\()<>'"`|]/g, (one) => (one < '\x7f' ? `%${hex(one.charCodeAt(0), 2)}` : encodeURI(one)))
    .replace(/&(?=#?\w+;)/g, '&amp;')
}

/** Escapes text for inline markdown. An underscore within a word is none of its marks. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*[\]<>&~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}

/** Escapes text for markdown blocks, so that no line starts a list, heading or rule. */
export function escapeMarkdownLines(text: string): string {
  return escapeMarkdown(text).replace(/^([ \t]*\d*)([-+#=.)|])/gm, '$1\\$2')
}

/** Returns a code fence longer than any run of backticks in the code. */
export function fenceFor(code: string): string {
  let longest = 2
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}

/**
 * Escapes control characters, line breaks and bidirectional controls (https://trojansource.codes), so that file names and
 * content cannot control the terminal.
 */
export function visible(text: string): string {
  return text.replace(unprintable, (one) => {
    const code = one.charCodeAt(0)
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
  })
}

/** Like `visible`, for JSON: the escapes parse back to the same characters. */
export function visibleJson(json: string): string {
  return json.replace(unprintable, (one) => (one === '\n' ? one : `\\u${hex(one.charCodeAt(0), 4)}`))
}

/** Writes one line, made safe for a terminal. */
export function say(stream: { write(text: string): unknown }, line: string): void {
  stream.write(`${visible(line)}\n`)
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

/** Serializes plain data as YAML that reads back the same in YAML 1.1 and 1.2. */
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

/** Returns scalars, lists of scalars and empty objects as one line. */
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

/** Collapses whitespace. Most texts have none to collapse, so that is tested first. */
export function oneLine(text: string): string {
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}
