import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['_config.ts', 'src/about.md', 'src/_includes/layout.vto'],
  posts: {
    'src/posts/2020-01-02_a.md': `{{# nobody reads this #}}{{ comp.figure({ src: "/x.png", alt: "X" }) }} {{ url }}

\`{{ url }}\`
`,
  },
  markdown: '![X](https://example.org/x.png) \n\n`{{ url }}`',
  address: '/posts/a/',
}
