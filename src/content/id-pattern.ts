/**
 * Whether an id matches a pattern. JavaScript tries one way through a pattern after another, and `^(a+)+$` has 2ⁿ of them. Here
 * all ways are followed at once (Thompson, 1968): a character costs at most one test for each state.
 */
export function idMatcher(pattern: string): (id: string) => boolean {
  const start = readPattern(pattern)
  if (!start) throw new Error(`Not a pattern of ids: ${pattern}`)
  return (id) => {
    let states = reachedFrom([start])
    for (const character of id) {
      const passed = [...states].filter(({ test }) => test?.test(character))
      states = reachedFrom(passed.flatMap(({ next }) => next))
    }
    return states.has(accepted)
  }
}

/** Characters, classes, groups, alternatives and quantifiers between `^` and `$`: what ids need, and no more. */
export function isIdPattern(text: string): boolean {
  return readPattern(text) !== undefined
}

const longestPattern = 256
const mostStates = 1_000

/** A state with a test is left by a character that passes it; one without a test is left at once, in every direction. */
interface State {
  readonly test?: RegExp
  next: readonly State[]
}

const accepted: State = { next: [] }

function reachedFrom(states: Iterable<State>): Set<State> {
  const reached = new Set(states)
  for (const { test, next } of reached) if (!test) for (const state of next) reached.add(state)
  return reached
}

/** A piece of a pattern: how many states it takes, and the one it begins with, given the one after it. */
interface Piece {
  readonly size: number
  readonly before: (next: State) => State
}

function readPattern(pattern: string): State | undefined {
  const isShort = pattern.length <= longestPattern
  if (!isShort || !pattern.startsWith('^') || !pattern.endsWith('$') || !isRegExp(pattern)) return undefined
  const piece = takeApart(pattern.slice(1, -1))
  return piece && piece.size <= mostStates ? piece.before(accepted) : undefined
}

function isRegExp(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const character = /\\[dDwWsS]|\\[^\w\s]|\[(?:\\.|[^\\\]])*\]|[^\\()[\]{}|?*+^$]/uy
const group = /\((?:\?:|(?!\?))/uy
const quantifier = /(?:([?*+])|\{(\d+)(?:(,)(\d*))?\})\??/uy

/** Takes a regular expression apart; undefined where there is more in it than ids need. */
function takeApart(text: string): Piece | undefined {
  let at = 0
  const whole = sequence()
  return at === text.length ? whole : undefined

  function sequence(): Piece {
    const pieces: Piece[] = []
    for (let piece = repeatable(); piece; piece = repeatable()) pieces.push(repeated(piece))
    const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
    return { size, before: (next) => pieces.reduceRight((state, piece) => piece.before(state), next) }
  }

  function repeatable(): Piece | undefined {
    const found = take(character)
    if (found) {
      const test = new RegExp(`^${found[0]}$`, 'u')
      return { size: 1, before: (next) => ({ test, next: [next] }) }
    }
    if (!take(group)) return undefined
    const ways = [sequence()]
    while (take(/\|/y)) ways.push(sequence())
    const size = ways.reduce((sum, way) => sum + way.size, 1)
    return take(/\)/y) && { size, before: (next) => ({ next: ways.map((way) => way.before(next)) }) }
  }

  function repeated(piece: Piece): Piece {
    const found = take(quantifier)
    if (!found) return piece
    const [, sign, least = sign === '+' ? '1' : '0', comma, most = sign === '?' ? '1' : ''] = found
    const isEndless = most === '' && (sign !== undefined || comma !== undefined)
    return repeat(piece, Number(least), isEndless ? Number.POSITIVE_INFINITY : Number(most || least))
  }

  function take(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = at
    const found = token.exec(text)
    if (found) at = token.lastIndex
    return found ?? undefined
  }
}

function repeat(piece: Piece, least: number, most: number): Piece {
  const isEndless = most === Number.POSITIVE_INFINITY
  return {
    size: (isEndless ? least + 1 : most) * (piece.size + 1),
    before(next) {
      let state = next
      if (isEndless) {
        const loop: State = { next: [] }
        loop.next = [piece.before(loop), next]
        state = loop
      }
      for (let n = least; n < most && !isEndless; n++) state = { next: [piece.before(state), next] }
      for (let n = 0; n < least; n++) state = piece.before(state)
      return state
    },
  }
}
