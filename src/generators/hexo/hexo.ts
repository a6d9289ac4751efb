import { type Generator, markdown, postsFolder } from '../generator.ts'
import { colonPatterns, readSettings, text, texts, timeZone } from '../settings.ts'

export const hexo: Generator = {
  name: 'hexo',
  title: 'Hexo',
  detect: [/^_config\.ya?ml$/, /^source\/_posts\//],
  layout: {
    posts: [[`source/_posts/**/${markdown}`]],
    pages: ['source/{about,contact,privacy}/index.md'],
    files: ['source'],
    ignored: /^source\/_posts\/(?:.*\/)?_/,
    postFolder: postsFolder,
  },
  fields: { htmlTitles: true, zone: 'site' },
  addresses: {
    posts: ['/{year}/{month}/{day}/{slug}/'],
    feeds: ['/atom.xml', '/rss2.xml'],
    root: /^source\/_posts\//,
  },
  syntaxes: ['liquid'],
  settings: {
    files: [/^_config\.ya?ml$/],
    authorFolders: /^source\/_data\//,
    read(file) {
      const permalink = text(file.values, 'permalink')
      const placeholders = { title: ['{slug}'], name: ['{name}'], category: ['{categories}'] }
      const inSource = ['exclude', 'skip_render'].flatMap((key) => texts(file.values, key))
      return {
        ...readSettings(file, { future: ['future'] }),
        timeZone: timeZone(text(file.values, 'timezone')),
        ignored: [...inSource.map((glob) => `source/${glob}`), ...texts(file.values, 'ignore')],
        addresses: permalink ? colonPatterns([permalink], placeholders) : undefined,
      }
    },
  },
}
