import type { Archive, Post } from '../archive/archive.ts'
import type { List } from '../archive/lists.ts'
import { day, month } from '../pages/date.ts'
import { shorten } from './shorten.ts'

type Words = (name: string) => string

/** What each kind of list is called: by what leads to it, on its own page, and in a sentence on what it has. */
const words: Record<List['kind'], { readonly name: Words; readonly title: Words; readonly posts: Words }> = {
  years: {
    name: () => 'Years',
    title: () => 'Years',
    posts: (archive) => `Every year in which posts of ${archive} were published`,
  },
  year: {
    name: (year) => year,
    title: (year) => `Posts of ${year}`,
    posts: (year) => `published in ${year}`,
  },
  month: { name: month, title: (of) => `Posts of ${month(of)}`, posts: (of) => `published in ${month(of)}` },
  undated: {
    name: () => 'Without a date',
    title: () => 'Posts without a date',
    posts: () => 'without a date',
  },
  'all series': {
    name: () => 'Series',
    title: () => 'Series',
    posts: (archive) => `Every series that posts of ${archive} belong to`,
  },
  series: {
    name: (label) => label,
    title: (label) => `Series: ${label}`,
    posts: (label) => `in the series ${label}`,
  },
  tags: {
    name: () => 'Tags',
    title: () => 'Tags',
    posts: (archive) => `Every tag that posts of ${archive} have`,
  },
  tag: { name: (tag) => tag, title: (tag) => `Tag: ${tag}`, posts: (tag) => `tagged ${tag}` },
}

/** What the lists below an index go by. */
export function byWhat(kind: List['kind']): string {
  return kind === 'years' ? 'year' : kind === 'tags' ? 'tag' : 'series'
}

/** A part is known by what it holds. */
export function nameOf(list: List<Post>): string {
  return list.part === 0 ? words[list.kind].name(list.name) : (rangeOf(list) ?? partOf(list))
}

export function titleOf(list: List<Post>): string {
  const title = words[list.kind].title(list.name)
  return list.part === 0 ? title : `${title}, ${partOf(list)}`
}

/** One sentence on what is in it. */
export function leadOf(list: List<Post>, { settings }: Archive): string {
  const archive = shorten(settings.title, 100)
  const [from, to] = endsOf(list)
  if (list.posts.length === 0) {
    const inPart = list.part === 0 ? '' : `, from ${from} to ${to}`
    const newest = isShort(list.below) ? ' and the newest of them' : ''
    return `${words[list.kind].posts(archive)}${inPart}, with the number of posts in each${newest}.`
  }
  const count = counted(list.posts.length, 'post', 'posts')
  const isOfTime = list.part === 0 && (list.kind === 'year' || list.kind === 'month')
  const span = from === to ? `on ${from}` : `from ${from} to ${to}`
  const when = from === undefined || isOfTime ? '' : `, published ${span}`
  return `${count} of ${archive} ${shorten(words[list.kind].posts(list.name), 200)}${when}.`
}

/** A short list says more about each. */
export const isShort = ({ length }: readonly unknown[]) => length <= 20

/** What there is to say about a list in a short one. */
export function aboutOf({ posts: [newest] }: List<Post>): string {
  if (!newest) return ''
  const date = newest.datePublished === null ? '' : `, ${day(newest.datePublished).text}`
  return `Newest: ${shorten(newest.title, 200)}${date}.`
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `part 2`, or `part 2.1` where a part has parts. */
function partOf({ path }: List): string {
  return `part ${path.slice(path.lastIndexOf('/part/') + '/part/'.length).replaceAll('/', '.')}`
}

/** From the first to the last of what it holds; undefined where its posts have no dates. */
function rangeOf(list: List<Post>): string | undefined {
  const [from, to] = endsOf(list)
  return from === undefined || to === undefined || from === to ? from : `${from} to ${to}`
}

function endsOf(list: List<Post>): (string | undefined)[] {
  return list.posts.length > 0 ? daysOf(list.posts) : namesOf(list)
}

function daysOf(posts: readonly Post[]): (string | undefined)[] {
  return [posts.findLast(({ datePublished }) => datePublished !== null), posts[0]].map((post) =>
    post?.datePublished ? day(post.datePublished).text : undefined,
  )
}

function namesOf(list: List<Post>): (string | undefined)[] {
  return [firstLeaf(list, 0), firstLeaf(list, -1)].map((one) => one && shorten(nameOf(one), 40))
}

/** The list at one end of an index, through its parts. */
function firstLeaf(list: List<Post>, end: 0 | -1): List<Post> | undefined {
  const one = list.below.at(end)
  return one?.posts.length === 0 ? firstLeaf(one, end) : one
}
