// What a post says by other means than Citable's: its front matter by the libraries alone, its body by GitHub's own renderer.
import { spawnSync } from 'node:child_process'
import { parseFragment } from 'parse5'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

/** @typedef {Record<string, any>} Matter */
/** @typedef {{ images: string[], links: number, tables: number, footnotes: number, words: string[], text: string }} Shown */

/** @param {string} source @returns {{ matter: Matter, body: string }} */
export function split(source) {
  const text = source.replace(/^\uFEFF?\s*/, '').replace(/\r\n?/g, '\n')
  const [lines = ''] = /^(?:<!--\s*)?(?:\.\. \w+:.*\n)+(?:-->)?/.exec(text) ?? []
  if (lines !== '') {
    const pairs = lines.matchAll(/^\.\. (\w+): *(.*?) *$/gm)
    return {
      matter: Object.fromEntries(Array.from(pairs, ([, key, value]) => [key, value])),
      body: text.slice(lines.length),
    }
  }
  const [whole = '', mark = '', inner = ''] =
    /^(---|\+\+\+)(?:js)?[ \t]*\n([\s\S]*?)^\1[ \t]*(?:\n|$)/m.exec(text) ?? []
  if (whole === '' || !text.startsWith(whole)) return { matter: {}, body: text }
  return { matter: matterOf(whole, mark, inner), body: text.slice(whole.length) }
}

/** @param {string} whole @param {string} mark @param {string} inner @returns {Matter} */
function matterOf(whole, mark, inner) {
  if (mark === '+++') return parseToml(inner)
  if (whole.startsWith('---js'))
    return Object.fromEntries(
      Array.from(inner.matchAll(/^const (\w+) = (.*?);?$/gm), ([, key = '', value = '']) => [
        key,
        parseYaml(value),
      ]),
    )
  const options = { uniqueKeys: false, logLevel: /** @type {const} */ ('error') }
  try {
    return parseYaml(inner, options) ?? {}
  } catch {
    // Other readers of YAML take a quoted text that goes on in lines that are not indented.
    return parseYaml(inner.replace(/^(?![\w-]+:|\s|- |#)/gm, '  '), options) ?? {}
  }
}

/** @param {string} markdown */
export function reference(markdown) {
  const extensions = ['table', 'strikethrough', 'autolink', 'tasklist', 'footnotes'].flatMap((name) => [
    '-e',
    name,
  ])
  const { stdout, status, error } = spawnSync('cmark-gfm', [...extensions, '--unsafe'], {
    input: markdown,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0)
    throw new Error('cmark-gfm does not run: install it (Debian: cmark-gfm)', { cause: error })
  return stdout
}

/**
 * What a reader of HTML meets. What never shows is left out: it is no loss.
 * @param {string} html
 * @param {(src: string) => boolean} isThere whether an image can be loaded
 * @returns {Shown}
 */
export function shown(html, isThere = () => true) {
  /** @type {Shown} */
  const found = { images: [], links: 0, tables: 0, footnotes: 0, words: [], text: '' }
  /** @type {string[]} */
  const all = []
  /** @type {string[]} */
  const prose = []
  visit(parseFragment(html, { scriptingEnabled: false }), false, false)
  found.words =
    all
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  found.text = prose.join('')
  return found

  /** @param {any} node @param {boolean} inCode @param {boolean} inNotes */
  function visit(node, inCode, inNotes) {
    const { nodeName: name, attrs = [], childNodes = [] } = node
    if (name === '#text') {
      all.push(node.value)
      prose.push(inCode ? '\n' : node.value)
    }
    if (name === 'script' || name === 'style' || name === 'annotation') return
    const attr = (/** @type {string} */ key) =>
      attrs.find((/** @type {any} */ one) => one.name === key)?.value
    const classes = attr('class') ?? ''
    if (name === 'img' && isThere(attr('src') ?? '')) found.images.push(fileOf(attr('src') ?? ''))
    if (
      name === 'a' &&
      attr('href') !== undefined &&
      !/footnote|anchor/.test(classes) &&
      !/^#fn/.test(attr('href'))
    )
      found.links++
    if (name === 'table') found.tables++
    if (name === 'li' && inNotes && /^fn/.test(attr('id') ?? '')) found.footnotes++
    const code = inCode || name === 'code' || name === 'pre' || name === 'math' || name === 'kbd'
    const notes = inNotes || (name === 'section' && /footnotes/.test(classes))
    for (const child of childNodes) visit(child, code, notes)
    // A word does not go on from one block to the next.
    if (!/^(?:a|abbr|b|code|del|em|i|mark|s|small|span|strong|sub|sup|u|#text)$/.test(name)) {
      all.push(' ')
      prose.push('\n')
    }
  }
}

/** An image is known by its file: where it lies is for Citable to say. @param {string} src */
export function fileOf(src) {
  const last =
    src
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** How many of the first list the second has too. @param {readonly string[]} wanted @param {readonly string[]} had */
export function kept(wanted, had) {
  const left = new Map()
  for (const one of had) left.set(one, (left.get(one) ?? 0) + 1)
  return wanted.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count > 0
  }).length
}
