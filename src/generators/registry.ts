import { astro } from './astro.ts'
import { bridgetown } from './bridgetown.ts'
import { docusaurus } from './docusaurus.ts'
import { eleventy } from './eleventy.ts'
import { gatsby } from './gatsby.ts'
import type { Generator } from './generator.ts'
import { hexo } from './hexo.ts'
import { hugo } from './hugo.ts'
import { jekyll } from './jekyll.ts'
import { middleman } from './middleman.ts'
import { next } from './next.ts'
import { nikola } from './nikola.ts'
import { none } from './none.ts'
import { pelican } from './pelican.ts'
import { quarto } from './quarto.ts'
import { vuepress } from './vuepress.ts'
import { zola } from './zola.ts'

/** In the order in which they are looked for: some sites have the signs of two. */
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

const byName = new Map(generators.map((one) => [one.name, one]))

/** By the name that archive.yaml has; a plain folder where there is none of this name. */
export function generatorNamed(name: string): Generator {
  return byName.get(name) ?? none
}

/** Which generator a site was written for, by the files it has. */
export function detectGenerator(paths: readonly string[]): Generator {
  return generators.find((one) => one.signs.length > 0 && hasSigns(paths, one)) ?? none
}

/** Whether a folder, '' or one with a slash at the end, has the files that tell a generator apart. */
export function hasSigns(paths: readonly string[], { signs }: Generator, folder = ''): boolean {
  return signs.every((sign) =>
    paths.some((path) => path.startsWith(folder) && sign.test(path.slice(folder.length))),
  )
}

/** Names that begin with a dot and are part of a site. */
export const dotNames: ReadonlySet<string> = new Set(generators.flatMap((one) => one.dotNames ?? []))
