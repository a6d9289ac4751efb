import { words } from './world.mjs'

/** @import { Random } from './random.mjs' */
/** @typedef {[name: string, value: string]} Field */

const {
  hosts,
  types,
  oddRanges,
  encodings,
  weights,
  tags,
  dates,
  ranges,
  connections,
  expectations,
  origins,
  contentTypes,
  userAgents,
} = words.headers

/**
 * All headers except framing. Each is present, repeated or malformed with its own probability.
 * @param {Random} random @param {readonly string[]} etags @returns {Field[]}
 */
export function fields(random, etags) {
  const list = host(random)
  for (const [share, name, value] of optional) {
    while (random.chance(share)) list.push([name, value(random, etags)])
  }
  if (random.chance(0.01))
    list.push(['X-Large', 'x'.repeat(random.pick([8_000, 15_000, 16_384, 17_000, 70_000]))])
  if (random.chance(0.01)) {
    const many = random.pick([90, 99, 100, 101, 1200])
    for (let i = 0; i < many; i++) list.push([`X-${i}`, 'y'])
  }
  if (random.chance(0.3)) random.shuffle(list)
  if (random.chance(0.3)) return list.map(([name, value]) => [recase(random, name), value])
  return list
}

/** @param {Random} random @returns {Field[]} */
function host(random) {
  if (random.chance(0.93)) return [['Host', '127.0.0.1']]
  const one = () => /** @type {Field} */ (['Host', random.pick(hosts)])
  return random.weighted([
    [2, () => []],
    [6, () => [one()]],
    [2, () => [one(), one()]],
  ])()
}

/** @typedef {(random: Random, etags: readonly string[]) => string} MakeValue */

/** @param {readonly string[]} list @returns {MakeValue} */
const from = (list) => (random) => random.pick(list)

/** @type {readonly (readonly [share: number, name: string, value: MakeValue])[]} */
const optional = [
  [0.45, 'Accept', accept],
  [0.45, 'Accept-Encoding', acceptEncoding],
  [0.2, 'If-None-Match', entityTags],
  [0.06, 'If-Match', entityTags],
  [0.04, 'If-Modified-Since', from(dates)],
  [0.03, 'If-Unmodified-Since', from(dates)],
  [0.05, 'Range', from(ranges)],
  [0.02, 'If-Range', entityTags],
  [0.03, 'Expect', from(expectations)],
  [0.08, 'Connection', from(connections)],
  [0.03, 'Upgrade', from(['h2c', 'websocket', 'TLS/1.0', 'x'])],
  [0.05, 'Origin', from(origins)],
  [0.03, 'Access-Control-Request-Method', from(['GET', 'POST', 'PUT', ''])],
  [0.04, 'Content-Type', from(contentTypes)],
  [0.06, 'User-Agent', from(userAgents)],
  [0.03, 'Cookie', (random) => 'a=b; '.repeat(1 + random.below(200))],
  [0.02, 'X-Forwarded-Host', from(hosts)],
  [0.02, 'X-HTTP-Method-Override', from(['DELETE', 'PUT', 'GET'])],
  [0.02, 'TE', from(['trailers', 'gzip', ''])],
  [0.02, 'Keep-Alive', from(['timeout=0', 'max=1', 'x'])],
  [0.02, '__proto__', () => 'x'],
  [0.02, 'constructor', () => 'x'],
  [
    0.04,
    'X-Odd',
    from(['', '\u00e9\u00ff', '"', '\\', ',,,,', 'a'.repeat(2000), '%00', '{"a":1}', "' or 1=1"]),
  ],
]

/** @param {Random} random */
function accept(random) {
  const range = () =>
    (random.chance(0.9) ? random.pick(types) : random.pick(oddRanges)) + random.pick(weights)
  return list(random, range)
}

/** @param {Random} random */
function acceptEncoding(random) {
  return list(random, () => random.pick(encodings) + random.pick(weights))
}

/** @param {Random} random @param {readonly string[]} etags */
function entityTags(random, etags) {
  return list(random, () => {
    if (random.chance(0.4)) return random.pick(tags)
    return (random.chance(0.2) ? 'W/' : '') + random.pick(etags)
  })
}

/** @param {Random} random @param {() => string} element */
function list(random, element) {
  const length = random.chance(0.02) ? 300 : 1 + random.below(4)
  return Array.from({ length }, element).join(random.pick([', ', ',', ' , ', ',,']))
}

/** @param {Random} random @param {string} name */
function recase(random, name) {
  return random.pick([
    name.toLowerCase(),
    name.toUpperCase(),
    name.replace(/./g, (one) => (random.chance(0.5) ? one.toUpperCase() : one)),
  ])
}
