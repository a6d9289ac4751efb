import { hex } from './digest.ts'

const entity: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entity[character] ?? character)

/** Escapes element text but keeps quotes, which code is full of. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => entity[character] ?? character) : text
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
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*[\]<>&~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')

/** Escapes text for markdown blocks, so that no line starts a list, heading or rule. */
export const escapeMarkdownLines = (text: string): string =>
  escapeMarkdown(text).replace(/^([ \t]*\d*)([-+#=.)|])/gm, '$1\\$2')

/** Returns a code fence longer than any run of backticks in the code. */
export function fenceFor(code: string): string {
  let longest = 2
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}

/** Collapses whitespace. Most texts have none to collapse, so that is tested first. */
export const oneLine = (text: string): string =>
  (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
