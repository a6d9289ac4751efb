import { type Generator, markdown, sections } from '../generator.ts'
import { yesOrNo } from '../settings.ts'

export const middleman: Generator = {
  name: 'middleman',
  title: 'Middleman',
  markerFiles: [/^config\.rb$/, /^source\//],
  posts: [[`source/${sections}/**/${markdown}`], [`source/**/${markdown}`]],
  files: ['source'],
  htmlTitles: true,
  oldUrls: [
    '/{year}/{month}/{day}/{slug}.html',
    '/blog/{year}/{month}/{day}/{slug}.html',
    '/blog/{year}/{month}/{day}/{slug}/',
    '/{path}.html',
  ],
  oldFeeds: ['/blog/feed.xml'],
  contentRoot: /^source\//,
  syntaxes: ['definition-lists'],
  routeWord: /\b(?:permalink|prefix)\s*=/,
  settingsFiles: [/^config\.rb$/],
  readSettings: ({ text }) => ({
    future: yesOrNo(/^\s*(?:\w+\.)?publish_future_dated\s*=\s*(true|false)\b/m.exec(text)?.[1]),
  }),
}
