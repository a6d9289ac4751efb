// `npm run docs:site` publishes the docs of this repository as an archive, with the handbook theme: what Citable says of itself is
// read, searched and cited as anything it publishes.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, fromMemory } from '../dist/compile.js'
import { handbook } from '../recipes/themes/handbook.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [out = 'docs-site', baseUrl] = process.argv.slice(2)

const settings = `title: Citable
description: Markdown as an archive that programs and agents can read and cite.
author: The Citable editors
posts: [docs/**/*.md, bench/*.md]
pages: [pages/*.md]
files: [.]
`
/** What stays in the repository. */
const elsewhere =
  /\[([^\]]+)\]\((?:[\w./]*(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|[./]*archive\/[^)]*|LICENSE)\)/g

/** In reading order. @type {Record<string, readonly string[]>} */
const chapters = {
  Guides: ['PUBLISHING', 'THEMES', 'LIBRARY', 'DEPLOY', 'SCALE', 'REFERENCE'].map(
    (name) => `docs/${name}.md`,
  ),
  Design: ['docs/DESIGN.md', ...below('docs/decisions').filter((path) => /\/\d/.test(path))],
  Measurements: below('bench').filter((path) => path.endsWith('.md')),
}
/** Numbered throughout, for the order of the chapters. */
const inOrder = Object.entries(chapters).flatMap(([series, paths]) => paths.map((path) => ({ series, path })))
const posts = inOrder.map(({ series, path }, at) => [path, asPost(path, series, at + 1)])
const pictures = below('docs/images').map((path) => [path, readFileSync(path)])
const { value: written, diagnostics } = await build(
  fromMemory({
    'archive.yaml': settings,
    // Its links are from the top of the repository.
    'pages/index.md': textOf('README.md').replaceAll(/\]\((?=\w+[/.])(?!https?:)/g, '](../'),
    ...Object.fromEntries([...posts, ...pictures]),
  }),
  { out, baseUrl, theme: handbook },
)
for (const { path, line, severity, message } of diagnostics)
  if (severity !== 'note') console.error(`${path}:${line} ${severity}: ${message}`)
if (!written) process.exit(1)
console.log(`${written.files} files in ${written.out}`)

/** Every file in a folder, as the archive names it. @param {string} folder */
function below(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => `${folder}/${name}`)
}

/** @param {string} path */
function textOf(path) {
  return readFileSync(path, 'utf8').replaceAll(elsewhere, '$1')
}

/** A decision has its date on its third line; the other pages have none. @param {string} path @param {string} series @param {number} number */
function asPost(path, series, number) {
  const text = textOf(path)
  const [, date] = /^# .*\n\n(\d{4}-\d\d-\d\d)\n/.exec(text) ?? []
  const matter = [`series: ${series}`, `seriesNumber: ${number}`, ...(date ? [`published: ${date}`] : [])]
  return `---\n${matter.join('\n')}\n---\n\n${text}`
}
