import { fenceFor } from '../../base/escape.ts'
import { wordSet } from '../../base/wording.ts'
import { isCodeLanguage } from '../../markdown/decorate/highlight.ts'
import { alertNamed } from './boxes.ts'
import { linePrefix, type Tag } from './translator.ts'

/** The markdown for a tag and its closing tag. */
export interface Meaning {
  readonly open: string
  readonly close?: string
  /** Quote each line of the content. */
  readonly isQuoted?: boolean
  /** Drop the content. */
  readonly drop?: boolean
  /** The content is literal text. */
  readonly literal?: boolean
}

interface TagContext {
  /** Resolves a post by file or name. */
  address(name: string): string | undefined
  /** Returns a parameter of the page or site. */
  value?(name: string): string | undefined
  readonly inside: string
  /** The rest of its line, before it and after its closing tag. */
  readonly before: string
  readonly after: string
  /** Marks of the boxes around it, for lines that it adds. */
  readonly quoteMarks: string
}

/** A string stands for the markdown of a tag without content. */
type TagMeaning = Meaning | string | undefined
type FindMeaning = (tag: Tag, context: TagContext) => TagMeaning

/** Tags built into generators or common in themes, by their names. */
const namedMeanings: Readonly<Record<string, FindMeaning>> = {
  'figure img image': image,
  highlight({ positional, named }, context) {
    const isInline = named.get('hl_inline') === 'true' || /\bhl_inline=true\b/.test(positional.join(' '))
    return code(positional[0] ?? named.get('lang') ?? '', context, isInline)
  },
  codeblock: ({ positional }, context) =>
    code(positional.find((value) => value.startsWith('lang:'))?.slice('lang:'.length) ?? '', context),
  code: (tag, context) => code(namedValue(tag, 'lang', 'language') ?? tag.positional[0] ?? '', context),
  mermaid: (_, context) => code('mermaid', context),
  'youtube youtube_player': (tag) => video('https://www.youtube.com/watch?v=', tag),
  vimeo: (tag) => video('https://vimeo.com/', tag),
  video(tag, context) {
    const provider = tag.named.get('provider') ?? ''
    if (provider === 'youtube' || provider === 'vimeo') return meanings.get(provider)?.(tag, context)
    const source = mediaSource(tag, 'mp4', 'webm') ?? ''
    const link = /^https?:/.test(source) ? video('', { ...tag, positional: [source] }) : undefined
    return videoFile(source) ?? link
  },
  audio(tag) {
    const source = mediaSource(tag, 'mp3', 'm4a', 'ogg')
    const isSafe = source !== undefined && !/["<>]/.test(source)
    return isSafe ? `<audio controls src="${source}"></audio>` : undefined
  },
  embed: (_, { inside }) => (/^\s*https?:\S+\s*$/.test(inside) ? '' : undefined),
  kbd(tag) {
    const keys = tag.positional[0] ?? namedValue(tag, 'win', 'mac')
    return keys === undefined ? undefined : `<kbd>${keys}</kbd>`
  },
  gist(tag) {
    const [first = namedValue(tag, 'id', 'url') ?? '', ...rest] = tag.positional
    const path = [first, ...rest.slice(0, 1)].join('/').replace(/^https?:\/\/gist\.github\.com\//, '')
    return path === '' ? undefined : `[Gist ${path}](https://gist.github.com/${path})`
  },
  'tweet twitter x'({ positional, named }) {
    const id = named.get('id') ?? positional.at(-1)
    if (id === undefined || id === '') return undefined
    const url = /^https?:/.test(id) ? id : `https://x.com/${named.get('user') ?? 'i/web'}/status/${id}`
    return `[Post on X](${destination(url)})`
  },
  'ref relref post_url link'({ positional, named }, context) {
    const name = positional[0] ?? named.get('path')
    return name === undefined ? undefined : context.address(name)
  },
  post_link({ positional: [name = '', ...title] }, context) {
    const address = context.address(name)
    return address === undefined ? undefined : `[${title.join(' ') || name}](${address})`
  },
  param: ({ positional, named }, { value }) => value?.(positional[0] ?? named.get('name') ?? ''),
  'raw verbatim rawhtml': () => ({ open: '', literal: true }),
  /** `{% include embed/youtube.html id="…" %}` */
  include({ positional: [file = '', ...positional], ...tag }, context) {
    const name = /([\w-]+)(?:\.\w+)?$/.exec(file)?.[1] ?? ''
    return name === '' || name === 'include' ? undefined : meaningOf({ ...tag, name, positional }, context)
  },
  comment: () => ({ open: '', drop: true }),
  /** Quotes the content and says who said it, or quotes the arguments. */
  'quote blockquote cq centerquote'({ named, positional }, context) {
    if (context.inside.trim() === '')
      return positional.length > 1 ? `\n> ${positional.join(' ')}\n` : undefined
    const said = ['author', 'caption', 'attribution', 'source', 'cite'].flatMap((key) => named.get(key) ?? [])
    const by = (said.length > 0 ? said.join(', ') : positional.join(' ')).trim()
    const newLine = newLineIn(context)
    const starts = context.inside.endsWith('\n') ? '' : newLine
    return { open: '', isQuoted: true, ...(by !== '' && { close: `${starts}>${newLine}> — ${by}` }) }
  },
  /** `primary@text` */
  label: ({ positional }) => positional.join(' ').replace(/^\w*@/, '') || undefined,
  details(tag) {
    const summary = namedValue(tag, 'summary', 'title') ?? tag.positional[0] ?? 'Details'
    return { open: `<details><summary>${summary}</summary>\n\n`, close: '\n\n</details>' }
  },
  table: ({ named }) => ({ open: '', close: named.has('caption') ? `\n\n*${named.get('caption')}*` : '' }),
}

const meanings = new Map(
  Object.entries(namedMeanings).flatMap(([names, meaning]) =>
    names.split(' ').map((name) => [name, meaning]),
  ),
)

/** Boxes that take their kind as an argument; the default is a note. */
const boxNames = wordSet('alert admonition callout aside alertbox box')

/** Returns the markdown for a tag, if known. Ignores case, because MDX components are capitalized. */
export function meaningOf(tag: Tag, context: TagContext): TagMeaning {
  const name = tag.name.toLowerCase()
  const { inside, before } = context
  const kind = namedValue(tag, 'type', 'color', 'level', 'kind') ?? tag.positional[0] ?? ''
  const alert = alertNamed(name) ?? (boxNames.has(name) ? (alertNamed(kind) ?? 'NOTE') : undefined)
  const text = namedValue(tag, 'content', 'text') ?? ''
  if (alert !== undefined && inside.trim() === '' && text !== '')
    return `\n> [!${alert}]\n> ${text.replace(/\s*\n\s*/g, ' ')}\n`
  // No box can start after text.
  const isInLine = /[\p{L}\p{N}]/u.test(withoutTags(before))
  if (alert !== undefined && isInLine && !inside.includes('\n')) return ''
  if (alert !== undefined && inside.trim() !== '') {
    const title = namedValue(tag, 'title', 'heading') ?? ''
    const newLine = newLineIn(context)
    const heading = title === '' ? '' : `${newLine}> **${title}**${newLine}>`
    return { open: `> [!${alert}]${heading}${inside.startsWith('\n') ? '' : '\n'}`, isQuoted: true }
  }
  const own = meanings.get(name)?.(tag, context)
  if (own !== undefined) return own
  // A tag of any name with a language and its content on separate lines is code.
  const [language = ''] = tag.positional
  const isPlain = /^(?:plain|text|plaintext|txt)$/.test(language)
  const isCode = (isPlain || isCodeLanguage(language)) && /^[ \t]*\n/.test(inside)
  return (isCode ? code(isPlain ? '' : language, context) : undefined) ?? meaningBySource(tag, inside)
}

const sourceKeys = ['src', 'url', 'image', 'img', 'image_path', 'path', 'file', 'filename']
const imageFile = /\.(?:png|jpe?g|gif|svg|webp|avif)(?:\?|$)/i
const longestLabel = 1000

/** A tag of any name with an image or video source shows it, and one with a URL is a link. */
function meaningBySource(tag: Tag, inside: string): TagMeaning {
  const { named } = tag
  const values = [...sourceKeys.flatMap((key) => named.get(key) ?? []), ...tag.positional]
  const picture = values.find((value) => imageFile.test(value))
  if (picture !== undefined) return image({ ...tag, positional: [picture] })
  const played = videoFile(named.get('src') ?? '')
  if (played !== undefined) return played
  const href = namedValue(tag, 'href', 'to')
  if (href === undefined || inside.length > longestLabel || inside.trim() === '' || /\n\s*\n/.test(inside))
    return undefined
  // Links cannot be nested.
  if (/\]\(|<a\b/i.test(inside)) return { open: '', close: ` ([${href}](${destination(href)}))` }
  return { open: '[', close: `](${destination(href)})` }
}

/** The first named argument that a tag has. */
const namedValue = ({ named }: Tag, ...keys: readonly string[]) =>
  keys.map((key) => named.get(key)).find((value) => value !== undefined)

/** Source of a media file, under any of its keys. */
const mediaSource = ({ named, positional }: Tag, ...formats: readonly string[]) =>
  ['src', 'url', ...formats].map((key) => named.get(key)).find(Boolean) ?? positional[0]

function videoFile(source: string): string | undefined {
  const isFile = /^[^"<>]+\.(?:mp4|webm|ogv|mov)(?:\?|$)/i.test(source)
  return isFile ? `<video controls src="${source}"></video>` : undefined
}

/** For lines that a box adds. */
const newLineIn = ({ before, quoteMarks }: TagContext) =>
  `\n${/^\s*$/.test(before) ? before : ''}${quoteMarks}`

function image({ named, positional }: Tag): string | undefined {
  const link = named.get('link')
  const isShown = link !== undefined && imageFile.test(link)
  const keyed = sourceKeys.map((key) => named.get(key))
  const values = [...keyed, positional[0], isShown ? link : undefined].flatMap((value) => value ?? [])
  const source = values.find((value) => imageFile.test(value)) ?? values[0]
  if (source === undefined || source === '') return undefined
  const title = named.get('title')
  const caption = named.get('caption') ?? named.get('attr')
  const alt = named.get('alt') ?? caption ?? title ?? positional[1] ?? ''
  const picture = `![${alt.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](${destination(source)})`
  const shown = link !== undefined && link !== source ? `[${picture}](${destination(link)})` : picture
  const below = [title && `**${title}**`, caption && caption !== alt && `*${caption.trim()}*`].filter(Boolean)
  return below.length > 0 ? `${shown}\n\n${below.join(' ')}` : shown
}

const destination = (url: string) =>
  /[\s()<>\\]/.test(url) ? `<${url.replace(/[<>\n\\]/g, encodeURIComponent)}>` : url

/** A code span for one line beside text or a list mark, otherwise a fence, which needs lines of its own. */
function code(language: string, context: TagContext, isInline = false): Meaning | undefined {
  const { inside, before, after, quoteMarks } = context
  if (inside.trim() === '') return undefined
  const lines = inside.split('\n')
  const isOneLine = lines.length === 1
  if (isOneLine && (isInline || withoutTags(before + after).trim() !== '')) {
    let longest = 0
    for (const [run] of inside.matchAll(/`+/g)) longest = Math.max(longest, run.length)
    const mark = '`'.repeat(longest + 1)
    const space = /^`|`$/.test(inside) ? ' ' : ''
    return { open: mark + space, close: space + mark }
  }
  const prefix = linePrefix(before, before.length)?.replace(/[^\s>]/g, ' ')
  // An added fence must not be indented by more than three spaces.
  const first = isOneLine && !/^ {0,3}$/.test(prefix ?? '') ? undefined : prefix
  const last = isOneLine ? '' : (lines.at(-1) ?? '')
  // All lines but the first must have the indent or quote mark, so that a fence with it contains them.
  const isIndent = (indent: string) =>
    lines.slice(1).every((line) => `${line} `.startsWith(indent) || (line + indent).trim() === '')
  const indents = [first, /^ {0,3}(?:>[ >]*)?$/.test(last) ? last : '']
  const indent = indents.find((text) => text !== undefined && isIndent(text)) ?? ''
  const newLine = `\n${indent}${quoteMarks}`
  const startsLine = first === indent
  const endsLine = !isOneLine && last.startsWith(indent) && /^ {0,3}$/.test(last.slice(indent.length))
  const mark = fenceFor(inside)
  const name = /^[\w+#.-]*/.exec(language)?.[0] ?? ''
  return {
    open: `${startsLine ? '' : newLine}${mark}${name}${!isOneLine && lines[0]?.trim() === '' ? '' : newLine}`,
    close: `${endsLine ? '' : newLine}${mark}${after.trim() === '' ? '' : newLine}`,
  }
}

const withoutTags = (line: string) => line.replace(/<[^<>]*>|\{\{[^{}]*\}\}|\{%[^%]*%\}/g, '')

function video(prefix: string, tag: Tag): string | undefined {
  const id = tag.positional[0] ?? namedValue(tag, 'id', 'videoId', 'video_id', 'video', 'url', 'content')
  if (!id) return undefined
  const url = /^https?:/.test(id) ? id : `${prefix}${id}`
  return `[${tag.named.get('title') ?? 'Video'}](${destination(url)})`
}
