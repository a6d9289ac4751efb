import type { Archive, Post } from '../archive/model.ts'
import { cardPath, siteCardPath } from '../archive/urls.ts'
import { type CardText, cardMaker, cardSize } from '../pages/card/card.ts'
import { defaultAccent } from '../pages/colours.ts'
import { day } from '../words/words.ts'
import { mediaTypeOf } from './row.ts'
import { memoizeLast } from '../base/caches.ts'
import { wordsFor } from './published.ts'

/** The image of a shared link. */
export interface Preview {
  readonly url: string
  readonly alt: string
  readonly type: string | undefined
  readonly size: { readonly width: number; readonly height: number } | undefined
}

/** Returns the post's own image, or its card, or the site's card. */
export function postImage(post: Post, archive: Archive): Preview | undefined {
  const { image } = post
  if (image) return preview(image.url, image.alt, image.size)
  if (!cardPosts(archive).has(post)) return siteImage(archive)
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

/** Returns the newest posts without an image. Older posts are rarely shared, and use the site's card. */
export function postsWithCards(archive: Archive): readonly Post[] {
  return [...cardPosts(archive)]
}

const maxCards = 1_000

const cardPosts = memoizeLast(({ look, posts }: Archive): ReadonlySet<Post> => {
  const newest = look.card === undefined ? posts.slice(0, maxCards) : []
  return new Set(newest.filter(({ image }) => image === null))
})

export interface CardRecipe extends CardText {
  readonly accent: string
}

export function postCard({ title, datePublished }: Post, archive: Archive): CardRecipe {
  const note = datePublished === null ? null : day(datePublished, wordsFor(archive)).text
  return { headline: title, name: archive.settings.title, note, accent: accentOf(archive) }
}

export function siteCard(archive: Archive): CardRecipe {
  const { title, description } = archive.settings
  return { headline: title, name: title, note: description ?? null, accent: accentOf(archive) }
}

function accentOf({ look }: Archive): string {
  return look.accent ?? defaultAccent
}

export function drawCard({ accent, ...text }: CardRecipe): Uint8Array {
  if (maker?.accent !== accent) maker = { accent, draw: cardMaker(accent) }
  return maker.draw(text)
}

/** Reused while the accent stays the same. */
let maker: { readonly accent: string; readonly draw: (text: CardText) => Uint8Array } | undefined
