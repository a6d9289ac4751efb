/** Whether an id matches a pattern that `isIdPattern` accepts. No id is longer than 200 characters. */
export function idMatcher(pattern: string): (id: string) => boolean {
  if (!isIdPattern(pattern)) throw new Error(`Not a pattern of ids: ${pattern}`)
  const expression = new RegExp(pattern, 'u')
  return (id) => id.length <= longestId && expression.test(id)
}

/**
 * Characters, classes, groups, alternatives and quantifiers between `^` and `$`: what ids need, and no more. JavaScript tries one way through a
 * pattern after another, and `^(a+)+$` has 2ⁿ of them; so what may be repeated in more than one way is refused, and few choices are left.
 */
export function isIdPattern(text: string): boolean {
  const isAnchored = text.length <= longestPattern && text.startsWith('^') && text.endsWith('$')
  const tokens = isAnchored && isRegExp(text) ? tokensOf(text.slice(1, -1)) : undefined
  if (!tokens) return false
  const opened: number[] = []
  let group: readonly string[] = []
  let choices = 0
  for (const [at, token] of tokens.entries()) {
    if (token.startsWith('(')) opened.push(at + 1)
    else if (token === ')') group = tokens.slice(opened.pop(), at)
    else if (token === '|' && opened.length === 0) return false
    else if (isQuantifier(token)) {
      if (tokens[at - 1] === ')' && !repeatsInOneWay(group)) return false
      if ((token.match(/\d+/g) ?? []).some((count) => Number(count) > longestId)) return false
      if (!/^\{\d+\}/.test(token)) choices++
    }
  }
  return choices <= mostChoices
}

const longestPattern = 256
const longestId = 200
/** Each may take what the next one could, so one more costs the longest id some fifty times as much. */
const mostChoices = 4

/** Without choices of its own; or each time after a sign that nothing else in it matches, as in `(-[a-z]+)*`. */
function repeatsInOneWay(group: readonly string[]): boolean {
  if (!group.some((token) => token === '|' || isQuantifier(token))) return true
  const [sign = '', ...rest] = group
  return (
    /^[^\\()[.]$/u.test(sign) &&
    !isQuantifier(rest[0] ?? '') &&
    rest.every(
      (token) => /^[()]/.test(token) || isQuantifier(token) || (token !== '|' && !matches(token, sign)),
    )
  )
}

function matches(token: string, character: string): boolean {
  return new RegExp(`^${token}$`, 'u').test(character)
}

function isQuantifier(token: string): boolean {
  return /^[?*+{]/.test(token)
}

const tokenPattern =
  /\\[dDwWsS]|\\[^\w\s]|\[(?:\\.|[^\\\]])*\]|\((?:\?:|(?!\?))|\)|\||(?:[?*+]|\{\d+(?:,\d*)?\})\??|[^\\()[\]{}|?*+^$]/gu

/** Undefined where there is more in it than ids need. */
function tokensOf(text: string): string[] | undefined {
  const tokens = text.match(tokenPattern) ?? []
  return tokens.join('') === text ? tokens : undefined
}

function isRegExp(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
