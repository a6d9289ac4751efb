import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['bridgetown.config.yml', 'src/about.md', 'src/_layouts/post.erb'],
  posts: {
    'src/_posts/2020-01-02-a.md': `---
categories: water
---

They <%= verb %> down.{: .lead} <%# nobody reads this %>
`,
  },
  markdown: 'They  down.',
  address: '/water/2020/01/02/a/',
}
