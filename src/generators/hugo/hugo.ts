import type { Addresses, Generator, Plain } from '../generator.ts'
import { markdown, markdownOrHtml, sectionFeeds, sectionNames, sections } from '../generator.ts'
import { colonPatterns, isGroup, lowerCase, readSettings, texts, valueAt, yesOrNo } from '../settings.ts'

const configFile = /^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/

export const hugo: Generator = {
  name: 'hugo',
  title: 'Hugo',
  detect: [configFile, /^content\//],
  layout: {
    posts: [
      [`content/${sections}/**/${markdownOrHtml}`],
      [`content/*/${sections}/**/${markdownOrHtml}`],
      [`content/**/${markdown}`],
    ],
    files: ['static', 'assets', 'content'],
    themeFiles: /^themes\/[^/]+\/static(?=\/)/,
    endings: ['html'],
    // Not in section folders: `index.md` there is a common mistake for `_index.md`.
    bundles: new RegExp(
      `^((?:.*/)?content/.+/(?!(?:${sectionNames.join('|')})/)[^/]+)/index(?:\\.[\\w-]+)?\\.(?:md|markdown)$`,
    ),
  },
  fields: {
    // Headless pages are not rendered.
    names: {
      draft: ['headless'],
      shownFrom: ['publishDate', 'pubDate'],
      expires: ['expiryDate', 'unpublishDate'],
    },
    // `_build` is the name before 0.145.
    unlisted: { 'build.list': ['never'], '_build.list': ['never', 'false'] },
    unpublished: { 'build.render': ['never', 'link'], '_build.render': ['never', 'link', 'false'] },
  },
  addresses: {
    posts: ['/{path}/'],
    feeds: sectionFeeds,
    root: /^content\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?/,
    spell: lowerCase,
    relativeAliases: true,
  },
  syntaxes: ['shortcodes', 'definition-lists'],
  settings: {
    files: [
      configFile,
      /^(?:config\/_default\/)?languages(?:\.en)?\.(?:toml|ya?ml|json)$/,
      /^config\/_default\/params(?:\.en)?\.(?:toml|ya?ml|json)$/,
    ],
    authorFolders: /^(?:data|content(?:\/[a-z]{2}(?:-[a-z]{2})?)?)\//,
    nameInPosts: () => 'site',
    read({ path, text, values: all }) {
      const values = /\/params[.\w]*$/.test(path) ? { params: all } : all
      const keys = {
        title: ['languages.en.title', 'en.title'],
        description: ['params.description'],
        author: ['params.author', 'params.author.name', 'languages.en.params.author', 'params.authorName'],
        language: ['defaultContentLanguage'],
        future: ['buildFuture'],
      }
      const hasRules = ['permalinks', 'uglyURLs'].some((key) => valueAt(values, key) !== undefined)
      return {
        ...readSettings({ path, text, values }, keys),
        ignored: texts(all, 'ignoreFiles').flatMap(safePattern),
        addressesIn: hasRules ? (section) => addressesIn(section, values) : undefined,
      }
    },
  },
}

/** Takes no pattern that could take long. */
function safePattern(pattern: string): RegExp[] {
  if (/\)[*+{]|(?:[*+{].*){3}/.test(pattern)) return []
  try {
    return [new RegExp(pattern)]
  } catch {
    return []
  }
}

const placeholders = {
  title: ['{title}'],
  slug: ['{slug_or_title}', '{slug}'],
  filename: ['{name}'],
  contentbasename: ['{name}'],
  slugorfilename: ['{slug}'],
  slugorcontentbasename: ['{slug}'],
}

/** Posts outside sections have the key `/`. `uglyURLs` is one value, or one per section. */
function addressesIn(section: string, settings: Plain): Addresses | undefined {
  const permalinks = ['permalinks', 'permalinks.page'].flatMap((group) => {
    const pattern = valueAt(settings, `${group}.${section || '/'}`)
    return typeof pattern === 'string'
      ? [pattern.replaceAll(':sections', section).replaceAll(':section', section)]
      : []
  })
  const { patterns, lost } = colonPatterns(permalinks, placeholders)
  const ugly = valueAt(settings, 'uglyURLs')
  const isUgly = yesOrNo(String(isGroup(ugly) ? ugly[section] : ugly)) === true
  if (permalinks.length === 0 && !isUgly) return undefined
  const all = [...patterns, '/{path}/']
  return { patterns: isUgly ? all.map((pattern) => pattern.replace(/\/?$/, '.html')) : all, lost }
}
