import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['.vuepress/config.js', '.vuepress/public/a.png', 'guide/b.md'],
  posts: {
    'blog/a.md': '<JumpToc/>Text.\n',
  },
  markdown: 'Text.',
  address: '/blog/a.html',
}
