import { readDate } from '../content/written-date.ts'
import { withoutEnding } from '../content/layout.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { generatorNamed } from '../generators/registry.ts'
import { hashed, slugged } from './names.ts'

/** What a post is called, before its body is read. */
export interface Identity {
  readonly id: string
  /** Nothing of the name can be part of an address: it is in another script. */
  readonly isMadeUp: boolean
  /** YYYY-MM-DD: from front matter, the name of the file, or an address that begins with the day. */
  readonly published: string | undefined
  /** As a generator would have it in an address: from front matter, else the name without its date, letter case kept. */
  readonly slug: string
  /** In lower case, those of its folders first. */
  readonly categories: readonly string[]
  /** The parts that patterns of ids and old addresses are made of. */
  readonly parts: Parts
  /** Every day that an address may have: as it is published, and as the file is named. */
  readonly days: readonly string[]
}

export type Parts = Readonly<Record<string, string>>

/** `post/index.md` is named by its folder, and so is a file that only says its language. */
const usualIndexFile = /\/index(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?$/

export function identityOf(written: SourceDocument, { settings, layout }: Content): Identity {
  const { facts, file, base } = written
  const pathInGlob = withoutEnding(file.path.slice(base === '' ? 0 : base.length + 1))
  const { indexFile = usualIndexFile, contentRoot, categoryFolders } = generatorNamed(layout.generator)
  const whole = pathInGlob.replace(indexFile, '') || pathInGlob
  const steps = whole.split('/')
  const last = steps.at(-1) ?? ''
  // `2020-01-02-title`, `2020/01-02-title`, `2020/01/02/title`, `2020-01-02/title`.
  const dated = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[-_. ]+([^/]+)|(?=\/|$))/.exec(whole)
  const isNamed = dated?.[4] !== undefined && whole.endsWith(dated[0])
  const name = isNamed ? (dated[4] ?? last) : last
  const inAddress = facts.oldAddresses
    .map(({ text }) => /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})\//.exec(text))
    .find(Boolean)
  const day = dated ?? inAddress
  const named = day ? readDate(day.slice(1, 4).join('-'))?.day : undefined
  const published = facts.published?.text ?? named
  const [year = '', month = '', date = ''] = published?.split('-') ?? []
  const slug = lastStep(facts.slug?.text) ?? name
  const inSite = file.path.slice(layout.siteRoots.get(base)?.length ?? 0)
  const root = contentRoot?.exec(inSite)?.[0].length
  const below = pathInGlob !== whole ? -2 : -1
  const above = root === undefined ? steps.slice(0, -1) : inSite.slice(root).split('/').slice(0, below)
  // A folder and a category of the same name are one.
  const categories = new Set(
    [...categoriesAbove(categoryFolders?.exec(file.path)?.[1], layout.fileRoots), ...facts.categories].map(
      (one) => one.trim().toLowerCase(),
    ),
  )
  const parts = {
    name,
    slug,
    title: slugged(facts.title?.text ?? ''),
    path: [...above, facts.slug ? slug : last].join('/'),
    folder: steps.at(-2) ?? '',
    category: slugged(facts.categories[0] ?? ''),
    categories: [...categories].join('/').replace(/\s+/g, '-'),
    year,
    month,
    day: date,
    hash: hashed(file.path),
  }
  const made = slugged(filled(settings.ids, parts))
  const id = made || `post-${hashed(file.path)}`
  const days = [published, named].filter((one) => one !== undefined)
  return {
    id,
    isMadeUp: made === '',
    published,
    slug,
    categories: [...categories],
    parts: { ...parts, id },
    days: [...new Set(days)],
  }
}

/** The folders that are categories, below the site's own. */
function categoriesAbove(above: string | undefined, roots: readonly string[]): string[] {
  if (above === undefined || roots.includes(above)) return []
  const root = roots.find((one) => one !== '' && above.startsWith(`${one}/`)) ?? ''
  return above.slice(root === '' ? 0 : root.length + 1).split('/')
}

/** How ids are made so that no two posts have the same: the first of the usual ways that does it. */
export function distinctIds(posts: readonly SourceDocument[], content: Content): string | undefined {
  return waysOfIds.find((ids) => {
    const settings = { ...content.settings, ids }
    return new Set(posts.map((post) => identityOf(post, { ...content, settings }).id)).size === posts.length
  })
}

const waysOfIds = [
  '{slug}',
  '{folder}-{slug}',
  '{year}-{slug}',
  '{year}-{month}-{slug}',
  '{year}-{month}-{day}-{slug}',
  '{folder}-{name}',
  '{year}-{month}-{day}-{name}',
  '{path}',
  // Names in another script may have nothing else that tells them apart.
  '{slug}-{hash}',
]

/** A pattern with its parts; a part that is empty goes with its slash. */
export function filled(pattern: string, parts: Parts): string {
  return pattern.replace(/\{(\w+)\}\/?/g, (whole, name: string) => {
    const part = partNamed(name, parts)
    return part === '' ? '' : part + (whole.endsWith('/') ? '/' : '')
  })
}

/** The numbers without a zero in front. */
export const bareNumbers: Readonly<Record<string, string>> = { i_month: 'month', i_day: 'day' }

export function partNamed(name: string, parts: Parts): string {
  const number = bareNumbers[name]
  return number === undefined ? (parts[name] ?? '') : (parts[number] ?? '').replace(/^0/, '')
}

/** Some write a whole address as the slug. */
function lastStep(slug: string | undefined): string | undefined {
  return slug
    ?.split('/')
    .filter((step) => step !== '')
    .at(-1)
}
