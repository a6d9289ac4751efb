import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['eleventy.config.js', 'content/about.md', 'README.md'],
  posts: {
    'content/blog/a/a.md': '{{ "text" | safe }} {% image "/x.png", "X" %}\n',
  },
  markdown: 'text ![X](https://example.org/x.png)',
  address: '/blog/a/',
}
