import { type Generator, markdown, sections } from '../generator.ts'
import { readSettings, texts, valueAt } from '../settings.ts'

export const zola: Generator = {
  name: 'zola',
  title: 'Zola',
  detect: [/^config\.toml$/, /^(?:templates|sass)\//],
  layout: {
    posts: [[`content/${sections}/**/${markdown}`], [`content/**/${markdown}`]],
    files: ['static', 'content'],
    themeFiles: /^themes\/[^/]+\/static(?=\/)/,
  },
  fields: {
    names: {
      // The site chooses the names of its taxonomies.
      authors: ['extra.author', 'extra.authors', 'taxonomies.authors', 'taxonomies.author'],
      tags: ['taxonomies.tags', 'taxonomies.tag', 'taxonomies.categories', 'taxonomies.category'],
      categories: ['taxonomies.categories', 'taxonomies.category'],
      image: ['extra.image'],
    },
  },
  addresses: {
    posts: ['/{path}/'],
    feeds: ['/atom.xml', '/rss.xml'],
    root: /^content\//,
    spell: (path, slugify) => path.split('/').map(slugify).join('/'),
    namePrefix: /^\d{4}-\d\d-\d\d[-_]/,
  },
  syntaxes: ['tera'],
  settings: {
    files: [/^config\.toml$/],
    read(file) {
      const keys = {
        description: ['extra.description'],
        author: ['extra.author', 'extra.author.name', 'extra.author_name'],
        language: ['default_language'],
      }
      const keepsDates = valueAt(file.values, 'slugify.paths_keep_dates') === 'true'
      return {
        ...readSettings(file, keys),
        ignored: texts(file.values, 'ignored_content').map((glob) => `**/${glob}`),
        // No pattern keeps the dates of names.
        addresses: keepsDates ? { patterns: [], lost: ['slugify.paths_keep_dates'] } : undefined,
      }
    },
  },
}
