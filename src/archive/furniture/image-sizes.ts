import { imageSize } from 'image-size'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * A gap in HTML for the size of a file, which is read after every body has been. No text can hold the character that marks it: readers of
 * markdown and of HTML both replace it. A side that is written already is kept.
 */
export function sizeSlot(path: string, width = '', height = ''): string {
  const isWhole = /^\d*$/.test(width) && /^\d*$/.test(height)
  return isWhole && (width === '' || height === '') ? `\0${path} ${width} ${height}\0` : ''
}

/** HTML with its gaps filled, so that nothing moves when a picture is there. */
export function withSizes(html: string, sizes: ReadonlyMap<string, Size>): string {
  if (!html.includes('\0')) return html
  return html.replace(slot, (_, path: string, width: string, height: string) => {
    const size = sizes.get(path)
    if (!size) return ''
    if (width !== '') return ` height="${Math.round((Number(width) * size.height) / size.width)}"`
    if (height !== '') return ` width="${Math.round((Number(height) * size.width) / size.height)}"`
    return ` width="${size.width}" height="${size.height}"`
  })
}

const slot = /\0([^\0 ]*) (\d*) (\d*)\0/g

/** The size that a picture says it has, as a browser shows it; undefined for what is none. */
export function sizeOf(bytes: Uint8Array): Size | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    const sides = [Math.round(width), Math.round(height)] as const
    // From the fifth on, a photograph lies on its side.
    const [across, down] = orientation > 4 ? [sides[1], sides[0]] : sides
    return across > 0 && down > 0 ? { width: across, height: down } : undefined
  } catch {
    return undefined
  }
}
