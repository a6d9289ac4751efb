import { type Generator, markdown, sections } from './generator.ts'
import { readSettings } from './settings.ts'

export const zola: Generator = {
  name: 'zola',
  title: 'Zola',
  markerFiles: [/^config\.toml$/, /^(?:templates|sass)\//],
  posts: [[`content/${sections}/**/${markdown}`], [`content/**/${markdown}`]],
  files: ['static', 'content'],
  themeFiles: /^themes\/[^/]+\/static(?=\/)/,
  fields: {
    authors: ['extra.author', 'extra.authors', 'taxonomies.authors'],
    tags: ['taxonomies.tags', 'taxonomies.categories'],
    categories: ['taxonomies.categories'],
    image: ['extra.image'],
  },
  oldUrls: ['/{path}/'],
  oldFeeds: ['/atom.xml', '/rss.xml'],
  contentRoot: /^content\//,
  spelling: 'slug',
  syntaxes: ['tera'],
  settingsFiles: [/^config\.toml$/],
  readSettings: (file) =>
    readSettings(file, {
      description: ['extra.description'],
      author: ['extra.author', 'extra.author.name', 'extra.author_name'],
      language: ['default_language'],
    }),
}
