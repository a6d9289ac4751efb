import type { Generator } from './generator.ts'
import { markdown, sections } from './globs.ts'

export const middleman: Generator = {
  name: 'middleman',
  title: 'Middleman',
  signs: [/^config\.rb$/, /^source\//],
  posts: [[`source/${sections}/**/${markdown}`], [`source/**/${markdown}`]],
  files: ['source'],
  oldUrls: [
    '/{year}/{month}/{day}/{slug}.html',
    '/blog/{year}/{month}/{day}/{slug}.html',
    '/blog/{year}/{month}/{day}/{slug}/',
    '/{path}.html',
  ],
  oldFeeds: ['/blog/feed.xml'],
  contentRoot: /^source\//,
}
