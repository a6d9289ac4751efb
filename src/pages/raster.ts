/** An outline: x and y of its corners, one after the other, in pixels; y grows downwards. It closes itself. */
export type Polygon = readonly number[]

/** How much of each point outlines cover, from 0 to `levels`, in the smallest rectangle around them. */
export interface Shape {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly shades: Uint8Array
}

/**
 * Outlines that turn the same way are joined where they overlap, and one that turns the other way is a hole. Nothing but sums and products,
 * so that every machine rounds alike.
 */
export function filled(polygons: readonly Polygon[], levels: number): Shape {
  const { left, top, width, height } = boundsOf(polygons)
  // What an edge adds to a point, it adds to all to the right of it: the sums along a row are what is covered.
  const steps = new Float64Array((width + 1) * height)
  for (const corners of polygons) {
    for (let at = 0; at < corners.length; at += 2) {
      const next = (at + 2) % corners.length
      const [x = 0, y = 0, toX = 0, toY = 0] = [
        corners[at],
        corners[at + 1],
        corners[next],
        corners[next + 1],
      ]
      addEdge(steps, width + 1, x - left, y - top, toX - left, toY - top)
    }
  }
  const shades = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    let covered = 0
    for (let column = 0; column < width; column++) {
      covered += steps[row * (width + 1) + column] ?? 0
      shades[row * width + column] = Math.round(Math.min(1, Math.abs(covered)) * levels)
    }
  }
  return { left, top, width, height, shades }
}

/** In each row and column that it passes: how far down it goes there, and how much of the point is to the right of it. */
function addEdge(steps: Float64Array, inRow: number, x: number, y: number, toX: number, toY: number): void {
  if (y === toY) return
  const direction = y < toY ? 1 : -1
  const [upperX, upperY, lowerX, lowerY] = y < toY ? [x, y, toX, toY] : [toX, toY, x, y]
  const slope = (lowerX - upperX) / (lowerY - upperY)
  for (let row = Math.floor(upperY); row < lowerY; row++) {
    const [from, to] = [Math.max(upperY, row), Math.min(lowerY, row + 1)]
    const [one, other] = [upperX + (from - upperY) * slope, upperX + (to - upperY) * slope]
    const [start, end] = one < other ? [one, other] : [other, one]
    for (let column = Math.floor(start); column === Math.floor(start) || column < end; column++) {
      const [first, last] = [Math.max(start, column), Math.min(end, column + 1)]
      const share = end > start ? (last - first) / (end - start) : 1
      const down = direction * (to - from) * share
      const right = column + 1 - (first + last) / 2
      const at = row * inRow + column
      steps[at] = (steps[at] ?? 0) + down * right
      steps[at + 1] = (steps[at + 1] ?? 0) + down * (1 - right)
    }
  }
}

function boundsOf(polygons: readonly Polygon[]): Omit<Shape, 'shades'> {
  const all = polygons.flat()
  if (all.length === 0) return { left: 0, top: 0, width: 0, height: 0 }
  const xs = all.filter((_, at) => at % 2 === 0)
  const ys = all.filter((_, at) => at % 2 === 1)
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  return {
    left,
    top,
    width: Math.floor(Math.max(...xs)) + 1 - left,
    height: Math.floor(Math.max(...ys)) + 1 - top,
  }
}
