import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { embedWithEsbuild } from '../scripts/embed.mjs'
import { root } from './processes.mjs'

/**
 * Sources as they are, bundled and imported: what is measured is what will be shipped.
 * @param {string} contents A module that exports what is wanted, as if it stood in the root.
 * @param {import('esbuild').Plugin[]} plugins
 */
export async function sources(contents, plugins = []) {
  const dir = mkdtempSync(join(tmpdir(), 'citable-bench-'))
  const outfile = join(dir, 'sources.mjs')
  try {
    await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      external: ['node:*', 'sharp'],
      plugins: [...plugins, embedWithEsbuild()],
      logLevel: 'silent',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(dir, { recursive: true })
  }
}
