import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['_quarto.yml', 'posts/index.qmd', 'posts/_part.qmd', 'index.qmd'],
  posts: {
    'posts/a/index.qmd': '{{< video https://v.example/a.mp4 >}}\n',
    'posts/b.md': 'Text.\n',
  },
  markdown: '<video controls src="https://v.example/a.mp4"></video>',
  address: '/posts/a/',
}
