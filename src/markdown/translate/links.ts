import { slug } from 'github-slugger'
import type { Edit } from '../edits.ts'
import type { Source, Translator } from './source.ts'

/**
 * `[[Note]]`, `[[folder/Note#Heading|text]]`, `[[#Heading]]` and `![[picture.png]]`, as gardens of notes link, become links of markdown. What nothing is
 * called stays as it is: it may be no link at all.
 */
export const wikiLinks: Translator = ({ text: source, isCode }, { addressOfNote }) => {
  if (!source.includes('[[')) return []
  return Array.from(source.matchAll(wikiLink)).flatMap(({ 0: whole, index: start, groups }): Edit[] => {
    const { mark = '', name = '', heading, label } = groups ?? {}
    // `[[#Heading]]` is in the note itself.
    const isHere = name === '' && heading !== undefined && mark === ''
    const address = isCode(start) ? undefined : isHere ? '' : addressOfNote(name.trim())
    if (address === undefined) return []
    const isPicture = mark === '!' && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(name)
    // A number is how wide it is shown.
    const alt = label === undefined || /^\d+(?:x\d+)?$/.test(label) ? '' : label
    const shown = label ?? (isHere ? heading : name.slice(name.lastIndexOf('/') + 1))
    const fragment = heading === undefined || isPicture ? '' : `#${slug(heading.trim())}`
    const text = isPicture ? `![${alt}](<${address}>)` : `[${shown}](<${address}${fragment}>)`
    return [{ start, end: start + whole.length, text }]
  })
}

const wikiLink =
  /(?<mark>!?)\[\[(?<name>[^[\]|#\n]{0,300})(?:#(?<heading>[^[\]|\n]{1,300}))?(?:\\?\|(?<label>[^[\]\n]{1,300}))?\]\](?!\()/g

/** `[[toc]]` or `[TOC]` on a line of its own: where other tools put a list of headings, which pages here have beside them. */
export function contentsMarks({ text: source, isCode }: Source): Edit[] {
  if (!/\[_?toc/i.test(source) || /^\[toc\]:/im.test(source)) return []
  return Array.from(source.matchAll(/^[ \t]*(?:\[\[_?toc_?\]\]|\[toc\])[ \t]*$/gim))
    .filter(({ index }) => !isCode(index))
    .map(({ 0: mark, index: start }) => ({ start, end: start + mark.length, text: '' }))
}

/**
 * `![alt](picture.png =300x200)`, as many a parser takes sizes, and `![alt](my picture.png)`, as kramdown and editors of notes take spaces: to
 * CommonMark neither is a picture.
 */
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
