/**
 * A small seeded generator (sfc32). Each request has its own, from the seed and the number of the request, so that any
 * request can be reproduced alone.
 */

/**
 * @typedef {object} Random
 * @property {(limit: number) => number} below A whole number from 0 up to the limit, exclusive.
 * @property {(share: number) => boolean} chance
 * @property {<Item>(items: readonly Item[]) => Item} pick
 * @property {<Item>(rows: readonly (readonly [number, Item])[]) => Item} weighted Rows of weight and item.
 * @property {<Item>(items: Item[]) => Item[]} shuffle In place.
 */

/** @param {number} seed @param {number} index @returns {Random} */
export function randomFor(seed, index) {
  let a = seed | 0
  let b = index | 0
  let c = 0x9e3779b9 | 0
  let counter = 1

  function next() {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  // Similar seeds start out similar; a dozen rounds separate them.
  for (let i = 0; i < 12; i++) next()

  const below = (/** @type {number} */ limit) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => at(items, below(items.length)),
    weighted(rows) {
      let left = next() * rows.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, item] of rows) {
        left -= weight
        if (left < 0) return item
      }
      return at(rows, rows.length - 1)[1]
    },
    shuffle(items) {
      for (let i = items.length - 1; i > 0; i--) {
        const other = below(i + 1)
        const swapped = at(items, i)
        items[i] = at(items, other)
        items[other] = swapped
      }
      return items
    },
  }
}

/** @template Item @param {readonly Item[]} items @param {number} index @returns {Item} */
function at(items, index) {
  return /** @type {Item} */ (items[index])
}
