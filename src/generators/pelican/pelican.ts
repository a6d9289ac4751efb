import { type Generator, markdown } from '../generator.ts'
import { languageTag, pythonBoolean, pythonText, pythonTexts, siteUrl } from '../settings.ts'

export const pelican: Generator = {
  name: 'pelican',
  title: 'Pelican',
  markerFiles: [/^pelicanconf\.py$/],
  posts: [[`content/**/${markdown}`, '!content/pages/**']],
  pages: ['content/pages/*.{md,markdown}'],
  files: ['content', 'content/extra'],
  statuses: { hidden: 'unlisted', skip: 'hold' },
  showsFuture: true,
  htmlTitles: true,
  oldUrls: ['/{slug}.html', '/{path}.html'],
  oldFeeds: ['/feeds/all.atom.xml', '/feeds/all.rss.xml'],
  contentRoot: /^content\//,
  syntaxes: ['definition-lists'],
  // `{filename}/a.md`, plain or percent-encoded by markdown.
  plainLink: (href) => href.replace(/^(?:\{|%7B|\||%7C)(?:filename|static|attach)(?:\}|%7D|\||%7C)/i, ''),
  routeWord: /^ARTICLE_(?:URL|SAVE_AS)\b/m,
  settingsFiles: [/^pelicanconf\.py$/],
  readSettings: ({ text }) => ({
    title: pythonText(text, 'SITENAME'),
    description: pythonText(text, 'SITESUBTITLE'),
    author: pythonText(text, 'AUTHOR'),
    baseUrl: siteUrl(pythonText(text, 'SITEURL')),
    language: languageTag(pythonText(text, 'DEFAULT_LANG')),
    future: pythonBoolean(text, 'WITH_FUTURE_DATES'),
    ignored: [
      ...pythonTexts(text, 'ARTICLE_EXCLUDES').map((folder) => `content/${folder}`),
      ...pythonTexts(text, 'IGNORE_FILES').map((name) => `**/${name}`),
    ],
  }),
}
