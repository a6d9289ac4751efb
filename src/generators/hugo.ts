import type { Generator, Plain } from './generator.ts'
import { feedsOfSections, markdown, orHtml, sections } from './globs.ts'
import { at, colonPatterns, isGroup, readSettings } from './settings.ts'

export const hugo: Generator = {
  name: 'hugo',
  title: 'Hugo',
  signs: [/^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/, /^content\//],
  posts: [
    [`content/${sections}/**/${orHtml}`],
    [`content/*/${sections}/**/${orHtml}`],
    [`content/**/${markdown}`],
  ],
  files: ['static', 'assets', 'content'],
  themeFiles: /^themes\/[^/]+\/static(?=\/)/,
  otherEndings: ['html'],
  // `_build` is what it was called before 0.145.
  unlisted: { 'build.list': ['never'], '_build.list': ['never', 'false'] },
  oldUrls: ['/{path}/'],
  oldFeeds: feedsOfSections,
  contentRoot: /^content\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?/,
  spelling: 'lower',
  syntaxes: ['shortcodes', 'definition-lists'],
  settingsFiles: [
    /^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/,
    /^(?:config\/_default\/)?languages(?:\.en)?\.(?:toml|ya?ml|json)$/,
  ],
  readSettings(file) {
    const permalinks = permalinksIn(file.values)
    const { patterns, lost } = colonPatterns(permalinks, placeholders)
    const keys = {
      title: ['languages.en.title', 'en.title'],
      description: ['params.description'],
      author: ['params.author', 'params.author.name'],
      language: ['defaultContentLanguage'],
      future: ['buildFuture'],
    }
    return {
      ...readSettings(file, keys),
      // Those of the sections that have no pattern are as ever.
      addresses: permalinks.length > 0 ? { patterns: [...patterns, '/{path}/'], lost } : undefined,
    }
  },
}

const placeholders = {
  title: ['{title}'],
  slug: ['{slug}', '{title}'],
  filename: ['{name}'],
  contentbasename: ['{name}'],
  slugorfilename: ['{slug}'],
  slugorcontentbasename: ['{slug}'],
}

/** For each section. */
function permalinksIn(settings: Plain): string[] {
  const groups = [at(settings, 'permalinks'), at(settings, 'permalinks.page')]
  return groups.flatMap((group) =>
    Object.entries(isGroup(group) ? group : {}).flatMap(([section, pattern]) =>
      typeof pattern === 'string'
        ? [pattern.replaceAll(':sections', section).replaceAll(':section', section)]
        : [],
    ),
  )
}
