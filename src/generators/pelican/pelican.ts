import { type Generator, markdown } from '../generator.ts'
import { pythonValues, readSettings, texts } from '../settings.ts'

export const pelican: Generator = {
  name: 'pelican',
  title: 'Pelican',
  detect: [/^pelicanconf\.py$/],
  layout: {
    posts: [[`content/**/${markdown}`, '!content/pages/**']],
    pages: ['content/pages/*.{md,markdown}'],
    files: ['content', 'content/extra'],
  },
  fields: { statuses: { hidden: 'unlisted', skip: 'hold' }, showsFuture: true, htmlTitles: true },
  addresses: {
    posts: ['/{slug}.html', '/{path}.html'],
    feeds: ['/feeds/all.atom.xml', '/feeds/all.rss.xml'],
    root: /^content\//,
    setBy: /^ARTICLE_(?:URL|SAVE_AS)\b/m,
    // `{filename}/a.md`, plain or percent-encoded by markdown.
    link: (href) => href.replace(/^(?:\{|%7B|\||%7C)(?:filename|static|attach)(?:\}|%7D|\||%7C)/i, ''),
  },
  syntaxes: ['definition-lists'],
  settings: {
    files: [/^pelicanconf\.py$/],
    read(file) {
      const values = pythonValues(file.text)
      const keys = {
        title: ['SITENAME'],
        description: ['SITESUBTITLE'],
        author: ['AUTHOR'],
        url: ['SITEURL'],
        language: ['DEFAULT_LANG'],
        future: ['WITH_FUTURE_DATES'],
      }
      return {
        ...readSettings(file, keys),
        ignored: [
          ...texts(values, 'ARTICLE_EXCLUDES').map((folder) => `content/${folder}`),
          ...texts(values, 'IGNORE_FILES').map((name) => `**/${name}`),
        ],
      }
    },
  },
}
