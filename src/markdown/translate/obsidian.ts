import { slug } from 'github-slugger'
import type { Edit } from '../source-map.ts'
import type { Source } from './source.ts'

/** A post with links between notes is one of a notes app. */
export function hasWikiLinks({ text, isCode }: Source): boolean {
  return Array.from(text.matchAll(wikiLink)).some(({ index }) => !isCode(index))
}

/** Not `[[toc]]`. */
const wikiLink = /\[\[(?!_?toc_?\]\])[^[\]\n]+\]\](?!\()/gi

/** `==text==` → `<mark>text</mark>` */
export function highlights({ text, isCode }: Source): Edit[] {
  return Array.from(text.matchAll(marked)).flatMap(({ 0: { length }, index: start }) => {
    const end = start + length
    if (isCode(start) || isCode(end - 1)) return []
    return [
      { start, end: start + 2, text: '<mark>' },
      { start: end - 2, end, text: '</mark>' },
    ]
  })
}

const marked = /(?<![=\w\\])==(?=[^\s=])(?:(?!==|\n[ \t]*\n)[\s\S]){1,1000}?(?<=[^\s=])==(?![=\w])/g

/** `text ^id` → `text <a id="id"></a>`, at the end of a block or below it. */
export function blockIds(source: Source): Edit[] {
  return source.replace(blockId, ({ 1: space = '', 2: id = '' }) =>
    space === '' ? `<div id="${slug(id)}"></div>\n` : ` <a id="${slug(id)}"></a>`,
  )
}

/** The next line is empty or starts a block. */
const blockId =
  /(?:(?<=\S)([ \t]+)|^)\^([A-Za-z0-9-]+)[ \t]*(?=\n[ \t]*(?:\n|$|[-*+>#|]|\d+[.)]|\^)|(?![\s\S]))/gm
