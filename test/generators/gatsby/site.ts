import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['gatsby-config.js', 'src/pages/b.js'],
  posts: {
    'content/blog/a/index.md': '{/* c */}<Youtube id="v" />\n',
  },
  markdown: '[Video](https://www.youtube.com/watch?v=v)',
  address: '/a/',
}
