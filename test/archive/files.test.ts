import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { safeSvg } from '../../src/archive/files/svg.ts'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { postImage } from '../../src/representations/site.ts'
import { build, found, post, versionOf } from './build.ts'

const utf8 = new TextEncoder()
const number = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 255)
const ascii = (text: string) => [...utf8.encode(text)]
const box = (name: string, ...content: number[]) => [
  ...number(content.length + 8, 4),
  ...ascii(name),
  ...content,
]

const jpegStart = (orientation: number) => [
  ...[0xff, 0xd8, 0xff, 0xe1, ...number(34, 2), ...ascii('Exif\0\0MM'), ...number(42, 2), ...number(8, 4)],
  ...[
    ...number(1, 2),
    ...number(0x112, 2),
    ...number(3, 2),
    ...number(1, 4),
    ...number(orientation, 2),
    0,
    0,
  ],
  ...number(0, 4),
]
const jpegFrame = [
  ...[0xff, 0xc0, ...number(17, 2), 8, ...number(3, 2), ...number(4, 2), 3, 1, 17, 0, 2, 17, 0, 3, 17, 0],
  ...Array<number>(32).fill(0),
]

/** The header of a 4×3 px image in each format. */
const pictures: Readonly<Record<string, readonly number[]>> = {
  'a.png': [
    ...[0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a, ...number(13, 4)],
    ...[...ascii('IHDR'), ...number(4, 4), ...number(3, 4), 8, 6, 0, 0, 0],
  ],
  'a.gif': [...ascii('GIF89a'), 4, 0, 3, 0, 0, 0, 0],
  'a.jpg': [...jpegStart(1), ...jpegFrame],
  'a.webp': [
    ...[...ascii('RIFF'), 22, 0, 0, 0, ...ascii('WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0],
    ...[3, 0, 0, 2, 0, 0],
  ],
  'a.avif': [
    ...box('ftyp', ...ascii('avif'), ...number(0, 4), ...ascii('avif')),
    ...box(
      'meta',
      ...number(0, 4),
      ...box('iprp', ...box('ipco', ...box('ispe', ...number(0, 4), ...number(4, 4), ...number(3, 4)))),
    ),
  ],
  'a.svg': ascii('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4"/></svg>'),
}

const show = async (body: string, files: Readonly<Record<string, Uint8Array | string>>, front = '') =>
  found((await build({ 'posts/week-01.md': post(body, front), ...files })).posts[0])

describe('images have a width and height', () => {
  test.each(Object.entries(pictures))('%s', async (name, bytes) => {
    const { html } = await show(`![A](../assets/${name})`, { [`assets/${name}`]: Uint8Array.from(bytes) })
    const src = versionOf(`/assets/${name}`, Uint8Array.from(bytes))
    expect(html).toBe(`<figure><img src="${src}" alt="A" width="4" height="3"></figure>`)
  })

  test('a rotated photo has its displayed size', async () => {
    const bytes = Uint8Array.from([...jpegStart(6), ...jpegFrame])
    const { html } = await show('![A](../assets/a.jpg)', { 'assets/a.jpg': bytes })
    expect(html).toContain('width="3" height="4"')
  })

  const png = { 'assets/a.png': Uint8Array.from(pictures['a.png'] ?? []) }

  test('an image in HTML keeps the width or height that its author set', async () => {
    const shown = async (written: string) =>
      (await show(`Text.\n\n<img src="../assets/a.png"${written}>`, png)).html
    const src = versionOf('/assets/a.png', png['assets/a.png'])
    expect(await shown('')).toContain(`<img src="${src}" width="4" height="3">`)
    expect(await shown(' width="400"')).toContain(`<img src="${src}" width="400" height="300">`)
    expect(await shown(' height="30"')).toContain(`<img src="${src}" height="30" width="40">`)
    expect(await shown(' width="8" height="8"')).toContain(`<img src="${src}" width="8" height="8">`)
    expect(await shown(' width="50%"')).toContain(`<img src="${src}" width="50%">`)
  })

  test('a cover image has its size', async () => {
    const archive = await build({ ...png, 'posts/a.md': post('Text.', 'image: ../assets/a.png\n') })
    expect(postImage(found(archive.posts[0]), archive)?.size).toEqual({ width: 4, height: 3 })
  })

  test('a cover can be a path from the site root without a leading slash', async () => {
    const { posts } = await build({
      'hugo.toml': '[permalinks]\nblog = "/blog/:year/:slug/"\n',
      'archive.yaml': 'generator: hugo\nposts: content/blog/**/*.md\noldUrls: "/blog/{year}/{slug}/"\n',
      'content/blog/2021-a/index.md': `---\nslug: a\ndate: 2021-02-03\ntwitterImg: blog/2021/a/a.png\n---\n\nText.\n`,
      'content/blog/2021-a/a.png': Uint8Array.of(1, 2, 3),
    })
    expect(found(posts[0]).image?.url).toMatch(/\/blog\/2021-a\/a\.png$/)
  })

  test('an image of unknown size has none', async () => {
    const files = { 'assets/a.png': Uint8Array.of(1, 2, 3) }
    const src = versionOf('/assets/a.png', Uint8Array.of(1, 2, 3))
    const { posts } = await build({
      'posts/week-01.md': post(
        '![A](../assets/a.png) ![B](https://example.net/b.png)\n\n\0 ![C](../assets/a.png)',
      ),
      ...files,
    })
    expect(found(posts[0]).html).toBe(
      `<p><img src="${src}" alt="A"> <img src="https://example.net/b.png" alt="B" loading="lazy" decoding="async"></p>\n` +
        `<p>\ufffd <img src="${src}" alt="C" loading="lazy" decoding="async"></p>`,
    )
  })
})

const svg = (inside: string, more = '') => `<svg xmlns="http://www.w3.org/2000/svg"${more}>${inside}</svg>`

const cleaned = (inside: string, left: string, ...told: string[]) =>
  [svg(inside), svg(left), ...told] as const

/** An SVG, its sanitized form, and what is removed. */
const drawings: Readonly<Record<string, readonly [source: string, text: string, ...removed: string[]]>> = {
  'a script': cleaned('<script>x()</script><g/>', '<g/>', '<script>'),
  'a script within CDATA': cleaned('<script><![CDATA[a<b]]></script>', '', '<script>'),
  'a script by another name': [
    svg('<s:script/><s:g/>', ' xmlns:s="http://www.w3.org/2000/svg"'),
    svg('<s:g/>', ' xmlns:s="http://www.w3.org/2000/svg"'),
    '<s:script>',
  ],
  'HTML by a prefix that is redefined elsewhere': [
    svg('<g xmlns:h="urn:x"/><h:img/>', ' xmlns:h="http://www.w3.org/1999/xhtml"'),
    svg('<g/>'),
    '<h:img>',
  ],
  'HTML by its namespace': cleaned('<title xmlns="http://www.w3.org/1999/xhtml">a</title>', '', '<title>'),
  'a foreign object, reported once': cleaned(
    '<foreignObject><div onclick="x()"><script/></div></foreignObject>',
    '',
    '<foreignObject>',
  ),
  'an event handler': [svg('<g/>', ' onload="x()"'), svg('<g/>'), 'The attribute onload of <svg>'],
  'a javascript: link': cleaned(
    '<a href="java&#115;cript:x()"><g/></a>',
    '<a><g/></a>',
    'The attribute href of <a>',
  ),
  'a javascript: link after whitespace': cleaned(
    `<a href="${' '.repeat(100_000)}javascript:x()"/><a href="java&#10;script&#x3a;x()"/>`,
    '<a/><a/>',
    'The attribute href of <a>',
    'The attribute href of <a>',
  ),
  'an animation of an event handler, and of an unknown attribute': cleaned(
    '<set attributeName="onload" to="x()"/><animate attributeName=" href"/><animate attributeName="r"/>',
    '<animate attributeName="r"/>',
    '<set>',
    '<animate>',
  ),
  'unknown attributes': cleaned(
    '<g formaction="a" ping="b" id="c" xml:base="d" data-e="f" aria-label="g"/>',
    '<g id="c" data-e="f" aria-label="g"/>',
    'The attribute formaction of <g>',
    'The attribute ping of <g>',
    'The attribute xml:base of <g>',
  ),
  'editor metadata, silently': [
    `<?xml version="1.0"?><!-- b -->${svg('<i:a><i:b/>c</i:a><g i:d="e"/>', ' xmlns:i="urn:i" i:f="g"')}`,
    svg('<g/>'),
  ],
  'an animation of an href': cleaned(
    '<a><set attributeName="xlink:href" to="javascript:x()"/></a>',
    '<a></a>',
    '<set>',
  ),
  'an external image': [
    svg('<image xlink:href="https://example.net/a.png"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    svg('<image/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    'The attribute xlink:href of <image>',
  ],
  'an external use': cleaned('<use href="other.svg#a"/>', '<use/>', 'The attribute href of <use>'),
  'an external fill': cleaned(
    '<path fill="url(https://example.net/#a)"/>',
    '<path/>',
    'The attribute fill of <path>',
  ),
  'an external stylesheet import': cleaned(
    '<style>@import "https://example.net/a.css"; .a { fill: url(//b); stroke: url(#c) }</style>',
    '<style> .a { fill: ; stroke: url(#c) }</style>',
    'A style that loads other files',
  ),
  'a style with an obfuscated load': cleaned(
    '<style>.a { fill: \\75rl(//b) }</style>',
    '<style></style>',
    'A style that loads other files',
  ),
  'a load in a style attribute': cleaned(
    '<g style="fill:u&#x72;l(//b)"/><g style="fill:\\75rl(//b)"/><g fill="uurl(x)rl(//b)"/>',
    '<g/><g/><g/>',
    'The attribute style of <g>',
    'The attribute style of <g>',
    'The attribute fill of <g>',
  ),
  ...Object.fromEntries(
    [
      '@im<!-- -->port "https://example.net/a.css";',
      '@im<?a?>port "https://example.net/a.css";',
      '@im<![CDATA[port]]> "https://example.net/a.css";',
      '@im&#112;ort "https://example.net/a.css";',
    ].map((css) => [
      `an import in pieces: ${css}`,
      cleaned(`<style>a{}${css}</style>`, '<style>a{}</style>', 'A style that loads other files'),
    ]),
  ),
  ...Object.fromEntries(
    [
      '@im<title/>port "https://example.net/a.css";',
      '@im<title>a</title>port "https://example.net/a.css";',
      '@im@import x;port "https://example.net/a.css";',
      '.a { fill: uurl(x)rl(https://example.net/a) }',
      '.a { fill: image-set("//b" 1x) }',
      '.a { fill: -webkit-image-set("//b" 1x) }',
      '.a { fill: src("//b") }',
      '.a { fill: u\\72 l(//b) }',
      '.a { fill: u\\000072\r\nl(//b) }',
      '@\\69mport "https://example.net/a.css";',
      '@i\\mport "https://example.net/a.css";',
      '.a { fill: \\69mage-set("//b" 1x) }',
      '/*\\*/.a { fill: url(//b) }',
    ].map((css) => [
      `what is left would load: ${css}`,
      cleaned(`<style>${css}</style>`, '<style></style>', 'A style that loads other files'),
    ]),
  ),
  'a style with XML markup': cleaned(
    '<style><![CDATA[a > b{}@import "c";]]>d &gt; e{}</style>',
    '<style>a &gt; b{}d &gt; e{}</style>',
    'A style that loads other files',
  ),
  'an xml-stylesheet instruction': [
    `<?xml-stylesheet href="a.css"?>${svg('')}`,
    svg(''),
    'An external stylesheet',
  ],
}

/** Safe SVG, which is unchanged. */
const harmless = [
  svg('<g id="a"/><use href="#a"/><path fill="url(#b)" style="stroke:url(#c);fill:red"/>'),
  svg('<image href="data:image/png;base64,AA=="/><a href="https://example.net/">b</a>'),
  svg(
    '<style>.a { font-family: "B"; src: url(data:font/woff2;base64,AA) }</style><text class="a">c &amp; d</text>',
  ),
  svg(
    '<text xml:space="preserve">a &amp;lt; b\t\n</text><path d="M0 0&#10;h1" aria-label="&quot;&amp;lt;"/>\n',
  ),
  svg('<style>.\\32 49{fill:red}.a\\:b{fill:url(#c)}</style>'),
  svg('<style>a &gt; b { fill: url(#c) }</style><text aria-label="C:\\d">e</text>'),
  svg('<use xmlns:l="http://www.w3.org/1999/xlink" l:href="#a"/>'),
]

/** Invalid or ambiguous SVG. `‸` marks the reported position. */
const broken: Readonly<Record<string, string>> = {
  'no drawing <‸': 'text data outside of root node',
  [svg('<g>').replace('</svg>', '</svg>‸')]: 'unexpected close tag',
  [svg('</g>‸')]: 'unexpected close tag',
  [svg('<g a=b‸/>')]: 'unquoted attribute value',
  [svg('<g a="1" a="2"/>‸')]: 'duplicate attribute: a',
  [svg('<!-- ').replace('</svg>', '</svg>‸')]: 'unclosed tag: svg',
  [svg('<a href="javascript&colon;‸x()"/>')]: 'undefined entity',
  [svg('<style>.a { fill: url&lpar;‸//b) }</style>')]: 'undefined entity',
  [svg('a & b').replace('</svg>', '</svg>‸')]: 'unclosed tag: svg',
  [svg('<i:g/>‸')]: 'unbound namespace prefix: "i"',
  [svg(`${'<g>'.repeat(255)}‸<g/>`)]: 'it is nested more than 256 deep',
  '\n‸<svg/>': 'the root is not <svg xmlns="http://www.w3.org/2000/svg">',
  '‸<html xmlns="http://www.w3.org/1999/xhtml"/>': 'the root is not <svg xmlns="http://www.w3.org/2000/svg">',
  ...Object.fromEntries(
    [
      '<!DOCTYPE svg [<!ENTITY a SYSTEM "b">]>‸',
      '<!DOCTYPE svg [<!ENTITY a "&#60;script/>">]>‸',
      '<!DOCTYPE svg [<!ENTITY a "b"><!ATTLIST svg onload CDATA "x()">]>‸',
      '<!DOCTYPE svg SYSTEM "><!--" [<!ATTLIST svg onload CDATA "x()">]>‸<!-- -->',
      "<!DOCTYPE svg PUBLIC '>' '><!--' [<!ATTLIST svg onload CDATA 'x()'>]>‸<!-- -->",
    ].map((type) => [`${type}${svg('')}`, 'its DOCTYPE declares more than plain text']),
  ),
}

describe('SVGs are sanitized', () => {
  test.each(Object.entries(drawings))('%s', (_, [source, text, ...removed]) => {
    const safe = safeSvg(source)
    expect(safe.text).toBe(text)
    expect(safe.notes.map(({ message }) => message)).toEqual(removed.map((what) => `${what} is removed.`))
    expect(safeSvg(text), 'what is left is safe').toEqual({ text, notes: [] })
  })

  test.each(harmless)('keeps safe SVG: %s', (source) => {
    expect(safeSvg(source)).toEqual({ text: source, notes: [] })
  })

  test.each(Object.entries(broken))('rejects invalid SVG: %s', (marked, why) => {
    const message = `The SVG is published empty: ${why}.`
    expect(safeSvg(marked.replace('‸', ''))).toEqual({
      text: undefined,
      notes: [{ offset: marked.indexOf('‸'), message }],
    })
  })

  test('removes the DOCTYPE of old programs', () => {
    const type =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    expect(safeSvg(`<?xml version="1.0" encoding="UTF-8"?>\n${type}\n${svg('<g/>')}\n`)).toEqual({
      text: `${svg('<g/>')}\n`,
      notes: [],
    })
  })

  test('the SVGs of the shipped archive are unchanged', () => {
    const folder = new URL('../../archive/assets/', import.meta.url)
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.svg'))) {
      const text = readFileSync(new URL(name, folder), 'utf8')
      expect(safeSvg(text)).toEqual({ text, notes: [] })
    }
  })

  const published = async (bytes: Uint8Array | string) => {
    const files = { 'posts/week-01.md': post('![A](../assets/a.svg)'), 'assets/a.svg': bytes }
    const { value, diagnostics } = await readArchive(fromMemory(files))
    const text = new TextDecoder().decode(value?.assets[0]?.bytes)
    return { text, told: diagnostics.map(({ path, line, rule, message }) => ({ path, line, rule, message })) }
  }

  test('reports removed parts with their line', async () => {
    const { text, told } = await published(svg('\n<script>x()</script>\n'))
    expect(text).toBe(svg('\n\n'))
    expect(told).toEqual([
      { path: 'assets/a.svg', line: 2, rule: 'unsafe-svg', message: '<script> is removed.' },
    ])
  })

  test('reports the first of many equal problems, and their number', async () => {
    const { told } = await published(
      svg('\n<g onclick="a()"/>\n<g onclick="b()"/><g onload="c()"/>\n<g onclick="d()"/>'),
    )
    expect(told.map(({ line, message }) => ({ line, message }))).toEqual([
      { line: 2, message: 'The attribute onclick of <g> is removed, in 3 places.' },
      { line: 3, message: 'The attribute onload of <g> is removed.' },
    ])
  })

  test('publishes an undecodable SVG empty', async () => {
    const { text, told } = await published('<svg')
    expect(text).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(told.map(({ rule }) => rule)).toEqual(['unsafe-svg'])
  })

  test('decodes other encodings and resolves entities', async () => {
    const latin = `<?xml version="1.0" encoding="iso-8859-1"?>\n${svg('<text>\xe9</text>')}`
    const bytes = Uint8Array.from(latin, (character) => character.charCodeAt(0))
    expect(await published(bytes)).toEqual({ text: svg('<text>é</text>'), told: [] })
    const utf16 = Uint8Array.from(Buffer.from(`\ufeff${svg('<text>é</text>')}`, 'utf16le'))
    expect(await published(utf16)).toEqual({ text: svg('<text>é</text>'), told: [] })
    const declared = `<!DOCTYPE svg [\n<!ENTITY ns "http://www.w3.org/2000/svg">\n<!ENTITY x "onload">]>`
    const own = `${declared}<svg xmlns="&ns;"><g/></svg>`
    expect(await published(own)).toEqual({ text: svg('<g/>'), told: [] })
  })
})

test.each(['@/img/a.gif', '~/img/a.gif', '../../../img/a.gif'])(
  'finds an image by its bundler alias: %s',
  async (path) => {
    const { value, diagnostics } = await readArchive(
      fromMemory({
        'astro.config.mjs': '',
        'src/img/a.gif': Uint8Array.from(pictures['a.gif'] ?? []),
        'src/content/blog/one/index.md': `---\ntitle: One\n---\n\nText. ![A picture](${path})\n`,
      }),
    )
    expect(diagnostics.filter(({ rule }) => rule === 'missing-image')).toEqual([])
    expect(value?.assets.map(({ path: published }) => published)).toEqual(['/src/img/a.gif'])
  },
)
