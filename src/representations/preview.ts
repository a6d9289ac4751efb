import type { Archive, Post } from '../archive/model.ts'
import { memoizeLast } from '../base/caches.ts'
import { mediaTypeOf } from './row.ts'

/** The image of a shared link. */
export interface Preview {
  readonly url: string
  readonly alt: string
  readonly type: string | undefined
  readonly size: { readonly width: number; readonly height: number } | undefined
}

/** Returns the post's own image, or the site's. */
export function postImage({ image }: Post, archive: Archive): Preview | undefined {
  return image ? preview(image.url, image.alt, image.size) : siteImage(archive)
}

export const siteImage = memoizeLast(
  ({ look: { card }, assets, settings, urls }: Archive): Preview | undefined =>
    card === undefined
      ? undefined
      : preview(urls.url(card), settings.title, assets.find(({ path }) => path === card)?.size),
)

function preview(url: string, alt: string, size: Preview['size']): Preview {
  const type = mediaTypeOf(new URL(url).pathname)
  return { url, alt, type: type.startsWith('image/') ? type : undefined, size }
}
