import type { GeneratorName } from '../../content/generators.ts'

/** Jekyll's names for patterns. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
}

/** What each placeholder of Jekyll, Hexo and Hugo is here; where there are two, a generator takes the first that it has. */
const placeholders: Readonly<Record<string, readonly string[]>> = {
  year: ['{year}'],
  month: ['{month}'],
  day: ['{day}'],
  i_month: ['{i_month}'],
  i_day: ['{i_day}'],
  categories: ['{categories}'],
  filename: ['{name}'],
  contentbasename: ['{name}'],
  slugorfilename: ['{slug}'],
  slugorcontentbasename: ['{slug}'],
  output_ext: ['.html'],
  collection: ['posts'],
}

const byGenerator: Readonly<Partial<Record<GeneratorName, Readonly<Record<string, readonly string[]>>>>> = {
  jekyll: { title: ['{slug}'], slug: ['{slug}'] },
  hexo: { title: ['{slug}'], name: ['{name}'], category: ['{categories}'] },
  hugo: { title: ['{title}'], slug: ['{slug}', '{title}'] },
}

/** A generator's pattern of addresses as patterns of `oldUrls`, and the placeholders that have no counterpart. */
export function patternsOf(
  permalink: string,
  generator: GeneratorName,
): { readonly patterns: readonly string[]; readonly lost: readonly string[] } {
  const pattern = ownOf(styles, permalink) ?? permalink
  if (!pattern.includes(':')) return { patterns: [], lost: [permalink] }
  const lost: string[] = []
  let patterns = ['']
  for (const [, name, text = ''] of pattern.matchAll(/:([a-z_]+)|([^:]+)/g)) {
    const known =
      name === undefined ? [text] : (ownOf(byGenerator[generator] ?? {}, name) ?? ownOf(placeholders, name))
    if (known === undefined) lost.push(`:${name}`)
    patterns = patterns.flatMap((before) => (known ?? ['']).map((part) => before + part))
  }
  if (lost.length > 0) return { patterns: [], lost }
  return { patterns: patterns.map((one) => (one.startsWith('/') ? one : `/${one}`)), lost }
}

/** Without what every object has: a name is whatever a publisher wrote. */
function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
