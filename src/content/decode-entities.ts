import { decodeHTML } from 'entities'

/**
 * `&#8211;` or `&lt;` in a title or a summary, where a converter wrote it or a template would not escape it, as the character that readers
 * saw. Between backquotes it is what the title is about, and so is one that stands for a space.
 */
export function decodeEntities<T extends { readonly text: string }>(said: T | undefined): T | undefined {
  return said && { ...said, text: withCharacters(said.text) }
}

export function withCharacters(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/`[^`]*`|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (written) => {
    const character = written.startsWith('`') ? '' : decodeHTML(written)
    return character.trim() === '' ? written : character
  })
}
