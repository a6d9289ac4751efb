import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['docusaurus.config.js', 'blog/_d.md', 'docs/c.md', 'package.json'],
  posts: {
    'blog/2020-01-02-a.mdx': `import B from "b"

:::note
Mind.
:::

<B />{/* c */}
`,
    'blog/b/index.md': 'Text.\n',
  },
  markdown: `> [!NOTE]
> Mind.`,
  address: '/blog/2020/01/02/a',
}
