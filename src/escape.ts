/** Text as HTML shows it, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
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
