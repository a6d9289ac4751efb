import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['astro.config.mjs', 'src/content/blog/_b.mdx', 'src/content/docs/b.md', 'public/x.png'],
  posts: {
    'src/content/blog/a.mdx': `import B from "b"

<Image src="/x.png" alt="X" />
`,
  },
  markdown: '![X](https://example.org/x.png)',
  address: '/blog/a/',
}
