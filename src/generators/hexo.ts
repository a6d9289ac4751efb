import type { Generator } from './generator.ts'
import { markdown, namedInPosts, postsFolder } from './globs.ts'
import { colonPatterns, readSettings, text } from './settings.ts'

export const hexo: Generator = {
  name: 'hexo',
  title: 'Hexo',
  signs: [/^_config\.ya?ml$/, /^source\/_posts\//],
  posts: [[`source/_posts/**/${markdown}`]],
  pages: ['source/{about,contact,privacy}/index.md'],
  files: ['source'],
  postFolder: postsFolder,
  oldUrls: ['/{year}/{month}/{day}/{slug}/'],
  oldFeeds: ['/atom.xml', '/rss2.xml'],
  contentRoot: /^source\/_posts\//,
  syntaxes: ['liquid'],
  namedPosts: namedInPosts,
  settingsFiles: [/^_config\.ya?ml$/],
  readSettings(file) {
    const permalink = text(file.values, 'permalink')
    const own = { title: ['{slug}'], name: ['{name}'], category: ['{categories}'] }
    return {
      ...readSettings(file, { future: ['future'] }),
      addresses: permalink ? colonPatterns([permalink], own) : undefined,
    }
  },
}
