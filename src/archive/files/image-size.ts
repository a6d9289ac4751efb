import { imageSize } from 'image-size'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

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
