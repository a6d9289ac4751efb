import type { Element, ElementContent, Root } from 'hast'
import * as z from 'zod'
import { groupedBy, UsageError } from './engine.ts'
import { dateOf } from './dates.ts'
import type { Entry, ExportFiles, Exported, Note, TakeNote } from './exported.ts'
import { element, find, hasClass, parseHtml, property, replace, wordsIn } from './html-tree.ts'

/** A table row. Columns vary by Ghost version; few are read. */
type Row = (column: string) => string
const row = z.record(z.string(), z.unknown()).transform(
  (columns): Row =>
    (name) =>
      String(columns[name] ?? ''),
)
const rows = z.array(row)
const tables = z.object({ posts: rows }).catchall(rows.catch([]))
const ghostExport = z.union([
  z.object({ db: z.tuple([z.object({ data: tables })], z.unknown()) }).transform(({ db }) => db[0].data),
  z.object({ data: tables }).transform(({ data }) => data),
])

/** Reads a Ghost export: a JSON file of its tables. URLs start with `__GHOST_URL__`; it does not name the site. */
export async function readGhost(files: ExportFiles): Promise<Exported> {
  const path = files.paths.find((name) => /\.json$/i.test(name)) ?? files.paths[0] ?? ''
  const data = tablesIn(path, new TextDecoder().decode(files.read(path)))
  const table = (name: string) => data[name] ?? []
  const setting = (key: string) => table('settings').find((row) => row('key') === key)?.('value') || undefined
  const users = table('users')
  const slugs = new Map(users.map((user) => [user('id'), user('slug')]))
  const tags = new Map(table('tags').map((tag) => [tag('id'), tag]))
  const tagsOf = grouped(table('posts_tags'), (row) => tags.get(row('tag_id')))
  const authorsOf = grouped(table('posts_authors'), (row) => slugs.get(row('author_id')))
  const metaOf = new Map(table('posts_meta').map((meta) => [meta('post_id'), meta]))
  const entryOf = (post: Row): Entry => {
    const all = tagsOf.get(post('id')) ?? []
    const isInternal = (tag: Row) => tag('visibility') === 'internal' || tag('name').startsWith('#')
    const meta = metaOf.get(post('id')) ?? (() => '')
    const image = post('feature_image') || post('image')
    const author = slugs.get(post('author_id'))
    return {
      kind: post('type') === 'page' || /^(?:true|1)$/.test(post('page')) ? 'page' : 'post',
      title: post('title') === '(Untitled)' ? '' : post('title'),
      slug: post('slug'),
      published: dateTimeOf(post('published_at')),
      modified: dateTimeOf(post('updated_at')),
      summary: post('custom_excerpt') || meta('meta_description') || post('meta_description') || undefined,
      authors: authorsOf.get(post('id')) ?? (author === undefined ? [] : [author]),
      tags: all.filter((tag) => !isInternal(tag)).map((tag) => tag('name')),
      image: image === '' ? undefined : { src: withoutSiteUrl(image), alt: meta('feature_image_alt') },
      addresses: [`/${post('slug')}/`],
      canonical: post('canonical_url').startsWith('http') ? post('canonical_url') : undefined,
      draftReason: draftReasonFor(post('status'), post('visibility')),
      body(note) {
        for (const tag of all.filter(isInternal)) note({ kind: 'tag', detail: tag('name') })
        const tree = parseHtml(withoutSiteUrl(withoutMembersOnly(post('html'), note)))
        cards(tree, note)
        return tree
      },
    }
  }
  return {
    site: {
      feed: '/rss',
      title: setting('title'),
      description: setting('description'),
      language: setting('locale') ?? setting('lang'),
    },
    authors: new Map(
      users.map((user) => [user('slug'), { name: user('name'), url: user('website') || undefined }]),
    ),
    entries: data.posts.toSorted((a, b) => (a('id') < b('id') ? -1 : 1)).map(entryOf),
  }
}

/** Old versions have milliseconds. */
const dateTimeOf = (time: string): string | undefined =>
  dateOf(/^\d{9,15}$/.test(time) ? new Date(Number(time)).toISOString() : time.replace(' ', 'T'))

function tablesIn(path: string, json: string): z.infer<typeof tables> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new UsageError(`${path} is not complete JSON (${(error as Error).message}). Export again.`)
  }
  const { data, error } = ghostExport.safeParse(value)
  if (data) return data
  const where = error.issues[0]?.path.join('.') || 'db'
  const advice = 'Export again from Settings → Migration tools.'
  throw new UsageError(`${path} is not a Ghost export: unexpected ${where}. ${advice}`)
}

/** Content with restricted access becomes a draft, so that it is never published by accident. */
function draftReasonFor(status: string, visibility: string): Note | undefined {
  if (visibility !== '' && visibility !== 'public')
    return { kind: 'paid', detail: `is visible to ${visibility}` }
  if (status === 'scheduled') return { kind: 'scheduled', detail: 'is scheduled' }
  if (status === 'sent') return { kind: 'paid', detail: 'was sent by email only' }
  return status === 'published' || status === ''
    ? undefined
    : { kind: 'draft', detail: `has the status ${status}` }
}

/** Removes the members-only parts of a public post. */
function withoutMembersOnly(html: string, note: TakeNote): string {
  const [start = '', ...parts] = html.split('<!--kg-gated-block:begin')
  const shown = parts.map((part) => {
    if (/^[^>]*\bnonMember:true/.test(part)) return part.slice(part.indexOf('-->') + 3)
    note({ kind: 'paid', detail: 'a members-only part is removed' })
    const end = part.indexOf('<!--kg-gated-block:end-->')
    return end === -1 ? '' : part.slice(end)
  })
  return start + shown.join('')
}

const withoutSiteUrl = (address: string) => address.replaceAll('__GHOST_URL__', '')

function grouped<Value>(rows: readonly Row[], pick: (row: Row) => Value | undefined): Map<string, Value[]> {
  const sorted = rows.toSorted((a, b) => Number(a('sort_order')) - Number(b('sort_order')))
  const groups = groupedBy(sorted, (row) => row('post_id'))
  return new Map(Array.from(groups, ([post, of]) => [post, of.flatMap((row) => pick(row) ?? [])]))
}

/** Replaces Ghost's cards, which are markup for a style sheet and script, with plain content. */
function cards(tree: Root, note: TakeNote): void {
  replace(tree, (node) => {
    for (const [name, change] of Object.entries(cardConverters))
      if (hasClass(node, name)) return change(node, note)
    return undefined
  })
}

type CardConverter = (card: Element, note: TakeNote) => ElementContent[]

const part = (card: Element, name: string) => find(card, (node) => hasClass(node, name))
const partText = (card: Element, name: string) => wordsIn(part(card, name))
const linked = (card: Element, text: string) => {
  const href = property(card.tagName === 'a' ? card : find(card, 'a'), 'href')
  return element('a', { href }, text || href)
}
const mediaOf = (card: Element, tagName: string): ElementContent[] => {
  const media = find(card, tagName)
  return media ? [element(tagName, { ...media.properties, controls: true })] : []
}

const cardConverters: Readonly<Record<string, CardConverter>> = {
  'kg-bookmark-card': (card) => {
    const description = partText(card, 'kg-bookmark-description')
    const after = { type: 'text' as const, value: description && `: ${description}` }
    return [element('p', {}, [linked(card, partText(card, 'kg-bookmark-title')), after])]
  },
  'kg-callout-card': (card) => {
    const text = part(card, 'kg-callout-text')
    const emoji = partText(card, 'kg-callout-emoji')
    const start: ElementContent[] = emoji === '' ? [] : [{ type: 'text', value: `${emoji} ` }]
    return [element('blockquote', {}, [element('p', {}, [...start, ...(text?.children ?? [])])])]
  },
  'kg-toggle-card': (card) => [
    element('h4', {}, partText(card, 'kg-toggle-heading-text')),
    ...(part(card, 'kg-toggle-content')?.children ?? []),
  ],
  'kg-button-card': (card) => [element('p', {}, [linked(card, wordsIn(card))])],
  'kg-file-card': (card) => [element('p', {}, [linked(card, partText(card, 'kg-file-card-title'))])],
  'kg-audio-card': (card) => mediaOf(card, 'audio'),
  'kg-video-card': (card) => mediaOf(card, 'video'),
  'kg-signup-card': (_card, note) => {
    note({ kind: 'form', detail: 'a sign-up card' })
    return []
  },
}
