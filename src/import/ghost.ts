import * as z from 'zod'
import { UsageError } from '../base/errors.ts'
import { type Author, dateOf, type Entry, type Exported, type ExportFiles } from './exported.ts'
import { cards } from './ghost-cards.ts'
import { parseHtml } from './html-tree.ts'
import type { Note } from './left-out.ts'

/** What is read of each table; an export has many more columns, and which depends on Ghost's version. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const id = z.union([z.string(), z.number()]).transform(String)
/** Milliseconds in the oldest versions. */
const moment = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const written = typeof value === 'number' ? new Date(value).toISOString() : (value ?? '')
    return dateOf(written.replace(' ', 'T'))
  })
const post = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  type: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: text,
  visibility: text,
  published_at: moment,
  updated_at: moment,
  custom_excerpt: text,
  meta_description: text,
  canonical_url: text,
  feature_image: text,
  image: text,
  author_id: id.nullish(),
})
const tables = z.object({
  posts: z.array(post),
  users: z.array(z.object({ id, name: text, slug: text, website: text })).default([]),
  tags: z.array(z.object({ id, name: text, visibility: text })).default([]),
  posts_tags: z.array(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })).default([]),
  posts_authors: z
    .array(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish() }))
    .default([]),
  posts_meta: z.array(z.object({ post_id: id, meta_description: text, feature_image_alt: text })).default([]),
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
})
const ghostExport = z.union([
  z.object({ db: z.tuple([z.object({ data: tables })], z.unknown()) }).transform(({ db }) => db[0].data),
  z.object({ data: tables }).transform(({ data }) => data),
])

/** Ghost: a JSON file of its tables. Addresses begin with `__GHOST_URL__`, because it does not say where the site was. */
export async function readGhost(files: ExportFiles): Promise<Exported> {
  const path = files.paths.find((one) => /\.json$/i.test(one)) ?? files.paths[0] ?? ''
  const data = tablesIn(path, new TextDecoder().decode(files.read(path)))
  const setting = (key: string) => {
    const value = data.settings.find((one) => one.key === key)?.value
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const authors = new Map(
    data.users.map(({ slug, name, website }): [string, Author] => [
      slug,
      { name, url: website || undefined },
    ]),
  )
  const slugs = new Map(data.users.map((user) => [user.id, user.slug]))
  const tags = new Map(data.tags.map((tag) => [tag.id, tag]))
  const tagsOf = grouped(data.posts_tags, ({ tag_id }) => tags.get(tag_id))
  const authorsOf = grouped(data.posts_authors, ({ author_id }) => slugs.get(author_id))
  const metaOf = new Map(data.posts_meta.map((meta) => [meta.post_id, meta]))
  const posts = data.posts.toSorted(
    (a, b) => compare(a.published_at ?? '~', b.published_at ?? '~') || compare(a.id, b.id),
  )
  return {
    site: {
      feed: '/rss',
      title: setting('title'),
      description: setting('description'),
      language: setting('locale') ?? setting('lang'),
    },
    authors,
    entries: posts.map((one): Entry => {
      const all = tagsOf.get(one.id) ?? []
      const isInternal = (tag: { name: string; visibility: string }) =>
        tag.visibility === 'internal' || tag.name.startsWith('#')
      const meta = metaOf.get(one.id)
      const image = one.feature_image || one.image
      const withheld = withheldFor(one)
      const named =
        authorsOf.get(one.id) ?? [slugs.get(one.author_id ?? '')].filter((slug) => slug !== undefined)
      return {
        kind: one.type === 'page' || one.page === true || one.page === 1 ? 'page' : 'post',
        title: one.title === '(Untitled)' ? '' : one.title,
        slug: one.slug,
        published: one.published_at,
        modified: one.updated_at,
        summary: one.custom_excerpt || meta?.meta_description || one.meta_description || undefined,
        authors: named,
        tags: all.filter((tag) => !isInternal(tag)).map(({ name }) => name),
        image: image === '' ? undefined : { src: atHome(image), alt: meta?.feature_image_alt ?? '' },
        addresses: [`/${one.slug}/`],
        canonical: one.canonical_url.startsWith('http') ? one.canonical_url : undefined,
        isDraft: withheld !== undefined,
        leftOut: [
          ...(withheld ? [withheld] : []),
          ...all.filter(isInternal).map(({ name }): Note => ({ kind: 'tag', detail: name })),
        ],
        body(note) {
          const tree = parseHtml(atHome(withoutGated(one.html, note)))
          cards(tree, note)
          return tree
        },
      }
    }),
    leftOut: [],
  }
}

function tablesIn(path: string, json: string): z.infer<typeof tables> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new UsageError(`${path} is not whole JSON (${(error as Error).message}). Export again.`)
  }
  const read = ghostExport.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const where = issue?.path.join('.') || 'db'
  throw new UsageError(
    `${path} is no export of Ghost: ${where} is not as Ghost writes it. Export again from Settings → Migration tools.`,
  )
}

/** What is not for everybody is never published by accident. */
function withheldFor({ status, visibility }: z.infer<typeof post>): Note | undefined {
  if (visibility !== '' && visibility !== 'public')
    return { kind: 'paid', detail: `is visible to ${visibility}` }
  if (status === 'scheduled') return { kind: 'scheduled', detail: 'is scheduled' }
  if (status === 'sent') return { kind: 'paid', detail: 'was sent by e-mail and never on the site' }
  return status === 'published' || status === ''
    ? undefined
    : { kind: 'draft', detail: `has the status ${status}` }
}

/** Parts of a public post that only members see. */
function withoutGated(html: string, note: (note: Note) => void): string {
  if (!html.includes('<!--kg-gated-block:begin')) return html
  return html
    .split('<!--kg-gated-block:begin')
    .map((part, at) => {
      if (at === 0) return part
      const isForAll = /^[^>]*\bnonMember:true/.test(part)
      const end = part.indexOf('<!--kg-gated-block:end-->')
      if (!isForAll) note({ kind: 'paid', detail: 'a part that only members see is removed' })
      return isForAll ? part.slice(part.indexOf('-->') + 3) : end === -1 ? '' : part.slice(end)
    })
    .join('')
}

function atHome(address: string): string {
  return address.replaceAll('__GHOST_URL__', '')
}

function grouped<Row extends { post_id: string; sort_order?: number | null | undefined }, Value>(
  rows: readonly Row[],
  pick: (row: Row) => Value | undefined,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const row of rows.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))) {
    const value = pick(row)
    const group = groups.get(row.post_id)
    if (value === undefined) continue
    if (group) group.push(value)
    else groups.set(row.post_id, [value])
  }
  return groups
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
