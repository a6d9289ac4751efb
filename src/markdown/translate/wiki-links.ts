import { slug } from 'github-slugger'
import type { Edit } from '../edits.ts'
import { codeRanges, within } from './code.ts'

/**
 * `[[Note]]`, `[[folder/Note#Heading|text]]`, `[[#Heading]]` and `![[picture.png]]`, as Obsidian and other gardens of notes link, become links of markdown. What nothing is
 * called stays as it is: it may be no link at all.
 */
export function wikiLinks(source: string, addressOf: (name: string) => string | undefined): Edit[] {
  if (!source.includes('[[')) return []
  const isCode = within(codeRanges(source))
  return Array.from(source.matchAll(wikiLink)).flatMap(({ 0: whole, index: start, groups }): Edit[] => {
    const { mark = '', name = '', heading, label } = groups ?? {}
    // `[[#Heading]]` is in the note itself.
    const isHere = name === '' && heading !== undefined && mark === ''
    const address = isCode(start) ? undefined : isHere ? '' : addressOf(name.trim())
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
export function contentsMarks(source: string): Edit[] {
  if (!/\[_?toc/i.test(source) || /^\[toc\]:/im.test(source)) return []
  const isCode = within(codeRanges(source))
  return Array.from(source.matchAll(/^[ \t]*(?:\[\[_?toc_?\]\]|\[toc\])[ \t]*$/gim))
    .filter(({ index }) => !isCode(index))
    .map(({ 0: mark, index: start }) => ({ start, end: start + mark.length, text: '' }))
}
