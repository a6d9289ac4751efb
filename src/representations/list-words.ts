import type { Archive, Post } from '../archive/archive.ts'
import type { List } from '../archive/lists.ts'
import { day, month } from '../words/date.ts'
import { shorten } from './shorten.ts'
import { wordsFor } from './words.ts'

type Say = (name: string, archive: Archive) => string

/** What each kind of list is called: by what leads to it, on its own page, and in a sentence on what it has. */
const words: Record<List['kind'], { readonly name: Say; readonly title: Say; readonly posts: Say }> = {
  years: {
    name: () => 'Archive',
    title: () => 'Archive',
    posts: (archive) => `Every year in which posts of ${archive} were published`,
  },
  year: {
    name: (year) => year,
    title: (year) => `Posts of ${year}`,
    posts: (year) => `published in ${year}`,
  },
  month: {
    name: monthOf,
    title: (of, archive) => `Posts of ${monthOf(of, archive)}`,
    posts: (of, archive) => `published in ${monthOf(of, archive)}`,
  },
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
export function nameOf(list: List<Post>, archive: Archive): string {
  return list.part === 0
    ? words[list.kind].name(list.name, archive)
    : (rangeOf(list, archive) ?? partOf(list))
}

export function titleOf(list: List<Post>, archive: Archive): string {
  const title = words[list.kind].title(list.name, archive)
  return list.part === 0 ? title : `${title}, ${partOf(list)}`
}

/** One sentence on what is in it. */
export function leadOf(list: List<Post>, archive: Archive): string {
  const publication = shorten(archive.settings.title, 100)
  const [from, to] = endsOf(list, archive)
  if (list.posts.length === 0) {
    const inPart = list.part === 0 ? '' : `, from ${from} to ${to}`
    const newest = isShort(list.below) ? ' and the newest of them' : ''
    return `${words[list.kind].posts(publication, archive)}${inPart}, with the number of posts in each${newest}.`
  }
  const count = counted(list.posts.length, 'post', 'posts')
  const isOfTime = list.part === 0 && (list.kind === 'year' || list.kind === 'month')
  const span = from === to ? `on ${from}` : `from ${from} to ${to}`
  const when = from === undefined || isOfTime ? '' : `, published ${span}`
  return `${count} of ${publication} ${shorten(words[list.kind].posts(list.name, archive), 200)}${when}.`
}

/** A short list says more about each. */
export const isShort = ({ length }: readonly unknown[]) => length <= 20

/** What there is to say about a list in a short one. */
export function aboutOf({ posts: [newest] }: List<Post>, archive: Archive): string {
  if (!newest) return ''
  const date = newest.datePublished === null ? '' : `, ${day(newest.datePublished, wordsFor(archive)).text}`
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
function rangeOf(list: List<Post>, archive: Archive): string | undefined {
  const [from, to] = endsOf(list, archive)
  return from === undefined || to === undefined || from === to ? from : `${from} to ${to}`
}

function endsOf(list: List<Post>, archive: Archive): (string | undefined)[] {
  return list.posts.length > 0 ? daysOf(list.posts, archive) : namesOf(list, archive)
}

function daysOf(posts: readonly Post[], archive: Archive): (string | undefined)[] {
  return [posts.findLast(({ datePublished }) => datePublished !== null), posts[0]].map((post) =>
    post?.datePublished ? day(post.datePublished, wordsFor(archive)).text : undefined,
  )
}

function namesOf(list: List<Post>, archive: Archive): (string | undefined)[] {
  return [firstLeaf(list, 0), firstLeaf(list, -1)].map((one) => one && shorten(nameOf(one, archive), 40))
}

/** The list at one end of an index, through its parts. */
function firstLeaf(list: List<Post>, end: 0 | -1): List<Post> | undefined {
  const one = list.below.at(end)
  return one?.posts.length === 0 ? firstLeaf(one, end) : one
}

function monthOf(iso: string, archive: Archive): string {
  return month(iso, wordsFor(archive))
}
