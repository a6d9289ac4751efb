import { regex } from '../../base/regex.ts'
import type { Edit } from '../../markdown/source.ts'
import type { Source } from './translator.ts'

/** `[[toc]]` and `[TOC]` alone on a line → nothing: pages have their own table of contents */
export function tocMarks(source: Source): Edit[] {
  if (!/\[_?toc/i.test(source.text) || /^\[toc\]:/im.test(source.text)) return []
  return source.replace(/^[ \t]*(?:\[\[_?toc_?\]\]|\[toc\])[ \t]*$/gim, () => '')
}

const imageDestination = regex(
  'g',
  /(!\[[^[\]\n]{0,500}\]\()([^()<>"'\n]{1,1000}?)/,
  /([ \t]+=(?:\d+%?)?x?(?:\d+%?)?[ \t]*)?(?=\)|[ \t]+"[^"\n]{0,500}"\))/,
)

/** `![alt](a.png =300x200)` → `![alt](a.png)`, `![alt](a b.png)` → `![alt](<a b.png>)` */
export function imageDestinations({ text, matches }: Source): Edit[] {
  if (!/\]\([^()\n]* /.test(text)) return []
  return matches(imageDestination).flatMap(({ 0: whole, 1: opening = '', 2: path = '', 3: size, index }) => {
    if (size === undefined && !path.includes(' ')) return []
    const start = index + opening.length
    return [{ start, end: index + whole.length, text: path.includes(' ') ? `<${path}>` : path }]
  })
}

// Logseq: `{:height 402, :width 326}`. Pandoc: `# Preface {-}` has no number.
const attribute = /:?(?:height|width) [\d.]+,?|-|[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'=}]+)/.source
const attributeList = new RegExp(`^\\{:?\\s*(?:${attribute})(?:\\s+(?:${attribute}))*\\s*\\}$`)

/** `![a](a.png){width=50%}` → `![a](a.png)`, also after a heading or a line (Pandoc). Only the id of a heading is kept. */
export function attributes({ text, matches }: Source): Edit[] {
  if (!/\{:?[ \t]*[.#\w-]/.test(text)) return []
  return matches(/\{[^{}]{1,2000}\}/g).flatMap(({ 0: list, index }) => {
    const around = text.charAt(index - 1) + text.charAt(index + list.length)
    return /[{}\\]/.test(around) || !attributeList.test(list) ? [] : withoutAttributes(text, list, index)
  })
}

/** Limits how far it looks back. */
const longestLine = 500

function withoutAttributes(text: string, list: string, start: number): Edit[] {
  const end = start + list.length
  const near = text.slice(Math.max(0, start - longestLine), start)
  const before = near.slice(near.lastIndexOf('\n') + 1)
  const isClass = /^\{:?[ \t]*\.|^\{:/.test(list)
  // After inline markup, a tag or a link.
  if (/[)`]$/.test(before) || (isClass && /[^\s*_~][*_~]+$|>$/.test(before)))
    return [{ start, end, text: '' }]
  if (before.endsWith(']')) {
    const opening = before.lastIndexOf('[')
    if (opening === -1 || before.indexOf(']', opening) !== before.length - 1) return []
    const at = start - before.length + opening
    return [
      { start: at, end: at + 1, text: '' },
      { start: start - 1, end, text: '' },
    ]
  }
  if (!/^[ \t]*(?:\n|$)/.test(text.slice(end, end + 100))) return []
  if (/^[ \t]{0,3}#{1,6}[ \t]/.test(before)) {
    // The parser reads `{#id}`.
    const id = /[ \t{:]#([\w:.-]+)/.exec(list)?.[1]
    return list.startsWith('{#') ? [] : [{ start, end, text: id === undefined ? '' : `{#${id}}` }]
  }
  // Not `word{.name}`, which may be code.
  if (isClass && !/[^\s:]$/.test(list[1] === ':' ? '' : before))
    return [{ start: start - before.length + before.trimEnd().length, end, text: '' }]
  const above = near.slice(0, -before.length - 1)
  return before.trim() === '' && !/(?:^|\n)[ \t]*$/.test(above) ? [{ start, end, text: '' }] : []
}
