/** Text as HTML shows it, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** The same for XML, which has no way to write most control characters (XML 1.0 §2.2); without them. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))
}

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
