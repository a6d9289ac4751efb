import {
  type Addresses,
  type Generator,
  type Plain,
  feedsOfSections,
  markdown,
  orHtml,
  sectionNames,
  sections,
} from './generator.ts'
import { at, colonPatterns, isGroup, readSettings, yesOrNo } from './settings.ts'

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
  // An index of a whole section is a mistake that many make.
  bundles: new RegExp(
    `^((?:.*/)?content/.+/(?!(?:${sectionNames.join('|')})/)[^/]+)/index(?:\\.[\\w-]+)?\\.(?:md|markdown)$`,
  ),
  // It makes no page of one that is headless.
  fields: { draft: ['headless'] },
  // `_build` is what it was called before 0.145.
  unlisted: { 'build.list': ['never'], '_build.list': ['never', 'false'] },
  shown: { from: 'publishDate', until: 'expiryDate' },
  oldUrls: ['/{path}/'],
  oldFeeds: feedsOfSections,
  contentRoot: /^content\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?/,
  spelling: 'lower',
  relativeAliases: true,
  syntaxes: ['shortcodes', 'definition-lists'],
  settingsFiles: [
    /^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/,
    /^(?:config\/_default\/)?languages(?:\.en)?\.(?:toml|ya?ml|json)$/,
    /^config\/_default\/params(?:\.en)?\.(?:toml|ya?ml|json)$/,
  ],
  nameInPosts: () => 'site',
  authorFolders: /^(?:data|content(?:\/[a-z]{2}(?:-[a-z]{2})?)?)\//,
  readSettings({ values, ...named }) {
    const file = { ...named, values: /\/params[.\w]*$/.test(named.path) ? { params: values } : values }
    const keys = {
      title: ['languages.en.title', 'en.title'],
      description: ['params.description'],
      author: ['params.author', 'params.author.name', 'languages.en.params.author', 'params.authorName'],
      language: ['defaultContentLanguage'],
      future: ['buildFuture'],
    }
    const addresses = colonPatterns(permalinksIn(file.values), placeholders)
    return { ...readSettings(file, keys), addresses: addressesOf(addresses, at(file.values, 'uglyURLs')) }
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

/** Those of the sections that have no pattern are as ever. `uglyURLs` is for all sections, or for each by its name. */
function addressesOf({ patterns, lost }: Addresses, ugly: Plain | undefined): Addresses | undefined {
  const isUgly = (one: Plain | undefined) => yesOrNo(String(one)) === true
  const all = [...patterns, '/{path}/']
  const asFiles = all.map((pattern) => pattern.replace(/\/?$/, '.html'))
  if (isUgly(ugly)) return { patterns: asFiles, lost }
  if (isGroup(ugly) && Object.values(ugly).some(isUgly)) return { patterns: [...asFiles, ...all], lost }
  return patterns.length > 0 || lost.length > 0 ? { patterns: all, lost } : undefined
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
