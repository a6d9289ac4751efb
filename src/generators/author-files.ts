import type { Generator } from './generator.ts'

/**
 * The files that say who a site's authors are: data of many of them, as `_data/authors.yml`, or a file for each, as `_people/ada.md` and
 * `content/authors/ada/_index.md`. Only those whom posts name are taken from them.
 */
export function authorFilesIn(
  paths: readonly string[],
  { authorFolders = usualFolders }: Generator,
): readonly string[] {
  const pattern = new RegExp(`${authorFolders.source}${people.source}`, 'i')
  return paths.filter((path) => pattern.test(path))
}

const usualFolders = /^(?:(?:src|docs|website)\/)?(?:(?:_?data|content|lib|config)\/|_)?/

const people =
  /[\w-]*(?:author|people|person|team|member|contributor|committer|maintainer|writer|editor|staff|alumni|blogger|bios?)[\w-]*(?:\.(?:ya?ml|toml|json|[cm]?[jt]s)|\/.+\.(?:ya?ml|toml|json|mdx?|markdown|html))$/
