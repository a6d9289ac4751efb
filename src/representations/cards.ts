import type { Archive, Post } from '../archive/model.ts'
import { cardPath, siteCardPath } from '../archive/urls.ts'
import { cardMaker, cardSize } from '../pages/card/card.ts'
import { defaultAccent } from '../pages/colours.ts'
import { day } from '../words/words.ts'
import { mediaTypeOf } from './row.ts'
import { memoizeLast } from '../base/caches.ts'
import { wordsFor } from './published.ts'

/** A picture that stands for a page where it is shared. */
export interface Preview {
  /** Absolute. */
  readonly url: string
  readonly alt: string
  readonly type: string | undefined
  readonly size: { readonly width: number; readonly height: number } | undefined
}

/** The post's own picture; else the card that is drawn for it, or the one for all. */
export function postImage(post: Post, archive: Archive): Preview | undefined {
  const { image } = post
  if (image) return preview(image.url, image.alt, image.size)
  if (!carded(archive).has(post)) return siteImage(archive)
  const alt = `${post.title} · ${archive.settings.title}`
  return preview(archive.urls.url(cardPath(post.id)), alt, cardSize)
}

export const siteImage = memoizeLast(
  ({ look: { card }, assets, settings, urls }: Archive): Preview | undefined => {
    if (card === false) return undefined
    if (card === undefined) return preview(urls.url(siteCardPath), settings.title, cardSize)
    const size = assets.find(({ path }) => path === card)?.size
    return preview(urls.url(card), settings.title, size)
  },
)

function preview(url: string, alt: string, size: Preview['size']): Preview {
  const type = mediaTypeOf(new URL(url).pathname)
  return { url, alt, type: type.startsWith('image/') ? type : undefined, size }
}

/** The newest that have no picture of their own. Older ones are rarely shared, and have the site's. */
export function postsWithCards(archive: Archive): readonly Post[] {
  return [...carded(archive)]
}

const mostCards = 1_000

const carded = memoizeLast(({ look, posts }: Archive): ReadonlySet<Post> => {
  const newest = look.card === undefined ? posts.slice(0, mostCards) : []
  return new Set(newest.filter(({ image }) => image === null))
})

export function drawPostCard({ title, datePublished }: Post, archive: Archive): Uint8Array {
  const note = datePublished === null ? null : day(datePublished, wordsFor(archive)).text
  return makerFor(archive)({ headline: title, name: archive.settings.title, note })
}

export function drawSiteCard(archive: Archive): Uint8Array {
  const { title, description } = archive.settings
  return makerFor(archive)({ headline: title, name: title, note: description })
}

const makerFor = memoizeLast(({ look }: Archive) => cardMaker(look.accent ?? defaultAccent))
