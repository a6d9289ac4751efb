import { type Generator, markdown, sections } from '../generator.ts'
import { readSettings, texts, valueAt } from '../settings.ts'

export const zola: Generator = {
  name: 'zola',
  title: 'Zola',
  markerFiles: [/^config\.toml$/, /^(?:templates|sass)\//],
  posts: [[`content/${sections}/**/${markdown}`], [`content/**/${markdown}`]],
  files: ['static', 'content'],
  themeFiles: /^themes\/[^/]+\/static(?=\/)/,
  fields: {
    // The site chooses the names of its taxonomies.
    authors: ['extra.author', 'extra.authors', 'taxonomies.authors', 'taxonomies.author'],
    tags: ['taxonomies.tags', 'taxonomies.tag', 'taxonomies.categories', 'taxonomies.category'],
    categories: ['taxonomies.categories', 'taxonomies.category'],
    image: ['extra.image'],
  },
  oldUrls: ['/{path}/'],
  oldFeeds: ['/atom.xml', '/rss.xml'],
  contentRoot: /^content\//,
  spelling: 'slug',
  namePrefix: /^\d{4}-\d\d-\d\d[-_]/,
  syntaxes: ['tera'],
  settingsFiles: [/^config\.toml$/],
  readSettings(file) {
    const keepsDates = valueAt(file.values, 'slugify.paths_keep_dates') === 'true'
    const keys = {
      description: ['extra.description'],
      author: ['extra.author', 'extra.author.name', 'extra.author_name'],
      language: ['default_language'],
    }
    // No pattern keeps the dates of names.
    const addresses = keepsDates ? { patterns: [], lost: ['slugify.paths_keep_dates'] } : undefined
    const ignored = texts(file.values, 'ignored_content').map((glob) => `**/${glob}`)
    return { ...readSettings(file, keys), ignored, addresses }
  },
}
