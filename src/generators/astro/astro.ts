import { type Generator, markdown, sections } from '../generator.ts'
import { readSettings } from '../settings.ts'

export const astro: Generator = {
  name: 'astro',
  title: 'Astro',
  markerFiles: [/^astro\.config\.\w+$/],
  posts: [[`src/content/${sections}/**/${markdown}`], [`src/pages/${sections}/**/${markdown}`]],
  ignoredFiles: /^src\/(?:content|pages)\/(?:.*\/)?_/,
  files: ['public', '.'],
  oldUrls: ['/{path}/'],
  oldFeeds: ['/rss.xml'],
  contentRoot: /^src\/(?:content|pages)\//,
  fileRoutes: /^src\/pages\//,
  programmedAddresses: true,
  routeFiles: /^src\/pages\/(.+)\.(?:astro|[cm]?[jt]sx?)$/,
  syntaxes: ['jsx'],
  settingsFiles: [
    /^astro\.config\.\w+$/,
    /^src\/(?:(?:data|lib|config|utils)\/)?(?:consts|constants|config|site\.config|site|site-config)\.[cm]?[jt]s$/,
  ],
  // Other values in a module may belong to any page.
  readSettings: (file) =>
    file.path.startsWith('src/') ? { author: readSettings(file).author } : readSettings(file),
}
