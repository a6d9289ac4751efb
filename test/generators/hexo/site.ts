import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['_config.yml', 'source/about/index.md', 'themes/x/README.md'],
  posts: {
    'source/_posts/a.md': `---
date: 2020-01-02
---

{% blockquote Ada %}
No.
{% endblockquote %}
`,
  },
  markdown: `> No.
>
> — Ada`,
  address: '/2020/01/02/a/',
}
