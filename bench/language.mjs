// Archives in a language that has no meaning, but the frequencies and lengths of words that languages have.

export function* archive(
  /** @type {number} */ count,
  /** @type {() => number} */ zipf,
  /** @type {() => number} */ random,
) {
  const words = (/** @type {number} */ length) => Array.from({ length }, () => word(zipf())).join(' ')
  for (let number = 0; number < count; number++) {
    const units = []
    for (let section = 0; section < 5; section++) {
      const anchor = `section-${section}`
      units.push({ kind: 'heading', text: words(4), anchor })
      for (let left = 196; left > 0; left -= 18) {
        units.push({
          kind: 'prose',
          text: `${words(Math.min(left, 8 + Math.floor(random() * 20)))}.`,
          anchor,
        })
      }
    }
    yield { title: words(6), tags: [words(1), words(1)], summary: [words(18)], units }
  }
}

/** Ranks of a vocabulary as a language draws them: the n-th with a chance of 1/n, never one of the first `least`. */
export function zipfian(/** @type {number} */ size, /** @type {() => number} */ random) {
  const sums = new Float64Array(size)
  for (let rank = 0, sum = 0; rank < size; rank++) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return (least = 0) => {
    const from = least > 0 ? (sums[least - 1] ?? 0) : 0
    const wanted = from + random() * ((sums[size - 1] ?? 0) - from)
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A word for each rank, shorter for the frequent, as in a language. */
export function word(/** @type {number} */ rank) {
  const syllables = [
    'ba',
    'ke',
    'lo',
    'mi',
    'nu',
    'pra',
    'ste',
    'vo',
    'ril',
    'zun',
    'tha',
    'gor',
    'fe',
    'dim',
    'cho',
    'wa',
  ]
  let text = ''
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / 16)) text += syllables[rest % 16]
  return text
}

export function generator(/** @type {number} */ seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
