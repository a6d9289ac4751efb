// Style sheets and browser scripts are files of their own; code imports them as text: `import sheet from './page.css?raw'`. The build
// and the tests put in the same bytes, minified. `import letters from 'a-font?outlines'` is the text of a package's font.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { outlines } from './outlines.mjs'

const ending = '?raw'
const fontEnding = '?outlines'

/** Relative, so that the build finds the licence of what it put in. */
const fontFolder = (/** @type {string} */ id) => `node_modules/${id.slice(0, -fontEnding.length)}/files`
const root = fileURLToPath(new URL('..', import.meta.url))
const outlinesIn = (/** @type {string} */ folder) => outlines(join(root, folder))

function minified(/** @type {string} */ path) {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
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
        contents: minified(path),
        loader: 'text',
      }))
      build.onResolve({ filter: /\?outlines$/ }, ({ path }) => ({
        path: fontFolder(path),
        namespace: 'outlines',
      }))
      build.onLoad({ filter: /./, namespace: 'outlines' }, ({ path }) => ({
        contents: outlinesIn(path),
        loader: 'text',
      }))
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
      if (id.endsWith(fontEnding)) return `\0outlines:${fontFolder(id)}`
      if (!id.endsWith(ending) || !importer) return undefined
      return `\0embed:${join(dirname(importer), id.slice(0, -ending.length))}.text`
    },
    load(id) {
      const folder = /^\0outlines:(.*)$/.exec(id)?.[1]
      if (folder) return `export default ${JSON.stringify(outlinesIn(folder))}`
      const path = /^\0embed:(.*)\.text$/.exec(id)?.[1]
      return path && `export default ${JSON.stringify(minified(path))}`
    },
  }
}
