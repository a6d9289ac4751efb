import { isHtml } from '../content/layout.ts'
import type { Content } from '../content/read.ts'
import type { TranslateOptions } from '../markdown/translate/translate.ts'
import type { Syntax } from '../markdown/translate/untranslated.ts'
import { noteNamed, type Resolve } from './links.ts'
import type { Urls } from './urls.ts'

/** What the words of a file's generator mean in this archive. */
export function translateOptions(
  { settings, layout }: Content,
  resolve: Resolve,
  urls: Urls,
): (path: string) => TranslateOptions {
  const components = new Map(Object.entries(settings.components))
  const variables = new Map([
    ['site.url', urls.base],
    ['site.baseurl', ''],
    ['site.title', settings.title],
  ])
  return (path) => ({
    syntaxes: new Set([...layout.syntaxes, ...ofEnding(path)]),
    variables,
    components,
    address(name) {
      const [location = '', fragment] = name.split('#')
      for (const candidate of candidates(location)) {
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

/** Jekyll names a post by its file without folder and ending, Hugo by its path without either; addresses are taken as they are. */
function candidates(name: string): string[] {
  const plain = name.replace(/^\//, '')
  return [name, plain, `/${plain}`, `_posts/${plain}.md`, `_posts/${plain}.markdown`, `${plain}.md`]
}
