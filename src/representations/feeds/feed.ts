import type { Archive, Post } from '../../archive/model.ts'
import { followed, hasFeed } from '../../archive/feeds.ts'
import type { List } from '../../archive/lists.ts'
import { feedPaths, servicePaths } from '../../archive/urls.ts'
import { titleOf } from '../list-words.ts'
import { memoizeLast } from '../memoize-last.ts'
import { absoluteHtml } from './absolute.ts'

/** Posts that can be followed: those of the archive, of a series or with a tag. */
export interface Feed {
  readonly title: string
  /** The page that it is the feed of. */
  readonly path: string
  readonly atom: string
  readonly json: string
  /** The newest, each with a date. */
  readonly posts: readonly Post[]
}

export const feedsOf = memoizeLast((archive: Archive): readonly Feed[] => {
  const { settings, posts } = archive
  const tops = archive.lists
  if (!hasFeed(tops)) return []
  const whole = feed(settings.title, servicePaths.home, posts, most.ofArchive)
  const lists = followed(tops).map((list: List<Post>) =>
    feed(`${titleOf(list, archive)} · ${settings.title}`, list.path, list.posts, most.ofList),
  )
  return [whole, ...lists]
})

/** The feed of a page, if it has one of its own. */
export function feedOf(path: string, archive: Archive): Feed | undefined {
  return feedsByPage(archive).get(path)
}

const feedsByPage = memoizeLast(
  (archive: Archive) => new Map(feedsOf(archive).map((one): [string, Feed] => [one.path, one])),
)

/** Who follows has seen what is older. Posts come whole, so they are counted in characters of HTML as well. */
const most = { ofArchive: 20, ofList: 10, characters: 1_000_000 } as const

function feed(title: string, path: string, posts: readonly Post[], length: number): Feed {
  let left: number = most.characters
  const newest = posts
    .filter(({ datePublished }) => datePublished !== null)
    .slice(0, length)
    .filter(({ html }, at) => {
      left -= html.length
      return at === 0 || left >= 0
    })
  return { title, path, ...feedPaths(path), posts: newest }
}

/** Feeds want a time, and a day begins with one. */
export function publishedAt({ datePublished }: Post): string {
  return `${datePublished}T00:00:00Z`
}

/** A body is in several feeds, and in two forms. */
export function contentOf(post: Post, { urls }: Archive): string {
  const content = contents.get(post) ?? absoluteHtml(post.html, post.path, urls)
  contents.set(post, content)
  return content
}

const contents = new WeakMap<Post, string>()
