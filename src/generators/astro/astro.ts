import { type Generator, markdown, sections } from '../generator.ts'
import { readSettings } from '../settings.ts'

export const astro: Generator = {
  name: 'astro',
  title: 'Astro',
  detect: [/^astro\.config\.\w+$/],
  layout: {
    posts: [[`src/content/${sections}/**/${markdown}`], [`src/pages/${sections}/**/${markdown}`]],
    files: ['public', '.'],
    ignored: /^src\/(?:content|pages)\/(?:.*\/)?_/,
  },
  fields: {},
  addresses: {
    posts: ['/{path}/'],
    feeds: ['/rss.xml'],
    root: /^src\/(?:content|pages)\//,
    routedFiles: /^src\/pages\//,
    code: /^src\/pages\/(.+)\.(?:astro|[cm]?[jt]sx?)$/,
  },
  syntaxes: ['jsx'],
  settings: {
    files: [
      /^astro\.config\.\w+$/,
      /^src\/(?:(?:data|lib|config|utils)\/)?(?:const(?:ant)?s|config|site(?:[.-]config)?)\.[cm]?[jt]s$/,
    ],
    // Other values in a module may belong to any page.
    read: (file) =>
      file.path.startsWith('src/') ? { author: readSettings(file).author } : readSettings(file),
  },
}
