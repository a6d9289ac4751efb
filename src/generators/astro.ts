import type { Generator } from './generator.ts'
import { markdown, sections } from './globs.ts'

export const astro: Generator = {
  name: 'astro',
  title: 'Astro',
  signs: [/^astro\.config\.\w+$/],
  posts: [[`src/content/${sections}/**/${markdown}`], [`src/pages/${sections}/**/${markdown}`]],
  files: ['public', '.'],
  oldUrls: ['/{path}/'],
  oldFeeds: ['/rss.xml'],
  contentRoot: /^src\/(?:content|pages)\//,
  programmedAddresses: true,
  settingsFiles: [/^astro\.config\.\w+$/],
}
