// customize.js
import { writeFileSync } from 'node:fs'
import { compile, fromFolder, packInMemory } from 'citable/compile'
import * as z from 'zod'

const { value: snapshot, diagnostics } = await compile(fromFolder('archive'), {
  baseUrl: 'https://example.org',
  fields: z.object({ rating: z.number().min(1).max(5).optional() }),
  markdown: (parser) => parser.use((md) => md.set({ typographer: true })),
  page: ({ kind, url }) =>
    kind === 'article' ? { head: `<link rel="shortlink" href="${url}">` } : undefined,
})
for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
if (!snapshot) process.exit(1)
writeFileSync('customized.bin', packInMemory(snapshot))
