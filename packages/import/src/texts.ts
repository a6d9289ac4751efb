import { oneLine, termsComment, toYaml } from './engine.ts'
import type { Exported, FiledNote, NoteKind } from './exported.ts'
import { filesFolder } from './media.ts'
import noteKinds from './note-kinds.json' with { type: 'json' }
import type { NamedEntry } from './old-site.ts'

export function postText({ entry, aliases }: NamedEntry, body: string, image: string): string {
  const { title, published, modified, summary, authors = [], tags = [], canonical, draftReason } = entry
  const front = yaml({
    title: title || undefined,
    published,
    modified: Date.parse(modified ?? '') > Date.parse(published ?? '') ? modified : undefined,
    summary: summary?.replace(/\s+/g, ' '),
    authors: some(authors),
    tags: some(distinct(tags)),
    image: entry.image && image,
    imageAlt: entry.image?.alt || undefined,
    aliases: some(aliases),
    canonical,
    draft: draftReason ? true : undefined,
  })
  return `${front && `---\n${front}---\n\n`}${body.trim()}\n`
}

/** Leaves `baseUrl` unset: the old URL may still be in use. */
export function settingsText({ site, authors = new Map() }: Exported, fallbackTitle: string): string {
  const [only, ...more] = authors.values()
  const title = oneLine(site.title ?? '') || fallbackTitle
  const language = site.language?.replaceAll('_', '-') ?? ''
  const isTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language)
  const isOne = only !== undefined && more.length === 0
  const author = isOne
    ? { name: oneLine(only.name) || title, type: 'person' }
    : { name: title, type: 'organization' }
  const people = Array.from(authors, ([key, { name, url = '' }]) => {
    const isAddress = URL.canParse(url) && /^https?:\/\/[^?#@]+$/.test(url)
    return [key, { name: oneLine(name) || key, url: isAddress ? url : undefined }] as const
  })
  const section = (comment: string, values: object) => yaml(values) && `# ${comment}\n${yaml(values)}`
  return [
    '# Settings of this archive, as `citable import` found them. ',
    'Citable’s docs/REFERENCE.md lists every setting.\n',
    yaml({
      title,
      description: oneLine(site.description ?? '') || undefined,
      language: isTag ? language : undefined,
    }),
    section('Cited when a post names no author; type is person or organization.', { author }),
    '# Where it will be published:\n# baseUrl: https://archive.example\n',
    termsComment,
    section('Files from the old site keep their paths below this folder.', { files: filesFolder }),
    section('The old feed redirects to the new one.', { oldFeeds: site.feed }),
    section('Authors, by the key that posts use for them.', {
      authors: some(people) && Object.fromEntries(people),
    }),
  ].join('')
}

/** Groups notes by kind, in the order of note-kinds.json, and counts them. */
export function sections(notes: readonly FiledNote[]) {
  return (Object.keys(noteKinds) as NoteKind[]).flatMap((kind) => {
    const ofKind = notes.filter((note) => note.kind === kind)
    const sum = ofKind.reduce((all, { count = 1 }) => all + count, 0)
    return ofKind.length > 0 ? [{ ...noteKinds[kind], sum, notes: ofKind }] : []
  })
}

/** The report of what was not imported. */
export function reportText(notes: readonly FiledNote[]): string {
  const texts = sections(notes).map(({ heading, advice, sum, notes }) => {
    const lines = notes.map(({ file, detail }) => `- ${file ? `\`${file}\`: ` : ''}${oneLine(detail)}`)
    return `## ${heading[0]?.toUpperCase()}${heading.slice(1)} (${sum})\n\n${advice}\n\n${lines.join('\n')}\n`
  })
  const first = '# What was not imported\n\n`citable import` wrote this report. You can delete it.\n'
  return [first, ...(texts.length > 0 ? texts : ['Everything was imported.\n'])].join('\n')
}

/** Categories and tags often repeat each other in different case. */
function distinct(tags: readonly string[]): string[] {
  const byName = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return [...new Set(tags.map((tag) => byName.get(tag.toLowerCase()) ?? tag))].filter(Boolean)
}

const some = <T>(values: readonly T[]): readonly T[] | undefined => (values.length > 0 ? values : undefined)

/** Omits undefined values. */
const yaml = (value: object): string =>
  Object.values(value).every((field) => field === undefined) ? '' : toYaml(value)
