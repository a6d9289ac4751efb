import type { Site } from '../sites.ts'

export const site: Site = {
  files: ['next.config.ts', 'src/app/page.tsx', 'public/x.png'],
  posts: {
    'blog/posts/a.md': `{/* c */}<Note>
Mind.
</Note>
`,
  },
  markdown: `> [!NOTE]
> Mind.`,
  address: '/blog/posts/a',
}
