import type { GeneratorName } from '../../content/generators.ts'
import type { Plain } from '../../content/locate.ts'
import { at } from './values.ts'

/** The name that posts know a file of settings by; undefined where they do not. */
export function nameInPosts(path: string, generator: GeneratorName): string | undefined {
  if (generator === 'jekyll') return path.startsWith('_config.') ? 'site' : undefined
  return generator === 'eleventy' ? /(?:^|\/)_data\/(\w+)\.\w+$/.exec(path)?.[1] : undefined
}

/** What posts name between two braces, such as `{{ site.images }}`, with its value, if the settings have a text or a number for it. */
export function variablesUsed(
  texts: readonly string[],
  settings: ReadonlyMap<string, Plain>,
): Map<string, string> {
  const names = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(expression), ([, name = '']) => name)),
  )
  const found = new Map<string, string>()
  for (const name of [...names].filter((one) => !known.has(one)).sort()) {
    const dot = name.indexOf('.')
    const value = at(settings.get(name.slice(0, dot)) ?? null, name.slice(dot + 1))
    const isPlain = typeof value === 'number' || (typeof value === 'string' && !/\{[{%]/.test(value))
    if (isPlain) found.set(name, String(value).replace(/\s+/g, ' ').trim())
  }
  return found
}

const expression = /\{\{-?[ \t]*([A-Za-z_]\w*(?:\.[\w-]+)+)/g

/** The archive has its own values for these. */
const known: ReadonlySet<string> = new Set(['site.url', 'site.baseurl', 'site.title'])
