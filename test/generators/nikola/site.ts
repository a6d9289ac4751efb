import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['conf.py', 'posts/c.rst', 'pages/about.md', 'files/x.txt'],
  posts: {
    'posts/a.md': `.. title: A
.. date: 2020-01-02

See [b](link://slug/b).
`,
    'posts/2020/b.txt': `.. title: B

Text.
`,
  },
  markdown: 'See [b](https://example.org/posts/b).',
  address: '/posts/a.html',
}
