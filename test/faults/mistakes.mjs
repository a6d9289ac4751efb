import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('../content/', import.meta.url))
const compiled = new URL('../../dist/compile.js', import.meta.url).href

/** The tables of broken content in test/content/, which are TypeScript. @returns {Promise<{ what: string, files: Record<string, string> }[]>} */
export async function mistakes() {
  // Next to the tests, so that imports of packages resolve.
  const out = mkdtempSync(join(folder, '.bundle-'))
  try {
    const entryPoints = readdirSync(folder)
      .filter((name) => name.endsWith('.mistakes.ts'))
      .map((name) => join(folder, name))
    await build({
      entryPoints,
      outdir: out,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      outExtension: { '.js': '.mjs' },
      plugins: [
        {
          name: 'use the built package instead of the sources',
          setup: (bundler) =>
            bundler.onResolve({ filter: /\/src\/compile\.ts$/ }, () => ({ path: compiled, external: true })),
        },
      ],
    })
    const modules = await Promise.all(
      readdirSync(out).map((name) => import(pathToFileURL(join(out, name)).href)),
    )
    const tables = modules.flatMap((module) => Object.values(module)).filter(Array.isArray)
    return tables.flat().map(([what, files]) => ({
      what,
      files: Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, String(text).replaceAll('‸', '')]),
      ),
    }))
  } finally {
    rmSync(out, { recursive: true })
  }
}
