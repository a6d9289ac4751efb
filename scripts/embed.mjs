// Style sheets and browser scripts are files of their own; code imports them as text: `import sheet from './page.css?raw'`. The build
// and the tests put in the same bytes, minified. `import grammars from 'highlight.js?grammars'` is a table of its languages, and
// `import scripts from './languages.ts?scripts'` a table of our languages, each a script that exports its `data`.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const ending = '?raw'
const grammarEnding = '?grammars'
const languageEnding = '?scripts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * For each language what else authors call it, the languages within it, and a function that loads its grammar. Grammars longer than 60 KB are left out, and pgsql,
 * which tries a dozen languages on each quoted body.
 */
function grammars() {
  const require = createRequire(import.meta.url)
  const core = require('highlight.js/lib/core')
  const folder = join(root, 'node_modules/highlight.js/lib/languages')
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.js$/.exec(file)?.[1] ?? [])
  const kept = names
    .filter((name) => !['pgsql', 'plaintext'].includes(name))
    .filter((name) => statSync(join(folder, `${name}.js`)).size <= 60_000)
  const rows = kept.map((name) => {
    const path = `highlight.js/lib/languages/${name}`
    const grammar = require(path)(core)
    const embedded = [...new Set(embeddedIn(grammar))].filter((inside) => kept.includes(inside))
    const row = JSON.stringify({ aliases: grammar.aliases ?? [], embedded })
    return `${JSON.stringify(name)}: { ...${row}, load: () => import('${path}') }`
  })
  return `export default { ${rows.join(',\n')} }`
}

/** The sublanguages of a grammar's modes. */
function embeddedIn(/** @type {unknown} */ mode, seen = new Set()) {
  if (typeof mode !== 'object' || mode === null || mode instanceof RegExp || seen.has(mode)) return []
  seen.add(mode)
  /** @type {string[]} */
  const inside = 'subLanguage' in mode ? [mode.subLanguage].flat() : []
  return [...inside, ...Object.values(mode).flatMap((value) => embeddedIn(value, seen))]
}

/** A table of the rows of a module, each as a script without the others. */
function languageScripts(/** @type {string} */ path) {
  const names = [...readFileSync(path, 'utf8').matchAll(/^export const (\w+): LanguageData/gm)]
  const rows = names.map(([, name]) => {
    const contents = `export { ${name} as data } from ${JSON.stringify(path)}`
    return [name, bundled({ stdin: { contents, resolveDir: root } })]
  })
  return `export default ${JSON.stringify(Object.fromEntries(rows))}`
}

/** Markdown and drawings as they are, images in base64; style sheets and scripts minified. */
function embedded(/** @type {string} */ path) {
  if (/\.(?:md|svg)$/.test(path)) return readFileSync(path, 'utf8')
  if (path.endsWith('.png')) return readFileSync(path, 'base64')
  return bundled({ entryPoints: [path] })
}

function bundled(/** @type {import('esbuild').BuildOptions} */ entry) {
  const { outputFiles } = buildSync({
    ...entry,
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  })
  return outputFiles.map(({ text }) => text.trim()).join('')
}

/** @returns {import('esbuild').Plugin} */
export function embedWithEsbuild() {
  return {
    name: 'embed',
    setup(build) {
      build.onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path.slice(0, -ending.length)),
        namespace: 'embed',
      }))
      build.onLoad({ filter: /./, namespace: 'embed' }, ({ path }) => ({
        contents: embedded(path),
        loader: 'text',
      }))
      build.onResolve({ filter: /\?scripts$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path.slice(0, -languageEnding.length)),
        namespace: 'languages',
      }))
      build.onLoad({ filter: /./, namespace: 'languages' }, ({ path }) => ({
        contents: languageScripts(path),
      }))
      build.onResolve({ filter: /\?grammars$/ }, ({ path }) => ({ path, namespace: 'grammars' }))
      build.onLoad({ filter: /./, namespace: 'grammars' }, () => ({ contents: grammars(), resolveDir: root }))
    },
  }
}

/** @returns {import('vitest/config').Plugin} */
export function embedWithVite() {
  return {
    name: 'embed',
    enforce: 'pre',
    // A name of its own: what ends like a style sheet, Vite would take for one.
    resolveId(id, importer) {
      if (id.endsWith(grammarEnding)) return '\0grammars'
      if (id.endsWith(languageEnding) && importer)
        return `\0languages:${join(dirname(importer), id.slice(0, -languageEnding.length))}.text`
      if (!id.endsWith(ending) || !importer) return undefined
      return `\0embed:${join(dirname(importer), id.slice(0, -ending.length))}.text`
    },
    load(id) {
      if (id === '\0grammars') return grammars()
      const languages = /^\0languages:(.*)\.text$/.exec(id)?.[1]
      if (languages) return languageScripts(languages)
      const path = /^\0embed:(.*)\.text$/.exec(id)?.[1]
      return path && `export default ${JSON.stringify(embedded(path))}`
    },
  }
}
