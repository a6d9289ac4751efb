import { type Generator, markdown, postsByName, postsFolder } from '../generator.ts'
import { colonPatterns, readSettings, text, texts, timeZone } from '../settings.ts'

export const hexo: Generator = {
  name: 'hexo',
  title: 'Hexo',
  markerFiles: [/^_config\.ya?ml$/, /^source\/_posts\//],
  posts: [[`source/_posts/**/${markdown}`]],
  ignoredFiles: /^source\/_posts\/(?:.*\/)?_/,
  pages: ['source/{about,contact,privacy}/index.md'],
  files: ['source'],
  postFolder: postsFolder,
  htmlTitles: true,
  oldUrls: ['/{year}/{month}/{day}/{slug}/'],
  oldFeeds: ['/atom.xml', '/rss2.xml'],
  ownTimeZone: true,
  contentRoot: /^source\/_posts\//,
  syntaxes: ['liquid'],
  namedPosts: postsByName,
  settingsFiles: [/^_config\.ya?ml$/],
  authorFolders: /^source\/_data\//,
  readSettings(file) {
    const permalink = text(file.values, 'permalink')
    const own = { title: ['{slug}'], name: ['{name}'], category: ['{categories}'] }
    return {
      ...readSettings(file, { future: ['future'] }),
      timeZone: timeZone(text(file.values, 'timezone')),
      ignored: [
        ...['exclude', 'skip_render'].flatMap((key) =>
          texts(file.values, key).map((glob) => `source/${glob}`),
        ),
        ...texts(file.values, 'ignore'),
      ],
      addresses: permalink ? colonPatterns([permalink], own) : undefined,
    }
  },
}
