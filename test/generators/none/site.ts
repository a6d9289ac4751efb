import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['README.md', 'LICENSE.md', 'node_modules/x/readme.md'],
  posts: {
    'go/a.md': 'See [[b]].\n',
    'sqlite/b.md': 'Text.\n',
  },
  markdown: 'See [b](https://example.org/posts/b).',
  address: '/posts/a',
}
