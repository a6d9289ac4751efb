import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import GithubSlugger from 'github-slugger'
import { describe, expect, test } from 'vitest'
import { bareNumbers, identityOf } from '../src/archive/identity.ts'
import { readContent } from '../src/content/read.ts'
import { fromMemory } from '../src/content/source.ts'
import { languageNames } from '../src/markdown/decorate/highlight.ts'
import { type DocsPage, tables, withTables } from '../scripts/docs.ts'
import { styleFor } from '../src/pages/style.ts'
import * as theme from '../src/theme.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const recipes = fileURLToPath(new URL('../recipes', import.meta.url))
const reference = read('docs/REFERENCE.md')

test.each(Object.keys(tables) as DocsPage[])(
  'the generated tables of %s are up to date (run `npm run docs`)',
  async (page) => {
    await expect(withTables(page, read(page))).toMatchFileSnapshot(`../${page}`)
  },
)

test('every recipe is on one page, and every code block is a recipe', () => {
  const pages = ['docs/DEPLOY.md', 'docs/LIBRARY.md', 'docs/THEMES.md'].map(read).join('\n')
  const shown = Array.from(pages.matchAll(/^<!-- generated: (recipes\/.+) -->$/gm), ([, path]) => path)
  const files = readdirSync(recipes, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `recipes/${relative(recipes, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`)
  expect(shown.sort()).toEqual(files.sort())
  expect(pages.match(/^```(?!console|text)\w+$/gm)).toHaveLength(shown.length)
})

describe('links between documents work', () => {
  const pages = readdirSync(new URL('../docs/', import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
  for (const page of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages]) {
    test(page, () => {
      const prose = read(page).replace(/```[\s\S]*?```/g, '')
      for (const [, target = '', anchor] of prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
        const path = target === '' ? `/${page}` : new URL(target, `http://x/${page}`).pathname
        expect(existsSync(new URL(`..${path}`, import.meta.url)), `${page} links to ${target}`).toBe(true)
        if (anchor !== undefined)
          expect(anchorsOf(read(path.slice(1))), `${page} links to ${target}`).toContain(anchor)
      }
    })
  }
})

test.each(['CONTRIBUTING.md', 'README.md', 'docs/DESIGN.md', 'docs/REFERENCE.md', 'bench/RESULTS.md'])(
  'every file and folder that %s mentions exists',
  (document) => {
    // DESIGN.md omits the `src/` of paths.
    const named = read(document).matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|js|mjs|md|yaml|json))?)`/g)
    const paths = new Set(Array.from(named, ([, path = '']) => path))
    const own = [...paths].filter((path) =>
      /^(?:src|packages|test|docs|bench|scripts|tools)\/|\.ts$/.test(path),
    )
    const missing = own.filter((path) => ![`../${path}`, `../src/${path}`].some(exists))
    expect(missing).toEqual([])
    if (document === 'CONTRIBUTING.md') expect(own.length).toBeGreaterThan(15)
  },
)

test('the page on themes names every export of citable/theme, and classes and variables that exist', () => {
  const prose = read('docs/THEMES.md').replace(/```[\s\S]*?```/g, '')
  const namesIn = (text = '') => Array.from(text.matchAll(/`([\w-]+)`/g), ([, name = '']) => name)
  expect(Object.keys(theme).filter((name) => name !== 'Html' && !namesIn(prose).includes(name))).toEqual([])
  const [, table = ''] = prose.split('These classes')[1]?.split('\n\n') ?? []
  const classes = table.split('\n').flatMap((row) => namesIn(row.split('|')[1]))
  expect(classes).toContain('prose')
  const css = styleFor({ accent: '#123456', fonts: [] })('class="prose class="post" class="finder')
  for (const name of classes) expect(css, name).toContain(`.${name}`)
  for (const name of namesIn(prose).filter((one) => one.startsWith('--')))
    expect(css, name).toContain(`${name}:`)
})

test('the README lists the commands of the reference', () => {
  const commandsIn = (page: string) => Array.from(page.matchAll(/^\| `citable (\w+)/gm), ([, name]) => name)
  expect(commandsIn(read('README.md'))).toEqual(commandsIn(reference))
})

test('the deployment guide names the Node that wrangler needs', () => {
  const { engines } = JSON.parse(read('tools/package-lock.json')).packages['node_modules/wrangler']
  const [, major] = /^>=(\d+)\.0\.0$/.exec(engines.node) ?? []
  expect(read('docs/DEPLOY.md')).toContain(`wrangler needs Node ${major} or newer`)
})

test('the reference states the number of highlighted languages', () => {
  expect(reference).toContain(`: ${languageNames.length} of [highlight.js's`)
})

function anchorsOf(page: string): string[] {
  const slugger = new GithubSlugger()
  return Array.from(page.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => slugger.slug(heading))
}

function exists(path: string): boolean {
  return existsSync(new URL(path, import.meta.url))
}

test('the reference lists every placeholder of ids and old URLs', async () => {
  const content = await readContent(fromMemory({ 'posts/one.md': 'Text.' }))
  const [written] = content.posts
  const known = written ? Object.keys(identityOf(written, content).parts) : []
  const [sentence = ''] = /In `ids` and `oldUrls` there may be [^.]*\./.exec(reference) ?? []
  const named = Array.from(sentence.matchAll(/`\{(\w+)\}`/g), ([, name]) => name)
  expect(named.sort()).toEqual([...known, ...Object.keys(bareNumbers)].sort())
})
