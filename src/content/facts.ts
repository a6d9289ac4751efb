import { decodeHTML } from 'entities'
import { contentLimits, type Diagnostic, type RuleName } from '../base/diagnostics.ts'
import { editDistance } from '../base/nearest.ts'
import { isPathPattern, isWebAddress } from '../base/paths.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import type { FieldName, FieldRules, Plain } from '../generators/generator.ts'
import { defined, type Field, type Fields, saysWho, type Typo, typosIn } from './fields.ts'
import { isGroup, yesOrNo } from '../generators/settings.ts'
import type { Layout } from './layout.ts'
import { flagOf, isAnswer, readVisibility } from './visibility.ts'
import { readAuthors, type WrittenAuthor, withoutWikiLink } from './bylines.ts'
import { type DayRule, readDate } from './written-date.ts'
import { itemsOf, type ParsedValue } from './yaml.ts'

type FactText = { readonly text: string; readonly offset: number }

/** `text` is YYYY-MM-DD, `moment` is RFC 3339. */
interface FactDate extends FactText {
  readonly moment: string
}

/** The front matter of a post or page. Missing fields are derived later. */
export interface Facts {
  readonly title?: FactText
  readonly summary?: FactText
  readonly published?: FactDate
  readonly modified?: FactDate
  readonly shownFrom?: FactDate
  readonly expires?: FactDate
  readonly changes?: FactText
  readonly authors: readonly WrittenAuthor[]
  readonly tags: readonly FactText[]
  /** The subset of tags that are categories. */
  readonly categories: readonly string[]
  readonly slug?: FactText
  /** `isRelative`: an alias relative to the page. `isOwn`: the page's current URL on its site, not an old one. */
  readonly oldAddresses: readonly (FactText & { readonly isRelative?: true; readonly isOwn?: true })[]
  readonly draft: boolean
  /** Served at its URL, but left out of lists. */
  readonly unlisted: boolean
  readonly featured: boolean
  readonly image?: FactText & { readonly alt: string }
  readonly canonical?: FactText
  /** Where the page leads. */
  readonly redirect?: FactText
  readonly series?: FactText
  readonly seriesNumber?: { readonly number: number; readonly offset: number }
  readonly ignored: number
}

/** Generator-specific meanings of front matter. */
type FactOptions = FieldRules & DayRule & Partial<Pick<Layout, 'authorNames' | 'ownStatuses'>>

const emptyFacts: Partial<Record<FieldName, Facts[keyof Facts]>> = {
  authors: [],
  tags: [],
  categories: [],
  oldAddresses: [],
  featured: false,
}

/** Reads front matter as generators accept it. The value of a misspelled key is checked, but used only if it holds the post back. */
export function readFacts(file: TextFile, fields: Fields, options: FactOptions) {
  const typos = typosIn(fields)
  const withTypos: Fields = {
    of: (name) => {
      const typo = typos.get(name)
      return typo && typo.value !== null && typo.value !== '' ? [...fields.of(name), typo] : fields.of(name)
    },
    unknown: fields.unknown,
  }
  const { facts, diagnostics } = parseFacts(file, withTypos, options)
  const unused = [...typos.keys()].filter((name) => fields.of(name).length === 0 && !saysWho.test(name))
  return {
    facts: defined<Facts>({
      ...facts,
      ...Object.fromEntries(unused.map((name) => [name, emptyFacts[name]])),
    }),
    diagnostics: [...diagnostics, ...Array.from(typos.values(), (typo) => typoProblem(file, typo))],
  }
}

function typoProblem(file: TextFile, { written, key, keyOffset }: Typo): Diagnostic {
  const message = `\`${written}\` is not a known key.`
  const typo = problem(file, keyOffset, 'unknown-key', message, `Did you mean \`${key}\`?`)
  const fix = { start: keyOffset, end: keyOffset + written.length, text: key }
  // A missing or extra `s` may be a different key.
  const [a, b] = [written.toLowerCase(), key.toLowerCase()]
  const isCertain = editDistance(a, b, 1) === 1 && `${a}s` !== b && a !== `${b}s`
  return isCertain && file.text.startsWith(written, keyOffset) ? { ...typo, fix } : typo
}

function parseFacts(file: TextFile, fields: Fields, options: FactOptions) {
  const diagnostics: Diagnostic[] = []
  const report = (offset: number, rule: RuleName, message: string, hint: string) => {
    diagnostics.push(problem(file, offset, rule, message, hint))
  }
  const textField = (name: FieldName, read = (text: string) => text): FactText | undefined => {
    for (const { value, offset } of fields.of(name)) {
      const text = oneText(value)
      if (text !== undefined) return { text: read(text), offset }
    }
    return undefined
  }
  /** Returns the first valid date. Reports the first candidate if none is valid. */
  const date = (name: 'published' | 'modified' | 'shownFrom' | 'expires'): FactDate | undefined => {
    const candidates = fields.of(name).filter((field) => !isAnswer(field))
    for (const { value, offset } of candidates) {
      // Quoted values are strings in YAML, not timestamps.
      const bareTimes = /["']/.test(file.text.charAt(offset)) ? undefined : options.bareTimes
      const read = readDate(oneText(value) ?? '', { timeZone: options.timeZone, bareTimes })
      if (read) return { text: read.day, offset, moment: read.moment }
    }
    const [wrong] = candidates
    if (wrong) report(wrong.offset, 'bad-date', `\`${wrong.key}\` is not a date.`, 'Write it as YYYY-MM-DD.')
    return undefined
  }
  const visibility = readVisibility(file, fields, options)
  diagnostics.push(...visibility.diagnostics)
  const decode = (text: string) => decodeTextEntities(text, options.htmlTitles)
  const redirect = textField('redirect')
  const [authors] = fields.of('authors')
  const byline = authors && readAuthors(authors, options.authorNames)
  const facts: Facts = defined({
    title: textField('title', decode),
    summary: textField('summary', decode),
    published: date('published'),
    modified: date('modified'),
    shownFrom: date('shownFrom'),
    expires: date('expires'),
    changes: textField('changes'),
    authors: byline?.authors ?? [],
    tags: tags(),
    categories: tagsIn(fields.of('categories'), options).map(({ text }) => text),
    slug: textField('slug'),
    oldAddresses: fields.of('oldAddresses').flatMap(addresses),
    draft: visibility.draft,
    unlisted: visibility.unlisted,
    featured: fields.of('featured').some(({ value }) => flagOf(value) === true),
    image: coverImage(fields),
    canonical: canonical(),
    redirect: redirect && !isBoolean(redirect.text) ? redirect : undefined,
    series: textField('series'),
    seriesNumber: wholeNumber(),
    ignored: fields.unknown.length,
  })
  for (const { offset } of byline?.unnamed ?? [])
    report(offset, 'bad-value', `\`${authors?.key}\` has no name.`, 'Write a name, or `{ name: … }`.')
  // An invalid date is already reported.
  if (facts.changes && fields.of('modified').length === 0) {
    const message = '`changes` describes a change, but `modified` is missing.'
    const hint = 'Add a line `modified: YYYY-MM-DD`, or remove `changes`.'
    report(facts.changes.offset, 'bad-value', message, hint)
  }
  return { facts, diagnostics }

  /** Skips templates such as `permalink: /:year/:title/`. */
  function addresses(field: Field): Facts['oldAddresses'] {
    return itemsOf(field).flatMap(({ value, offset }) => {
      const text = oneText(value)
      if (text === undefined || isBoolean(text)) return []
      const isTemplate = /(?:^|\/):\w|[{}]/.test(text)
      const isOwn = /^(?:permalink|path|url)$/i.test(field.key)
      const isRelative = /^alias(?:es)?$/i.test(field.key) && !/^\/|^https?:/i.test(text)
      if (!isTemplate && (isWebAddress(text) || !isPathPattern(text)))
        return [{ text, offset, ...(isRelative && { isRelative }), ...(isOwn && { isOwn }) }]
      if (!isTemplate || !isOwn) {
        const hint = 'List old pages by path; escape special characters as `%2A`, `%3A`, `%3F` or `%23`.'
        report(offset, 'bad-value', `${text} is not the path of one page, so it does not redirect.`, hint)
      }
      return []
    })
  }

  function tags(): FactText[] {
    for (const field of fields.of('tags')) {
      const unnamed = itemsOf(field).filter((item) => isGroup(item.value) && tagIn(item) === '')
      for (const { offset } of unnamed)
        report(offset, 'bad-value', `A value of \`${field.key}\` has no name.`, 'Write a list of names.')
    }
    const all = tagsIn(fields.of('tags'), options)
    const [first] = fields.of('tags')
    if (first && all.length > contentLimits.tags) {
      const message = `The post has ${all.length} tags; the first ${contentLimits.tags} are used.`
      report(first.offset, 'bad-value', message, 'Keep the ones readers would look for.')
    }
    return all.slice(0, contentLimits.tags)
  }

  function canonical(): FactText | undefined {
    const url = textField('canonical')
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

/** Returns the value as one line; the first item of a list. */
function oneText(value: Plain): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  const lines = typeof first === 'string' ? first.split('\n').map((line) => line.trim()) : []
  return lines.filter(Boolean).join(' ') || undefined
}

const isBoolean = (value: Plain) => typeof value === 'string' && yesOrNo(value) !== undefined

function tagsIn(fields: readonly Field[], { spacedTags }: FactOptions): FactText[] {
  const tags = new Map<string, FactText>()
  for (const field of fields) {
    const { key, value, offset } = field
    const list =
      typeof value === 'string'
        ? tagsInText(value, offset, spacedTags && /s$/i.test(key) ? /\S+/g : /.+/gs)
        : itemsOf(field).map((item) => ({ text: tagIn(item), offset: item.offset }))
    for (const { text: raw, offset: at } of list) {
      const text = withoutWikiLink(raw.replace(/\s+/g, ' ').trim())
      if (text !== '' && !tags.has(text)) tags.set(text, { text, offset: at })
    }
  }
  return [...tags.values()]
}

const tagIn = ({ value, parts }: ParsedValue) =>
  oneText(value) ?? inner(parts, ['name', 'title', 'slug']) ?? ''

/** Splits at commas. Without commas, `ownPattern` decides: with `spacedTags`, plural keys split at spaces. */
function tagsInText(value: string, offset: number, ownPattern: RegExp): FactText[] {
  const pattern = value.includes(',') ? /[^,]+/g : ownPattern
  return Array.from(value.matchAll(pattern), ({ 0: text, index }) => ({
    text,
    offset: offset + index + (text.length - text.trimStart().length),
  }))
}

function coverImage(fields: Fields): Facts['image'] {
  for (const field of fields.of('image')) {
    const { value, offset, parts } = itemsOf(field)[0] ?? field
    const source =
      typeof value === 'string'
        ? value.trim()
        : inner(parts, ['src', 'url', 'path', 'image', 'filename', 'feature'])
    if (source === undefined || isBoolean(source)) continue
    const described = fields.of('imageAlt').find(({ written }) => written === undefined)
    const alt = inner(parts, ['alt', 'caption']) ?? oneText(described?.value ?? null) ?? ''
    return { text: source, offset, alt }
  }
  return undefined
}

const inner = (parts: Field['parts'], keys: readonly string[]) =>
  keys.map((key) => oneText(parts.get(key)?.value ?? null)).find((text) => text !== undefined)

const entity = /`[^`]*`|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi

/**
 * Decodes `&#8211;` or `&lt;` in a title or summary, as readers saw it. Code spans stay. If it is HTML, tags go and
 * `&nbsp;` is a space; if not, entities for spaces stay.
 */
export function decodeTextEntities(text: string, isHtml = false): string {
  if (!/[&<]/.test(text)) return text
  return text.replace(/<!--[\s\S]*?-->/g, '').replace(isHtml ? entityOrTag : entity, (match) => {
    if (match.startsWith('<')) return /^<br/i.test(match) ? ' ' : ''
    const character = match.startsWith('`') ? '' : decodeHTML(match)
    if (character.trim() !== '') return character
    return isHtml && character !== '' ? ' ' : match
  })
}

const inlineTags =
  'a abbr b big br cite code del em font i ins kbd mark p q s small span strike strong sub sup tt u wbr'
const entityOrTag = new RegExp(`${entity.source}|</?(?:${inlineTags.replaceAll(' ', '|')})\\b[^<>]*>`, 'gi')
