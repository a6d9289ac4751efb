import { slug } from 'github-slugger'
import type { Edit } from '../source-map.ts'
import type { Source, Translator } from './source.ts'

/** Turns `[[Note#Heading|text]]`, `[[#Heading]]` and `![[picture.png]]` into links. Leaves those without a target. */
export const wikiLinks: Translator = (source, { addressOfNote }) => {
  if (!source.text.includes('[[')) return []
  return source.replace(wikiLink, ({ groups }) => {
    const { mark = '', name = '', heading, label } = groups ?? {}
    // `[[#Heading]]` links within the note.
    const isHere = name === '' && heading !== undefined && mark === ''
    const address = isHere ? '' : addressOfNote(name.trim())?.replace(/[<>]/g, encodeURIComponent)
    if (address === undefined) return undefined
    const isPicture = mark === '!' && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(name)
    // A number is the display width.
    const alt = label === undefined || /^\d+(?:x\d+)?$/.test(label) ? '' : label
    const shown = label ?? (isHere ? heading : name.slice(name.lastIndexOf('/') + 1))
    const fragment = heading === undefined || isPicture ? '' : `#${slug(heading.trim())}`
    return isPicture ? `![${alt}](<${address}>)` : `[${shown}](<${address}${fragment}>)`
  })
}

const wikiLink =
  /(?<mark>!?)\[\[(?<name>[^[\]|#\n]{0,300})(?:#(?<heading>[^[\]|\n]{1,300}))?(?:\\?\|(?<label>[^[\]\n]{1,300}))?\]\](?!\()/g

/** Removes `[[toc]]` and `[TOC]` lines: pages have their own table of contents. */
export function tocMarks(source: Source): Edit[] {
  if (!/\[_?toc/i.test(source.text) || /^\[toc\]:/im.test(source.text)) return []
  return source.replace(/^[ \t]*(?:\[\[_?toc_?\]\]|\[toc\])[ \t]*$/gim, () => '')
}

/** `![alt](picture.png =300x200)` and `![alt](my picture.png)`, which are no images in CommonMark. */
export function imageDestinations({ text: source, isCode }: Source): Edit[] {
  if (!/\]\([^()\n]* /.test(source)) return []
  return Array.from(source.matchAll(image)).flatMap(({ 0: whole, index, groups }): Edit[] => {
    const { opening = '', path = '', size = '' } = groups ?? {}
    if (isCode(index) || (size === '' && !path.includes(' '))) return []
    const start = index + opening.length
    const text = path.includes(' ') ? `<${path}>` : path
    return [{ start, end: start + whole.length - opening.length, text }]
  })
}

const image =
  /(?<opening>!\[[^[\]\n]{0,500}\]\()(?<path>[^()<>"'\n]{1,1000}?)(?<size>[ \t]+=(?:\d+%?)?x?(?:\d+%?)?[ \t]*)?(?=\)|[ \t]+"[^"\n]{0,500}"\))/g

/** Pandoc's `{.wide width=50%}` after inline markup, a heading or a line. Only the id of a heading is kept. */
export function attributes({ text: source, isCode }: Source): Edit[] {
  if (!/\{:?[ \t]*[.#\w-]/.test(source)) return []
  return Array.from(source.matchAll(/\{[^{}]{1,2000}\}/g))
    .filter(({ 0: written, index }) => {
      const around = source.charAt(index - 1) + source.charAt(index + written.length)
      return !/[{}\\]/.test(around) && attributeList.test(written) && !isCode(index)
    })
    .flatMap(({ 0: written, index }) => removeAttributes(source, written, index))
}

function removeAttributes(source: string, written: string, start: number): Edit[] {
  const end = start + written.length
  const near = source.slice(Math.max(0, start - longestLine), start)
  const before = near.slice(near.lastIndexOf('\n') + 1)
  const isClass = /^\{:?[ \t]*\.|^\{:/.test(written)
  // After inline markup, a tag or a link.
  if (/[)`]$/.test(before) || (isClass && /[^\s*_~][*_~]+$|>$/.test(before)))
    return [{ start, end, text: '' }]
  if (before.endsWith(']')) return withoutBrackets(before, start, end)
  if (!/^[ \t]*(?:\n|$)/.test(source.slice(end, end + 100))) return []
  if (/^[ \t]{0,3}#{1,6}[ \t]/.test(before)) return inHeading(written, start)
  // Not `word{.name}`, which may be code.
  if (isClass && !/[^\s:]$/.test(written[1] === ':' ? '' : before))
    return [{ start: start - before.length + before.trimEnd().length, end, text: '' }]
  const above = near.slice(0, -before.length - 1)
  return before.trim() === '' && !/(?:^|\n)[ \t]*$/.test(above) ? [{ start, end, text: '' }] : []
}

// Logseq: `{:height 402, :width 326}`. Pandoc: `# Preface {-}` has no number.
const attribute = /:?(?:height|width) [\d.]+,?|-|[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'=}]+)/.source
const attributeList = new RegExp(`^\\{:?\\s*(?:${attribute})(?:\\s+(?:${attribute}))*\\s*\\}$`)

/** Lookbehind limit in characters. */
const longestLine = 500

function withoutBrackets(before: string, start: number, end: number): Edit[] {
  const opening = before.lastIndexOf('[')
  if (opening === -1 || before.indexOf(']', opening) !== before.length - 1) return []
  const at = start - before.length + opening
  return [
    { start: at, end: at + 1, text: '' },
    { start: start - 1, end, text: '' },
  ]
}

/** `headingIds` handles `{#id}`. */
function inHeading(written: string, start: number): Edit[] {
  const id = /[ \t{:]#([\w:.-]+)/.exec(written)?.[1]
  if (written.startsWith('{#')) return []
  return [{ start, end: start + written.length, text: id === undefined ? '' : `{#${id}}` }]
}
