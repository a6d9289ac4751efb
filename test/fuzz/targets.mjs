import { words } from './world.mjs'

/** @import { Random } from './random.mjs' */

const { queries, authorities, lone, oddSegments } = words.targets
const searches = [...words.targets.searches, `q=${'word+'.repeat(300)}`, `q=${'%22'.repeat(2000)}`]

/**
 * A request target: a known path, a similar one, or a malicious one.
 * @param {Random} random @param {string} known @returns {string}
 */
export function target(random, known) {
  return random.weighted([
    [60, () => known],
    [6, () => known + random.pick(queries)],
    [6, () => encodeSome(random, known)],
    [6, () => dots(random, known)],
    [4, () => slashes(random, known)],
    [5, () => typo(random, known)],
    [
      4,
      () =>
        `${random.pick(['http://', 'https://', 'HTTP://', 'ftp://', 'http:'])}${random.pick(authorities)}${known}`,
    ],
    [4, () => `/search${random.pick(['', '.md', '/'])}?${random.pick(searches)}`],
    [3, () => random.pick(lone)],
    [5, () => `/api/${random.pick(oddSegments)}${random.chance(0.5) ? '.json' : ''}`],
    [5, () => `/api/v1/posts/${random.pick(oddSegments)}.json`],
    [4, () => `/posts/${random.pick(oddSegments)}${random.pick(['', '.md', '.json', '/'])}`],
    [3, () => `/${random.pick(oddSegments)}`],
    [2, () => `/${'a'.repeat(random.pick([300, 7998, 7999, 8000, 8001, 12_000, 16_384, 40_000]))}`],
    [2, () => `${known}?${'q=1&'.repeat(random.pick([100, 1990, 2100, 5000]))}`],
  ])()
}

/** @param {Random} random @param {string} path */
function encodeSome(random, path) {
  const hex = (/** @type {string} */ one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`
  return path.replace(/./g, (one) =>
    random.chance(0.2) ? (random.chance(0.5) ? hex(one) : hex(one).toUpperCase()) : one,
  )
}

/** @param {Random} random @param {string} path */
function dots(random, path) {
  const dot = random.pick(['/.', '/..', '/%2e%2e', '/.%2E', '/...', '/..;', '/..\\', '/%252e%252e'])
  const at = path.lastIndexOf('/')
  return random.pick([
    `${dot}${path}`,
    `${path}${dot}`,
    `${path.slice(0, at)}${dot}${path.slice(at)}`,
    `/x${dot}${path}`,
  ])
}

/** @param {Random} random @param {string} path */
function slashes(random, path) {
  return random.pick([
    `/${path}`,
    `${path}/`,
    `${path}//`,
    path.replaceAll('/', '//'),
    path.replaceAll('/', '\\'),
    path.slice(1),
  ])
}

/** @param {Random} random @param {string} path */
function typo(random, path) {
  const at = 1 + random.below(path.length)
  const letter = random.pick([...'abz019-._~!$&()*+,;=:@"<>[]{}|^` \t'])
  return random.pick([
    path.slice(0, at) + letter + path.slice(at),
    path.slice(0, at) + path.slice(at + 1),
    path.slice(0, at),
    path.toUpperCase(),
  ])
}
