import { applyEdits, type Edit, type Edited } from './edits.ts'

/**
 * The first step of reading a body: what is written for a generator becomes plain markdown, before any of it is parsed. It is made
 * of edits, so that whatever is found later is still pointed at where its author wrote it.
 */
export function translate(source: string, site: { readonly url: string }): Edited {
  return applyEdits(source, siteUrls(source, site.url))
}

/** `{{ site.url }}`, Jekyll's name for the base URL; anywhere, because commands in code need it most. */
function siteUrls(source: string, url: string): Edit[] {
  return Array.from(source.matchAll(/\{\{[ \t]*site\.url[ \t]*\}\}/g), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    text: url,
  }))
}
