import { readDate } from '../content/written-date.ts'
import { isWebAddress } from '../base/paths.ts'
import type { Facts } from '../content/facts.ts'
import { withoutEnding } from '../content/layout.ts'
import type { Content } from '../content/read.ts'
import type { SourceDocument } from '../content/document.ts'
import { fnv1a, slugify } from './names.ts'

export interface Identity {
  readonly id: string
  /** The name gives no slug, for example in another script. */
  readonly hasHashId: boolean
  /** YYYY-MM-DD: from front matter, the file name, or a dated address. */
  readonly published: string | undefined
  /** In lower case, folders first. */
  readonly categories: readonly string[]
  /** Values for the placeholders in `ids`, `urls` and `oldUrls`. */
  readonly parts: NameParts
  /** Days that an old address may contain: of publication and of the file name. */
  readonly days: readonly string[]
}

export type NameParts = Readonly<Record<string, string>>

/** `post/index.md` and `post/index.en.md` are named after their folder. */
const usualIndexFile = /\/index(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?$/

export function identityOf(source: SourceDocument, { settings, layout }: Content): Identity {
  const { facts, file, base } = source
  const pathInGlob = withoutEnding(file.path.slice(base === '' ? 0 : base.length + 1))
  const { indexFile = usualIndexFile, root: start, categoryFolders, routedFiles } = layout.generator.addresses
  const whole = pathInGlob.replace(indexFile, '') || pathInGlob
  const steps = whole.split('/')
  const last = steps.at(-1) ?? ''
  // `2020-01-02-title`, `2020/01-02-title`, `2020/01/02/title`, `2020-01-02/title`.
  const numbers = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[-_. ]+([^/]+)|(?=\/|$))/.exec(whole)
  // 2020-02-30 is part of the name.
  const dated = numbers && dayFrom(numbers) ? numbers : null
  const isNamed = dated?.[4] !== undefined && whole.endsWith(dated[0])
  const name = isNamed ? (dated[4] ?? last) : last
  const datedAddress = siteAddresses(source, settings)
    .map(({ text }) => /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})\//.exec(text))
    .find(Boolean)
  const dayInName = dayFrom(dated ?? datedAddress ?? [])
  const published = facts.published?.text ?? dayInName
  const [year = '', month = '', date = ''] = published?.split('-') ?? []
  // Some publishers write a whole path as the slug.
  const slug = facts.slug?.text.split('/').findLast((step) => step !== '') ?? name
  const inSite = file.path.slice(layout.siteRoots.get(base)?.length ?? 0)
  const root = start?.exec(inSite)?.[0].length
  const below = pathInGlob !== whole ? -2 : -1
  const above = root === undefined ? steps.slice(0, -1) : inSite.slice(root).split('/').slice(0, below)
  const folders = categoriesAbove(categoryFolders?.exec(file.path)?.[1], layout.fileRoots)
  const categories = new Set(
    [...folders, ...facts.categories].map((category) => category.trim().toLowerCase()),
  )
  const title = slugify(facts.title?.text ?? '')
  const parts = {
    name,
    slug,
    title,
    slug_or_title: (!facts.slug && title) || slug,
    path: [...above, facts.slug && !routedFiles?.test(inSite) ? slug : last].join('/'),
    folder: steps.at(-2) ?? '',
    category: slugify(facts.categories[0] ?? ''),
    categories: [...categories].join('/').replace(/\s+/g, '-'),
    year,
    month,
    day: date,
    hash: fnv1a(file.path),
  }
  const id = idFrom(settings.ids, parts)
  return {
    id,
    hasHashId: id === hashId(parts),
    published,
    categories: [...categories],
    parts: { ...parts, id },
    days: [...new Set([published, dayInName].filter((day) => day !== undefined))],
  }
}

/**
 * The addresses in front matter on the archive's own site. One at another host is what the post is about, as in a link
 * post, and says nothing about the post itself.
 */
export function siteAddresses(
  { facts }: Pick<SourceDocument, 'facts'>,
  { baseUrl, originals }: Pick<Content['settings'], 'baseUrl' | 'originals'>,
  base = baseUrl,
): Facts['oldAddresses'] {
  const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '')
  const hosts = [base, baseUrl, originals].map((url) => url && hostOf(url))
  return facts.oldAddresses.filter(({ text }) => {
    if (isWebAddress(text)) return hosts.includes(hostOf(text))
    return !/^(?:[a-z][a-z\d+.-]*:\/\/|\/\/[^/]+\.[a-z]{2,}(?:\/|$)|www\.)/i.test(text)
  })
}

const dayFrom = ([, ...numbers]: readonly string[]) => readDate(numbers.slice(0, 3).join('-'))?.day

/** Folders between the site's root and the posts are categories. */
function categoriesAbove(above: string | undefined, roots: readonly string[]): string[] {
  if (above === undefined || roots.includes(above)) return []
  const root = roots.find((folder) => folder !== '' && above.startsWith(`${folder}/`)) ?? ''
  return above.slice(root === '' ? 0 : root.length + 1).split('/')
}

/** A name in another script gives no slug. */
const idFrom = (pattern: string, parts: NameParts) => slugify(fillPattern(pattern, parts)) || hashId(parts)

const hashId = ({ hash }: NameParts) => `post-${hash}`

/** The last is for names in other scripts. */
const idPatterns = [
  ...['{slug}', '{folder}-{slug}', '{year}-{slug}', '{year}-{month}-{slug}', '{year}-{month}-{day}-{slug}'],
  ...['{folder}-{name}', '{year}-{month}-{day}-{name}', '{path}', '{slug}-{hash}'],
]

/** Returns the first pattern that gives every post a different id. */
export function distinctIds(identities: readonly Pick<Identity, 'parts'>[]): string | undefined {
  return idPatterns.find(
    (pattern) => new Set(identities.map(({ parts }) => idFrom(pattern, parts))).size === identities.length,
  )
}

/** Fills in a pattern. An empty part is dropped with its slash. */
export function fillPattern(pattern: string, parts: NameParts): string {
  return pattern.replace(/\{(\w+)\}\/?/g, (whole, name: string) => {
    const part = partValue(name, parts)
    return part === '' ? '' : part + (whole.endsWith('/') ? '/' : '')
  })
}

/** Placeholders for numbers without leading zeros. */
export const bareNumbers: Readonly<Record<string, string>> = { i_month: 'month', i_day: 'day' }

export function partValue(name: string, parts: NameParts): string {
  const number = bareNumbers[name]
  return number === undefined ? (parts[name] ?? '') : (parts[number] ?? '').replace(/^0/, '')
}
