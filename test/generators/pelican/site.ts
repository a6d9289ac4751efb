import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['pelicanconf.py', 'content/pages/about.md'],
  posts: {
    'content/a.md': `---
date: 2020-01-02
---

See [b]({filename}python/b.md).
`,
    'content/python/b.md': 'Text.\n',
  },
  markdown: 'See [b](https://example.org/posts/b).',
  address: '/a.html',
}
