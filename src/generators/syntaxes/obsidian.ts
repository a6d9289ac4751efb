import { slug } from 'github-slugger'
import { regex } from '../../base/regex.ts'
import type { Edit } from '../../markdown/source.ts'
import { alertNamed } from './boxes.ts'
import type { Source, Translator } from './translator.ts'

/** A post with links between notes is one of a notes app. `[[toc]]` is no link. */
export const hasWikiLinks = ({ matches }: Source) =>
  matches(/\[\[(?!_?toc_?\]\])[^[\]\n]+\]\](?!\()/gi).length > 0

const wikiLink = regex(
  'g',
  /(!?)\[\[([^[\]|#\n]{0,300})/,
  /(?:#([^[\]|\n]{1,300}))?/,
  /(?:\\?\|([^[\]\n]{1,300}))?\]\](?!\()/,
)

/** `[[Note#Heading|text]]` → `[text](<address#heading>)`, `![[a.png]]` → `![](<a.png>)`, if they lead anywhere */
export const wikiLinks: Translator = (source, { addressOfNote }) => {
  if (!source.text.includes('[[')) return []
  return source.replace(wikiLink, ([, mark = '', name = '', heading, label]) => {
    // `[[#Heading]]` links within the note.
    const isHere = name === '' && heading !== undefined && mark === ''
    const address = isHere ? '' : addressOfNote(name.trim())?.replace(/[<>]/g, encodeURIComponent)
    if (address === undefined) return undefined
    if (mark === '!' && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(name)) {
      // A number is the display width.
      const alt = label === undefined || /^\d+(?:x\d+)?$/.test(label) ? '' : label
      return `![${alt}](<${address}>)`
    }
    const text = label ?? (isHere ? heading : name.slice(name.lastIndexOf('/') + 1))
    return `[${text}](<${address}${heading === undefined ? '' : `#${slug(heading.trim())}`}>)`
  })
}

const callout = regex(
  'gim',
  /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>[ \t>]*)/,
  /\[!([a-z][\w -]*)(?:\|[^\]\n]*)?\][+-]?(?:[ \t]+(.*))?$/,
)

/** `> [!tip]- Title` → `> [!TIP]` with the title below. Unknown kinds become notes. */
export function callouts(source: Source): Edit[] {
  if (!source.text.includes('[!')) return []
  return source.replace(callout, ([, lead = '', kind = '', title = '']) => {
    // In a list item, the following lines are indented.
    const next = `\n${lead.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length)).trimEnd()}`
    const mark = /^(?:quote|cite)$/i.test(kind) ? [] : [`[!${alertNamed(kind) ?? 'NOTE'}]`]
    const heading = title.trim() === '' ? [] : [`**${title.trim()}**${next}`]
    return lead + [...mark, ...heading].join(`${next} `)
  })
}

/** `==text==` → `<mark>text</mark>` */
export function highlights({ matches, isCode }: Source): Edit[] {
  const marked = /(?<![=\w\\])==(?=[^\s=])(?:(?!==|\n[ \t]*\n)[\s\S]){1,1000}?(?<=[^\s=])==(?![=\w])/g
  return matches(marked).flatMap(({ 0: { length }, index: start }) => {
    const end = start + length
    if (isCode(end - 1)) return []
    return [
      { start, end: start + 2, text: '<mark>' },
      { start: end - 2, end, text: '</mark>' },
    ]
  })
}

const blockId = regex(
  'gm',
  /(?:(?<=\S)([ \t]+)|^)\^([A-Za-z0-9-]+)[ \t]*/,
  // The next line is empty or starts a block.
  /(?=\n[ \t]*(?:\n|$|[-*+>#|]|\d+[.)]|\^)|(?![\s\S]))/,
)

/** `text ^id` → `text <a id="id"></a>`, at the end of a block or below it */
export function blockIds(source: Source): Edit[] {
  if (!source.text.includes('^')) return []
  return source.replace(blockId, ([, space = '', id = '']) =>
    space === '' ? `<div id="${slug(id)}"></div>\n` : ` <a id="${slug(id)}"></a>`,
  )
}
