import { yamlText } from '../../base/yaml-text.ts'
import { termsComment } from '../../content/archive-keys.ts'
import type { FoundFolder } from './folder.ts'

/**
 * The archive.yaml for a folder that was looked at. `name` is the folder's own, and `outside` are addresses of the same site that its posts
 * link to.
 */
export function settingsFor(found: FoundFolder, name: string, outside: readonly string[] = []): string {
  const {
    generator,
    site,
    globs,
    translations,
    fileRoots,
    ids,
    fields,
    linkedAddresses,
    authors,
    variables,
  } = found
  const { patterns: ownPatterns, lost } = site.addresses ?? { patterns: [], lost: [] }
  const usual = linkedAddresses.length > 0 ? (generator.oldUrls ?? []) : []
  const patterns = [...new Set([...ownPatterns, ...linkedAddresses, ...usual])]
  // Many a repository is called as its site is.
  const isHost = /\.[a-z]{2,}$/.test(name)
  const title = site.title ?? (isHost ? name : (site.packageName ?? name))
  return [
    '# Settings of this archive, as `citable init` found them. Citable’s docs/REFERENCE.md lists all that there are.',
    `title: ${yamlText(title)}`,
    line('description', site.description, 'One sentence about the publication.'),
    site.language && `language: ${yamlText(site.language)}`,
    '# Who is cited for a post that names no author; type is person or organization.',
    authorLine(site),
    line('baseUrl', site.baseUrl, 'https://archive.example'),
    '',
    termsComment,
    '# What the posts were written for, and where they and the files they show are.',
    `generator: ${generator.name}`,
    `posts: ${list(globs)}`,
    translations.length > 0 && `# Left out, as an archive has one language: ${shortList(translations)}.`,
    `files: ${list(fileRoots)}`,
    ...(fields.size > 0
      ? [
          '',
          '# Keys of the posts’ front matter that Citable does not know by themselves.',
          'fields:',
          ...Array.from(fields, ([name, key]) => `  ${name}: ${yamlText(key)}`),
        ]
      : []),
    ...idLines(ids),
    ...(patterns.length > 0 || lost.length > 0
      ? [
          '',
          '# Where posts were before; each address leads to the post.',
          ...lost.map((name) => `# Not carried over: \`${name}\` in the site’s permalinks.`),
          ...(patterns.length > 0 ? [`oldUrls: ${list(patterns)}`] : []),
        ]
      : []),
    ...(outside.length > 0
      ? [
          '',
          '# Posts link to these parts of the site, which are not in the archive. If they stay, take away the #.',
          `# siteLinks: ${list(outside)}`,
        ]
      : []),
    ...(variables.size > 0
      ? [
          '',
          '# What posts name between two braces, as the site’s settings have it.',
          'components:',
          ...Array.from(variables, ([name, value]) => `  ${name}: ${yamlText(value)}`),
        ]
      : []),
    ...(authors.size > 0
      ? [
          '',
          '# Authors by the keys that posts name them with.',
          'authors:',
          ...Array.from(authors, ([key, { name, url, email }]) => {
            const more = [url && `url: ${yamlText(url)}`, email && `email: ${yamlText(email)}`].filter(
              Boolean,
            )
            return `  ${yamlText(key)}: { ${[`name: ${yamlText(name)}`, ...more].join(', ')} }`
          }),
        ]
      : []),
    '',
  ]
    .filter((one) => typeof one === 'string')
    .join('\n')
}

/** A publication may be its own author; what its folder or its package is called is nobody. */
function authorLine({ author, title }: FoundFolder['site']): string {
  if (author !== undefined) return `author: { name: ${yamlText(author)}, type: person }`
  return title === undefined
    ? '# author: { name: Your Name, type: person }'
    : `author: { name: ${yamlText(title)}, type: organization }`
}

function idLines(ids: string | undefined): string[] {
  if (ids === '{slug}') return []
  const why = '# Some posts have the same name: their ids need more than that.'
  return ids === undefined ? ['', `${why} Give them a \`slug\`.`] : ['', why, `ids: ${yamlText(ids)}`]
}

/** What is not known is left for the publisher, as a comment. */
function line(key: string, value: string | undefined, example: string): string {
  return value === undefined ? `# ${key}: ${example}` : `${key}: ${yamlText(value)}`
}

function list(values: readonly string[]): string {
  return values.length === 1 ? yamlText(values[0] ?? '') : `[${values.map(yamlText).join(', ')}]`
}

function shortList(values: readonly string[]): string {
  const shown = values.slice(0, 8).join(', ')
  return values.length > 8 ? `${shown} and ${values.length - 8} more` : shown
}
