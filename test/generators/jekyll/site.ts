import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['_config.yml', '_posts/_c.md', '_posts/d.md', 'about.md', 'Gemfile'],
  posts: {
    '_posts/2020-01-02-a.md': `---
categories: water
---

At {{ site.url }}.{: .lead}

{% raw %}{{ b }}{% endraw %}
`,
    'en/_posts/2020-1-3-b.markdown': 'Text.\n',
  },
  markdown: `At https://example.org/.

{{ b }}`,
  address: '/water/2020/01/02/a.html',
}
