/** Text as HTML shows it, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/**
 * The same for XML, between tags or in a quoted attribute, without the characters that it has no way to write (XML 1.0 §2.2). A lone
 * surrogate needs no care: UTF-8 has none. One pass a character is quicker than one for all, and feeds hold whole posts.
 */
export function escapeXml(text: string): string {
  return text
    .replace(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text of an element, where quotes stay as they are: code is full of them. */
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

/** Text as markdown shows it within a line: what it would take for its own marks is escaped. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>&~]/g, '\\$&')
}

/** The same for lines of their own: nor does one begin a list, a heading or a rule. */
export function escapeMarkdownLines(text: string): string {
  return escapeMarkdown(text).replace(/^([ \t]*\d*)([-+#=.)|])/gm, '$1\\$2')
}

/** A fence for code in markdown: longer than any run of its marks within. */
export function fenceFor(code: string): string {
  let longest = 2
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}

/**
 * File names and lines of content are shown, never obeyed: what a terminal would act on (C0, DEL, C1), what would break the
 * line, and what would show it in another order (https://trojansource.codes) is written as an escape.
 */
export function visible(text: string): string {
  return text.replace(unprintable, (one) => {
    const code = one.charCodeAt(0)
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
  })
}

/** The same within JSON, where an escape is read back as the character it stands for. */
export function visibleJson(json: string): string {
  return json.replace(unprintable, (one) => (one === '\n' ? one : `\\u${hex(one.charCodeAt(0), 4)}`))
}

/** One line of our own. */
export function say(stream: { write(text: string): unknown }, line: string): void {
  stream.write(`${visible(line)}\n`)
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

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
