import { type Generator, markdown, sections } from '../generator.ts'
import { yesOrNo } from '../settings.ts'

export const middleman: Generator = {
  name: 'middleman',
  title: 'Middleman',
  detect: [/^config\.rb$/, /^source\//],
  layout: {
    posts: [[`source/${sections}/**/${markdown}`], [`source/**/${markdown}`]],
    files: ['source'],
  },
  fields: { htmlTitles: true },
  addresses: {
    posts: [
      '/{year}/{month}/{day}/{slug}.html',
      '/blog/{year}/{month}/{day}/{slug}.html',
      '/blog/{year}/{month}/{day}/{slug}/',
      '/{path}.html',
    ],
    feeds: ['/blog/feed.xml'],
    root: /^source\//,
    setBy: /\b(?:permalink|prefix)\s*=/,
  },
  syntaxes: ['definition-lists'],
  settings: {
    files: [/^config\.rb$/],
    read: ({ text }) => ({
      future: yesOrNo(/^\s*(?:\w+\.)?publish_future_dated\s*=\s*(true|false)\b/m.exec(text)?.[1]),
    }),
  },
}
