import { lume } from '../../recipes/library/lume.js'
import { generators } from '../../src/generators/registry.ts'

/** A site as in the documentation of its generator. */
export interface Site {
  /** Files besides the posts; their texts do not matter. */
  readonly files: readonly string[]
  /** The first one has the generator's syntax. */
  readonly posts: Readonly<Record<string, string>>
  /** What the text of the first post becomes. */
  readonly markdown: string
  /** Where the first post was on the site. */
  readonly address: string
}

/** Every generator with its site; `lume` is from outside. */
export const sites = await Promise.all(
  [...generators, lume].map(async (generator) => {
    const { site }: { site: Site } = await import(`./${generator.name}/site.ts`)
    const { name, title } = generator
    return { name, title, generator, site, paths: [...site.files, ...Object.keys(site.posts)] }
  }),
)
