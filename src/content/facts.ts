import { decodeHTML } from 'entities'
import { contentLimits, type Diagnostic, type RuleName } from '../base/diagnostics.ts'
import { editDistance } from '../base/nearest.ts'
import { isPathPattern, isWebAddress } from '../base/paths.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import type { FieldName, Generator, Plain } from '../generators/generator.ts'
import { defined, type Field, type Fields, slipsIn } from './fields.ts'
import { yesOrNo } from '../generators/settings.ts'
import { withoutWikiLink, unnamedAuthors, type WrittenAuthor, writtenAuthors } from './bylines.ts'
import { type DayRule, readDate } from './written-date.ts'

export interface FactText {
  readonly text: string
  readonly offset: number
}

/** YYYY-MM-DD, and the moment as RFC 3339 has it. */
export interface FactDate extends FactText {
  readonly moment: string
}

/** What front matter says about a post or page. Nothing in it is required: what is missing is derived. */
export interface Facts {
  readonly title?: FactText
  readonly summary?: FactText
  readonly published?: FactDate
  readonly modified?: FactDate
  readonly changes?: FactText
  readonly authors: readonly WrittenAuthor[]
  readonly tags: readonly FactText[]
  /** Those of the tags that are categories. */
  readonly categories: readonly string[]
  readonly slug?: FactText
  /** An alias may be written as it is seen from the page. `isOwn`: it is where the site has the post, not where it was before. */
  readonly oldAddresses: readonly (FactText & { readonly isRelative?: true; readonly isOwn?: true })[]
  readonly draft: boolean
  /** It answers at its address, and is in no list. */
  readonly unlisted: boolean
  readonly featured: boolean
  readonly image?: FactText & { readonly alt: string }
  readonly canonical?: FactText
  readonly series?: FactText
  readonly seriesNumber?: { readonly number: number; readonly offset: number }
  readonly ignored: number
}

/** Which words of a generator have a meaning of their own in front matter. */
export type FactOptions = Pick<Generator, 'spacedTags' | 'unlisted'> & DayRule

export interface ReadFacts {
  readonly facts: Facts
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads front matter in the forms that generators take, and reports the rest. A misspelt key is not used, but its value is checked, too. */
export function readFacts(file: TextFile, fields: Fields, options: FactOptions): ReadFacts {
  const { facts, diagnostics } = understood(file, fields, options)
  const slips = slipsIn(fields)
  if (slips.size === 0) return { facts, diagnostics }
  const meant: Fields = {
    of: (name) => {
      const slip = slips.get(name)
      return slip && slip.value !== null && slip.value !== '' ? [slip] : fields.of(name)
    },
    unknown: fields.unknown,
  }
  return {
    facts,
    diagnostics: [
      ...understood(file, meant, options).diagnostics,
      ...Array.from(slips.values(), ({ written, key, keyOffset }) => {
        const message = `\`${written}\` is not a known key.`
        const found = problem(file, keyOffset, 'unknown-key', message, `Did you mean \`${key}\`?`)
        const fix = { start: keyOffset, end: keyOffset + written.length, text: key }
        // `redirect` leads away from a post, `redirects` to it: a word in the singular is a word of its own.
        const [a, b] = [written.toLowerCase(), key.toLowerCase()]
        const isCertain = editDistance(a, b, 1) === 1 && `${a}s` !== b && a !== `${b}s`
        return isCertain && file.text.startsWith(written, keyOffset) ? { ...found, fix } : found
      }),
    ],
  }
}

function understood(file: TextFile, fields: Fields, options: FactOptions): ReadFacts {
  const diagnostics: Diagnostic[] = []
  const report = (offset: number, rule: RuleName, message: string, hint: string) => {
    diagnostics.push(problem(file, offset, rule, message, hint))
  }
  const said = (name: FieldName, read = (text: string) => text): FactText | undefined => {
    for (const { value, offset } of fields.of(name)) {
      const text = oneText(value)
      if (text !== undefined) return { text: read(text), offset }
    }
    return undefined
  }
  /** The first that is a date; when none is, the first is reported. */
  const date = (name: 'published' | 'modified'): FactDate | undefined => {
    const candidates = fields.of(name).filter(({ value }) => !isBoolean(value))
    for (const { value, offset } of candidates) {
      // Between quotation marks it is a text to YAML, and no timestamp.
      const bareTimes = /["']/.test(file.text.charAt(offset)) ? undefined : options.bareTimes
      const read = readDate(oneText(value) ?? '', { timeZone: options.timeZone, bareTimes })
      if (read) return { text: read.day, offset, moment: read.moment }
    }
    const [wrong] = candidates
    if (wrong) report(wrong.offset, 'bad-date', `\`${wrong.key}\` is not a date.`, 'Write it as YYYY-MM-DD.')
    return undefined
  }
  const facts: Facts = defined({
    title: said('title', withCharacters),
    summary: said('summary', withCharacters),
    published: date('published'),
    modified: date('modified'),
    changes: said('changes'),
    authors: fields.of('authors').slice(0, 1).flatMap(writtenAuthors),
    tags: tags(),
    categories: tagsIn(fields.of('categories'), options).map(({ text }) => text),
    slug: said('slug'),
    oldAddresses: fields.of('oldAddresses').flatMap(addresses),
    draft:
      fields.of('draft').some(({ value }) => isTrue(value) || isHeldBack(value, options)) ||
      fields.of('published').some(({ value }) => isFalse(value)),
    unlisted: fields.of('unlisted').some((field) => isUnlisted(field, options)),
    featured: fields.of('featured').some(({ value }) => isTrue(value)),
    image: image(fields),
    canonical: canonical(),
    series: said('series'),
    seriesNumber: wholeNumber(),
    ignored: fields.unknown.length,
  })
  for (const { key, value, offset } of fields.of('draft')) {
    if (isBoolean(value) || /^status$/i.test(key)) continue
    const hint = `Write \`${key}: true\` for a draft.`
    report(offset, 'bad-value', `\`${key}\` is neither true nor false.`, hint)
  }
  for (const { key, offset } of fields.of('authors').slice(0, 1).flatMap(unnamedAuthors))
    report(offset, 'bad-value', `\`${key}\` has no name.`, 'Write a name, or `{ name: … }`.')
  // A date that cannot be read is reported already.
  if (facts.changes && fields.of('modified').length === 0) {
    const message = '`changes` describes a change, but `modified` is missing.'
    const hint = 'Add a line `modified: YYYY-MM-DD`, or remove `changes`.'
    report(facts.changes.offset, 'bad-value', message, hint)
  }
  return { facts, diagnostics }

  /** Where a post was before. The template that a generator makes an address of (`permalink: /:year/:title/`) is none. */
  function addresses({ key, value, offset, parts }: Field): Facts['oldAddresses'] {
    const all = Array.isArray(value)
      ? Array.from(parts.values(), (part) => ({ text: oneText(part.value), offset: part.offset }))
      : [{ text: oneText(value), offset }]
    return all.flatMap(({ text, offset: at }) => {
      if (text === undefined || isBoolean(text)) return []
      const isTemplate = /(?:^|\/):\w|[{}]/.test(text)
      const isOwn = /^(?:permalink|path|url)$/i.test(key)
      const isRelative = /^alias(?:es)?$/i.test(key) && !/^\/|^https?:/i.test(text)
      if (!isTemplate && (isWebAddress(text) || !isPathPattern(text)))
        return [{ text, offset: at, ...(isRelative && { isRelative }), ...(isOwn && { isOwn }) }]
      if (!isTemplate || !isOwn) {
        const hint = 'List old pages by path; escape special characters as `%2A`, `%3A`, `%3F` or `%23`.'
        report(at, 'bad-value', `${text} is not the path of one page, so it does not redirect.`, hint)
      }
      return []
    })
  }

  function tags(): FactText[] {
    const all = tagsIn(fields.of('tags'), options)
    const [first] = fields.of('tags')
    if (first && all.length > contentLimits.tags) {
      const message = `The post has ${all.length} tags; the first ${contentLimits.tags} are used.`
      report(first.offset, 'bad-value', message, 'Keep the ones readers would look for.')
    }
    return all.slice(0, contentLimits.tags)
  }

  function canonical(): FactText | undefined {
    const url = said('canonical')
    if (url === undefined || isWebAddress(url.text)) return url
    const hint = 'Write the full URL of the original, or remove it.'
    report(url.offset, 'bad-value', `${url.text} is not an absolute http or https URL.`, hint)
    return undefined
  }

  function wholeNumber(): Facts['seriesNumber'] {
    const [field] = fields.of('seriesNumber')
    if (!field) return undefined
    const number = Number(oneText(field.value))
    if (Number.isSafeInteger(number) && number > 0) return { number, offset: field.offset }
    const message = `\`${field.key}\` is not a positive whole number.`
    report(field.offset, 'bad-value', message, 'Fix it, or leave it out: posts are numbered by date.')
    return undefined
  }
}

/** A text in one line; of a list the only or first one. */
function oneText(value: Plain): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  const lines = typeof first === 'string' ? first.split('\n').map((line) => line.trim()) : []
  return lines.filter(Boolean).join(' ') || undefined
}

/** `status: draft`; of other words nothing follows. What is hidden is a draft, unless the generator has another meaning for it. */
function isHeldBack(value: Plain, { unlisted }: FactOptions): boolean {
  const status = wordOf(value)
  return status === 'draft' || (status === 'hidden' && !unlisted?.['status']?.includes(status))
}

function isUnlisted({ key, value }: Field, { unlisted = {} }: FactOptions): boolean {
  const [, values] = Object.entries(unlisted).find(([name]) => name.toLowerCase() === key.toLowerCase()) ?? []
  return values ? values.includes(wordOf(value)) : isTrue(value)
}

function wordOf(value: Plain): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

const isTrue = (value: Plain) => typeof value === 'string' && yesOrNo(value) === true
const isFalse = (value: Plain) => typeof value === 'string' && yesOrNo(value) === false
const isBoolean = (value: Plain) => isTrue(value) || isFalse(value)

/** All kinds of labels together, each once. */
function tagsIn(fields: readonly Field[], { spacedTags }: FactOptions): FactText[] {
  const tags = new Map<string, FactText>()
  for (const { key, value, offset, parts } of fields) {
    const list = Array.isArray(value)
      ? Array.from(parts.values(), (part) => ({ text: oneText(part.value) ?? '', offset: part.offset }))
      : typeof value === 'string'
        ? tagsInText(value, offset, spacedTags && /s$/i.test(key) ? /\S+/g : /.+/gs)
        : []
    for (const { text: written, offset: at } of list) {
      const text = withoutWikiLink(written.replace(/\s+/g, ' ').trim())
      if (text !== '' && !tags.has(text)) tags.set(text, { text, offset: at })
    }
  }
  return [...tags.values()]
}

/** One tag, or several with commas between them. Where spaces separate tags, a key in the singular has one all the same. */
function tagsInText(value: string, offset: number, ownPattern: RegExp): FactText[] {
  const pattern = value.includes(',') ? /[^,]+/g : ownPattern
  return Array.from(value.matchAll(pattern), ({ 0: text, index }) => ({
    text,
    offset: offset + index + (text.length - text.trimStart().length),
  }))
}

function image(fields: Fields): Facts['image'] {
  for (const field of fields.of('image')) {
    // Of several, the first stands for the post.
    const { value, offset, parts } = Array.isArray(field.value) ? (field.parts.get('0') ?? field) : field
    const source =
      typeof value === 'string'
        ? value.trim()
        : inner(parts, ['src', 'url', 'path', 'image', 'filename', 'feature'])
    if (source === undefined || isBoolean(source)) continue
    const [written] = fields.of('imageAlt')
    const alt = inner(parts, ['alt', 'caption']) ?? oneText(written?.value ?? null) ?? ''
    return { text: source, offset, alt }
  }
  return undefined
}

function inner(parts: Field['parts'], keys: readonly string[]): string | undefined {
  return keys.map((key) => oneText(parts.get(key)?.value ?? null)).find((text) => text !== undefined)
}

/**
 * `&#8211;` or `&lt;` in a title or summary as the character that readers saw. Between backquotes it is what the title is about; one that
 * stands for a space stays, too.
 */
export function withCharacters(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/`[^`]*`|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (written) => {
    const character = written.startsWith('`') ? '' : decodeHTML(written)
    return character.trim() === '' ? written : character
  })
}
