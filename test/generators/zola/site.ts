import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['config.toml', 'templates/index.html', 'content/_index.md'],
  posts: {
    'content/a.md': `+++
+++

{{ youtube(id="v") }}
`,
    'content/b/index.md': 'Text.\n',
  },
  markdown: '[Video](https://www.youtube.com/watch?v=v)',
  address: '/a/',
}
