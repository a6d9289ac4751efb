import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parser } from '../../src/markdown/parser.ts'
import { tree } from './tree.ts'

const options = {
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
}

/** Normalized trees of GitHub's reference output and ours. */
export function byMicromark(markdown: string): string {
  const html = micromark(markdown, options)
  return tree(
    html
      .replace(/<sup><a href="#user-content-fn-[^"]*"[^>]*>(\d+)<\/a><\/sup>/g, '[note $1]')
      .replace(/<section data-footnotes[^>]*><h2[^>]*>Footnotes<\/h2>/, '<section>')
      .replace(/<li id="user-content-fn-[^"]*">/g, '<li>')
      .replace(/ ?<a href="#user-content-fnref-[^"]*"[^>]*>↩(?:<sup>\d+<\/sup>)?<\/a>/g, '')
      .replaceAll('<del>', '<s>')
      .replaceAll('</del>', '</s>')
      .replace(/ align="(\w+)"/g, ' style="text-align:$1"'),
  )
}

export function byOurs(markdown: string): string {
  const html = parser.render(markdown, { definitions: [] })
  return tree(
    html
      .replace(/<sup class="footnote-ref"><a [^>]*>\[(\d+)(?::\d+)?\]<\/a><\/sup>/g, '[note $1]')
      .replace(/<hr class="footnotes-sep">\n<section class="footnotes">/, '<section>')
      .replace(' class="footnotes-list"', '')
      .replace(/<li id="fn\d+" class="footnote-item">/g, '<li>')
      .replace(/ ?<a href="#fnref[^"]*" class="footnote-backref">[^<]*<\/a>/g, '')
      .replace(/ class="(?:task-list-item|contains-task-list)"/g, ''),
  )
}
