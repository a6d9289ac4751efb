// Style sheets and browser scripts are files of their own; code imports them as text: `import sheet from './page.css?raw'`. The build
// and the tests put in the same bytes, minified.
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'

const ending = '?raw'

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
      if (!id.endsWith(ending) || !importer) return undefined
      return `\0embed:${join(dirname(importer), id.slice(0, -ending.length))}.text`
    },
    load(id) {
      const path = /^\0embed:(.*)\.text$/.exec(id)?.[1]
      return path && `export default ${JSON.stringify(minified(path))}`
    },
  }
}
