/** @import { Random } from './random.mjs' */
/** @typedef {[name: string, value: string]} Field */

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

const hosts = [
  ...[
    'localhost',
    'localhost:',
    'example.net:80',
    '[::1]:3000',
    'EXAMPLE.net',
    'a.b.c.d.',
    '',
    ' ',
    'a,b',
    'a b',
    'a/b',
    'a@b',
  ],
  ...[
    'user:pw@h',
    '[::1',
    ':80',
    'h:port',
    'h:99999999',
    '%41',
    '%zz',
    '"h"',
    '<h>',
    'caf\u00e9',
    'h?x',
    'h#x',
    '\\',
    '..',
    '*',
  ],
]

/**
 * @type {readonly (readonly [share: number, name: string, value: (random: Random, etags: readonly string[]) => string])[]}
 */
const optional = [
  [0.45, 'Accept', accept],
  [0.45, 'Accept-Encoding', acceptEncoding],
  [0.2, 'If-None-Match', entityTags],
  [0.06, 'If-Match', entityTags],
  [0.04, 'If-Modified-Since', (random) => random.pick(dates)],
  [0.03, 'If-Unmodified-Since', (random) => random.pick(dates)],
  [0.05, 'Range', (random) => random.pick(ranges)],
  [0.02, 'If-Range', entityTags],
  [
    0.03,
    'Expect',
    (random) => random.pick(['100-continue', '100-Continue', '100-continue, x', '200-ok', '', 'x="y"']),
  ],
  [0.08, 'Connection', (random) => random.pick(connections)],
  [0.03, 'Upgrade', (random) => random.pick(['h2c', 'websocket', 'TLS/1.0', 'x'])],
  [
    0.05,
    'Origin',
    (random) => random.pick(['null', 'https://example.net', 'http://localhost:1', '*', 'x', '']),
  ],
  [0.03, 'Access-Control-Request-Method', (random) => random.pick(['GET', 'POST', 'PUT', ''])],
  [
    0.04,
    'Content-Type',
    (random) => random.pick(['application/json', 'text/plain', 'application/json; charset=latin1', 'x']),
  ],
  [
    0.06,
    'User-Agent',
    (random) => random.pick(['fuzz', 'curl/8', 'Mozilla/5.0 (compatible; bot/1.0)', '', '\u00ff']),
  ],
  [0.03, 'Cookie', (random) => 'a=b; '.repeat(1 + random.below(200))],
  [0.02, 'X-Forwarded-Host', (random) => random.pick(hosts)],
  [0.02, 'X-HTTP-Method-Override', (random) => random.pick(['DELETE', 'PUT', 'GET'])],
  [0.02, 'TE', (random) => random.pick(['trailers', 'gzip', ''])],
  [0.02, 'Keep-Alive', (random) => random.pick(['timeout=0', 'max=1', 'x'])],
  [0.02, '__proto__', () => 'x'],
  [0.02, 'constructor', () => 'x'],
  [
    0.04,
    'X-Odd',
    (random) =>
      random.pick(['', '\u00e9\u00ff', '"', '\\', ',,,,', 'a'.repeat(2000), '%00', '{"a":1}', "' or 1=1"]),
  ],
]

const types = [
  'text/html',
  'text/markdown',
  'application/json',
  'text/*',
  '*/*',
  'image/png',
  'application/xml',
  'TEXT/Markdown',
]
const oddRanges = [
  '',
  ',',
  ';',
  '*',
  'text',
  '/',
  'text/',
  '/html',
  '*/json',
  'text/html/x',
  '"',
  'a"b',
  'text/html;a="b,c"',
  '\\',
]
const encodings = [
  'gzip',
  'br',
  'zstd',
  'identity',
  '*',
  'deflate',
  'x-gzip',
  'GZIP',
  'compress',
  '',
  ',',
  ';q=1',
  'gzip br',
  '"',
]
const weights = [
  '',
  '',
  '',
  ';q=0',
  ';q=1',
  ';q=0.5',
  ';Q=0.001',
  '; q=0.8',
  ';q=',
  ';q=abc',
  ';q=-1',
  ';q=1.5',
  ';q=0.1234',
  ';v=1;q=0.3',
]
const tags = ['*', 'W/"x"', '"x"', '""', 'x', '"', 'W/', 'w/"x"', '"a,b"', '"a" "b"', ',', '"\u00e9"']
const dates = [
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 2100 23:59:59 GMT',
  '2026',
  'yesterday',
  '0',
  '',
  'Sunday, 06-Nov-94 08:49:37 GMT',
]
const ranges = [
  'bytes=0-0',
  'bytes=0-',
  'bytes=-1',
  'bytes=9-1',
  'bytes=0-0,2-3',
  'bytes=99999999-',
  'items=0-1',
  'bytes=',
  'x',
]
const connections = [
  'close',
  'keep-alive',
  'Close',
  'upgrade',
  'keep-alive, close',
  'x',
  '',
  'Host',
  'close, Accept',
  'Upgrade, HTTP2-Settings',
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
