import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['config.rb', 'source/about.html.md'],
  posts: {
    'source/blog/2020-01-02-a.html.markdown': `Term
: Its meaning.
`,
  },
  markdown: '- **Term**: Its meaning.',
  address: '/2020/01/02/a.html',
}
