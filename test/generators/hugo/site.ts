import type { Site } from '../sites.ts'

export const site: Site = {
  files: [
    'hugo.toml',
    'content/posts/_index.md',
    'content/posts/2020-01-02-b/part.md',
    'content/about.md',
    'themes/t/x.md',
  ],
  posts: {
    'content/posts/a.md': `{{< figure src="/x.png" alt="X" >}}

Term
: Its meaning.
`,
    'content/posts/2020-01-02-b/index.md': 'Text.\n',
  },
  markdown: `![X](https://example.org/x.png)

- **Term**: Its meaning.`,
  address: '/posts/a/',
}
