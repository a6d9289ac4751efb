import type { Token } from 'markdown-it'

/** A paragraph of one image, which may be a link, is a figure; the title of the image is its caption. */
export function setFigure(tokens: readonly Token[], inline: number): void {
  const opening = tokens[inline - 1]
  const closing = tokens[inline + 1]
  const image = onlyImage(tokens[inline])
  if (!image || !closing || opening?.type !== 'paragraph_open' || opening.hidden) return
  opening.tag = 'figure'
  closing.tag = 'figure'
  const title = image.attrGet('title')
  if (!title) return
  image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title')
  closing.meta = { ...closing.meta, caption: title }
}

/** The caption that a figure ends with. */
export function captionOf({ meta }: Token): string | undefined {
  return (meta as { caption?: string } | null)?.caption
}

function onlyImage(inline: Token | undefined): Token | undefined {
  const children = inline?.children ?? []
  if (children.length > mostParts || !children.some(({ type }) => type === 'image')) return undefined
  const parts = children.filter(({ type, content }) => type !== 'text' || content.trim() !== '')
  const [first, second, third] = parts
  if (parts.length === 1) return first
  const isLink = parts.length === 3 && first?.type === 'link_open' && third?.type === 'link_close'
  return isLink && second?.type === 'image' ? second : undefined
}

/** An image, the link around it, and the empty texts that markdown-it leaves around both. */
const mostParts = 7
