import { toYaml } from '../base/yaml-text.ts'
import { termsComment } from '../content/archive-keys.ts'
import {
  type Author,
  type ExportedSite,
  type FiledNote,
  noteKinds,
  type Picture,
  totals,
} from './exported.ts'
import { filesFolder } from './media.ts'
import type { NamedEntry } from './old-site.ts'

export function postText({ entry, aliases }: NamedEntry, body: string, image: Picture | undefined): string {
  const { title, published, modified, summary, authors, tags, canonical, isDraft } = entry
  const facts = {
    title: title || undefined,
    published,
    modified: Date.parse(modified ?? '') > Date.parse(published ?? '') ? modified : undefined,
    summary: summary?.replace(/\s+/g, ' '),
    authors: some(authors),
    tags: some(distinct(tags)),
    image: image?.src,
    imageAlt: image?.alt || undefined,
    aliases: some(aliases),
    canonical,
    draft: isDraft || undefined,
  }
  const front = Object.values(facts).some((value) => value !== undefined) ? `---\n${yaml(facts)}---\n\n` : ''
  return `${front}${body.trim()}\n`
}

/** The settings of the archive. Where it will be is not known, and its old address may still be in use. */
export function settingsText(
  site: ExportedSite,
  authors: ReadonlyMap<string, Author>,
  fallbackTitle: string,
): string {
  const [only, ...more] = authors.values()
  const title = oneLine(site.title) ?? fallbackTitle
  const isTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(site.language?.replace('_', '-') ?? '')
  const author =
    only && more.length === 0
      ? { name: oneLine(only.name) ?? title, type: 'person' }
      : { name: title, type: 'organization' }
  return [
    '# Settings of this archive, as `citable import` found them. Citable’s docs/REFERENCE.md lists every setting.\n',
    yaml({
      title,
      description: oneLine(site.description),
      language: isTag ? site.language?.replace('_', '-') : undefined,
    }),
    '# Cited when a post names no author; type is person or organization.\n',
    yaml({ author }),
    '# Where it will be published:\n# baseUrl: https://archive.example\n',
    termsComment,
    '# Files from the old site keep their paths below this folder.\n',
    yaml({ files: filesFolder }),
    ...(site.feed === undefined
      ? []
      : ['# The old feed redirects to the new one.\n', yaml({ oldFeeds: site.feed })]),
    ...(authors.size === 0
      ? []
      : ['# Authors, by the key that posts use for them.\n', yaml({ authors: authorFacts(authors) })]),
  ].join('')
}

/** Everything that was not carried over, file by file, for the publisher to read once and delete. */
export function reportText(notes: readonly FiledNote[]): string {
  const sections = totals(notes).map(([kind, sum]) => {
    const [noun, advice] = noteKinds[kind]
    const lines = notes
      .filter((note) => note.kind === kind)
      .map(({ file, detail }) => `- ${file === undefined ? '' : `\`${file}\`: `}${oneLine(detail)}`)
    return `## ${noun[0]?.toUpperCase()}${noun.slice(1)} (${sum})\n\n${advice}\n\n${lines.join('\n')}\n`
  })
  const first = '# What was not imported\n\n`citable import` wrote this report. You can delete it.\n'
  return [first, ...(sections.length > 0 ? sections : ['Everything was imported.\n'])].join('\n')
}

function authorFacts(authors: ReadonlyMap<string, Author>): Record<string, object> {
  const facts = Array.from(authors, ([key, { name, url = '' }]) => {
    const isAddress = URL.canParse(url) && /^https?:\/\/[^?#@]+$/.test(url)
    return [key, { name: oneLine(name) ?? key, url: isAddress ? url : undefined }]
  })
  return Object.fromEntries(facts)
}

/** Categories and tags often have the same names, in different letters. */
function distinct(tags: readonly string[]): string[] {
  const byName = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return [...new Set(tags.map((tag) => byName.get(tag.toLowerCase()) ?? tag))].filter(Boolean)
}

function some<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined
}

function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim() || undefined
}

/** Keys without a value are left out. */
function yaml(value: object): string {
  return Object.values(value).every((one) => one === undefined) ? '' : toYaml(value)
}
