import { astro } from './astro/astro.ts'
import { bridgetown } from './bridgetown/bridgetown.ts'
import { docusaurus } from './docusaurus/docusaurus.ts'
import { eleventy } from './eleventy/eleventy.ts'
import { gatsby } from './gatsby/gatsby.ts'
import type { Generator } from './generator.ts'
import { hexo } from './hexo/hexo.ts'
import { hugo } from './hugo/hugo.ts'
import { jekyll } from './jekyll/jekyll.ts'
import { middleman } from './middleman/middleman.ts'
import { next } from './next/next.ts'
import { nikola } from './nikola/nikola.ts'
import { none } from './none/none.ts'
import { pelican } from './pelican/pelican.ts'
import { quarto } from './quarto/quarto.ts'
import { vuepress } from './vuepress/vuepress.ts'
import { zola } from './zola/zola.ts'

/** In order of detection: some sites match two. */
export const generators: readonly Generator[] = [
  hexo,
  eleventy,
  bridgetown,
  jekyll,
  docusaurus,
  astro,
  gatsby,
  zola,
  hugo,
  next,
  pelican,
  nikola,
  vuepress,
  middleman,
  quarto,
  none,
]

/** Returns the generator with this name, or a plain folder. */
export const generatorNamed = (name: string, all = generators): Generator =>
  all.find((generator) => generator.name === name) ?? none

export const detectGenerator = (paths: readonly string[], all = generators): Generator =>
  all.find((generator) => generator.detect.length > 0 && isSite(paths, generator)) ?? none

/** Whether a site of the generator is in `folder`, which is '' or ends with a slash. */
export function isSite(paths: readonly string[], { detect }: Generator, folder = ''): boolean {
  return detect.every((marker) =>
    paths.some((path) => path.startsWith(folder) && marker.test(path.slice(folder.length))),
  )
}

/** Dot files and folders that are part of a site. */
export const dotNames: ReadonlySet<string> = new Set(
  generators.flatMap(({ layout }) => layout.dotNames ?? []),
)
