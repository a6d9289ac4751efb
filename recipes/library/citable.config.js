// citable.config.js, beside archive.yaml
import { defineConfig } from 'citable'
import { defaultTheme, html } from 'citable/theme'
import * as z from 'zod'

export default defineConfig({
  fields: z.object({ rating: z.number().min(1).max(5).optional() }),
  markdown: (parser) => parser.use((md) => md.set({ typographer: true })),
  theme: {
    post: (post, page) => html`${defaultTheme.post(post, page)}<p class="thanks">Thank you for reading.</p>`,
    styles: '.thanks { text-align: center }',
  },
  scripts: [
    { src: 'https://stats.example/count.js', attributes: { defer: true, 'data-site': 'example.org' } },
  ],
})
