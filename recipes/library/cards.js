// cards.js
import { readFileSync, writeFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { compile, fromFolder, packInMemory } from 'citable/compile'
import satori from 'satori'

const archive = fromFolder('archive')
const font = readFileSync(
  'node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff',
)
const fonts = [{ name: 'Source Serif 4', data: font }]
const style = {
  width: '100%',
  height: '100%',
  padding: 80,
  alignItems: 'center',
  background: '#fffefb',
  borderTop: '24px solid #1d5a96',
  fontSize: 72,
}

/** @param {string} title */
async function draw(title) {
  const svg = await satori(
    { type: 'div', props: { style, children: title } },
    { width: 1200, height: 630, fonts },
  )
  return new Resvg(svg).render().asPng()
}

/** Gives each post in posts/ without an `image` a drawn one. */
const post = /^posts\/([^/]+)\.md$/
const drawn = /^cards\/([^/]+)\.png$/
const withCards = {
  async list() {
    const paths = await archive.list()
    return [
      ...paths,
      ...paths.filter((path) => post.test(path)).map((path) => path.replace(post, 'cards/$1.png')),
    ]
  },
  /** @param {string} path */
  async read(path) {
    const text = String(await archive.read(path.replace(drawn, 'posts/$1.md')))
    if (drawn.test(path)) return draw(/^title: *(.+)$/m.exec(text)?.[1] ?? 'A post')
    if (!post.test(path)) return archive.read(path)
    return /^image:/m.test(text)
      ? text
      : text.replace('---\n', path.replace(post, '---\nimage: /cards/$1.png\n'))
  },
}
const { value: snapshot, diagnostics } = await compile(withCards, { baseUrl: 'https://example.org' })
for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
if (!snapshot) process.exit(1)
writeFileSync('with-cards.bin', packInMemory(snapshot))
