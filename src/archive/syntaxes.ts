import { isHtml } from '../content/layout.ts'
import type { Content } from '../content/read.ts'
import type { Generator } from '../generators/generator.ts'
import { generatorNamed } from '../generators/registry.ts'
import type { Syntax, TranslateOptions } from '../markdown/translate/source.ts'
import { noteNamed, type Resolve } from './links.ts'
import type { Urls } from './urls.ts'

/** What the words of a file's generator mean in this archive. */
export function translateOptions(
  { settings, layout }: Content,
  resolveAny: Resolve,
  urls: Urls,
): (path: string, resolve?: Resolve) => TranslateOptions {
  const generator = generatorNamed(layout.generator)
  const components = new Map(Object.entries(settings.components))
  const variables = new Map([
    ['site.url', urls.base],
    ['site.baseurl', ''],
    ['site.title', settings.title],
  ])
  return (path, resolve = resolveAny) => ({
    syntaxes: new Set([...(generator.syntaxes ?? []), ...ofEnding(path)]),
    variables,
    components,
    address(name) {
      const [location = '', fragment] = name.split('#')
      for (const candidate of candidates(location, generator)) {
        const target = resolve(candidate, path)
        if (target.kind === 'here')
          return `/${target.path.slice(1)}${fragment === undefined ? '' : `#${fragment}`}`
      }
      return undefined
    },
    addressOfNote(name) {
      const target = resolve(noteNamed(name), path)
      if (target.kind !== 'here') return undefined
      return target.file ? `/${target.file.source}` : target.path
    },
  })
}

function ofEnding(path: string): readonly Syntax[] {
  if (isHtml(path)) return ['html']
  return path.endsWith('.mdx') ? ['mdx'] : []
}

/** What a generator may mean by the name of a post: an address, its path with or without its ending, or its file's name alone. */
function candidates(name: string, { namedPosts = [] }: Generator): string[] {
  const plain = name.replace(/^\//, '')
  const files = namedPosts.map((pattern) => pattern.replace('{name}', () => plain))
  return [name, plain, `/${plain}`, ...files, `${plain}.md`]
}
